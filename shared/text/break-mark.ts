/**
 * Marks a permitted line break in a text processed by `phrase`. In its own file so that browsers need not load more.
 */
export const BREAK = '\u200b';
