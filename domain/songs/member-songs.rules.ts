/** More than this nobody keeps by hand. */
export const MOST_KEPT = 1_000;
/** What was heard is kept up to so many; the oldest go. */
export const MOST_HEARD = 500;
/** A song is heard when it sounded so long. */
export const HEARD_AFTER_MS = 30_000;
/** What a player tells at once. */
export const MOST_HEARD_AT_ONCE = 50;
/** What a page of the list has. */
export const SONGS_A_PAGE = 50;

export type HowSong = 'heard' | 'kept';
