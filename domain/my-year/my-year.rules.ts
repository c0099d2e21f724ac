/** Rows of a year that a member gets: a day has a few programmes. The newest are kept. */
export const MAX_ROWS = 5_000;
/** Playback positions read of a year. */
export const MAX_POSITIONS = 20_000;
/** A shorter stretch was only sampled. */
export const MIN_MOVED_MS = 10_000;
