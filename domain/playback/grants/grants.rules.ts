// How long a grant is valid.

/** Lifetime of a member's address; players fetch the next one well before. */
export const GRANT_MS = 5 * 60_000;
/** A public address (a free preview, a trailer, a test) is the same for everyone for ten minutes, so that caches can hold it. */
const PUBLIC_GRANT_MS = 600_000;

/** When a public address of now expires. */
export const publicGrantEndsAt = (now: Date): number =>
  (Math.floor(now.getTime() / PUBLIC_GRANT_MS) + 2) * PUBLIC_GRANT_MS;
