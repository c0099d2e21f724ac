// Shared with the desk and the page of the screen.

/** Length of a screen's name, such as that of a room. */
export const MAX_SCREEN_CHARS = 40;
/** Length of a mark's title. */
export const MAX_TITLE_CHARS = 60;
/** How long a link lasts, in hours. */
export const LINK_HOURS = { least: 12, most: 90 * 24 } as const;
/** Choices at the desk. */
export const LINK_CHOICES = [12, 24, 7 * 24, 30 * 24, 90 * 24] as const;
/** A screen that was offline sends its presses later. */
export const MAX_LATE_MS = 10 * 60_000;
