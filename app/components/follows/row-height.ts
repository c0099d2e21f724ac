/** Height of the row on the home page, before it is loaded too. As in `followed-row.module.css`. */
export const ROW_HEIGHT = '15rem';
