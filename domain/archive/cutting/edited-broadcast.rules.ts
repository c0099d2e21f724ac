/** An edge is moved by at most this at once. */
export const WIDEST_MOVE_MS = 3 * 3_600_000;
/** What is left of a broadcast when an edge moves, at least. */
export const SHORTEST_MS = 60_000;
/** A part is no longer a matter of listening below this. */
export const MAX_PARTS = 200;
export const PART_TITLE_CHARS = 200;
