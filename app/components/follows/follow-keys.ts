// Not among those of `cookies.ts` and `storage-keys.ts`, which every page loads.

/** localStorage: what a guest follows, a JSON list, until it is joined to the list of a member. */
export const GUEST_FOLLOWS_KEY = 'airwave.follows';

/** Cookie, 1: this visitor follows something, so that the home page reserves the row from its first paint. */
export const FOLLOWS_COOKIE = 'follows';

/** Height of the row on the home page, before it is loaded too. As in `followed-row.module.css`. */
export const ROW_HEIGHT = '15rem';
