/** Number of past weeks that can be viewed. */
export const CHART_WEEKS = 12;
/** Weeks of a song's or singer's own history: ten years of one song. */
export const HISTORY_WEEKS = 520;
/** Charted songs that are compared with a song or singer, the newest. */
export const COMPARED_SONGS = 20_000;
