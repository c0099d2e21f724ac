/** Maximum songs a member can keep. */
export const MAX_KEPT = 1_000;
/** Maximum heard songs. The oldest are deleted. */
export const MAX_HEARD = 500;
/** A song counts as heard after playing this long. */
export const HEARD_AFTER_MS = 30_000;
/** Maximum songs per report of a player. */
export const MAX_HEARD_AT_ONCE = 50;
/** Page size of the list. */
export const SONGS_A_PAGE = 50;

export type HowSong = 'heard' | 'kept';
