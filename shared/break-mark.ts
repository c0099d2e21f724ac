/** Stands where a line may end inside a text that `phrase` has read; alone in its file so that browsers need no more. */
export const BREAK = '\u200b';
