/** Sound before and after a broadcast that its page at the desk shows, so that an edge can move outwards. */
export const SOUND_MARGIN_MS = 10 * 60_000;
/** Length of the longest piece of sound that is fetched at once. */
export const SOUND_CHUNK_MS = 60_000;
/** Peaks are made for whole windows of this length, so that every request for one is the same. */
export const WAVE_WINDOW_MS = 10 * 60_000;
