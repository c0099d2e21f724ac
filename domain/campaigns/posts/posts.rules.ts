// Limits of what the station posts, also for the form of the desk.

export const MAX_POSTS = 200;
export const MAX_POST_CHARS = 4_000;
/** Updates on the page of a campaign, newest first; questions are all shown. */
export const UPDATES_SHOWN = 20;
