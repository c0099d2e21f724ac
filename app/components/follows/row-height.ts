/**
 * Height of the row on the home page, before it is loaded too, as in `followed-row.module.css`. The script in the head
 * (`consent.ts`) sets it for the first page; it is not imported there, as every page would then load it.
 */
export const ROW_HEIGHT = '15rem';
