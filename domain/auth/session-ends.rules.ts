const DAY_MS = 86_400_000;
/** Thirty days from the last use, at most a year from the log-in. */
const REMEMBERED_MS = 30 * DAY_MS;
const BROWSER_MS = DAY_MS;
const MAX_SESSION_MS = 365 * DAY_MS;

/** The instant at which a session ends that is used `now` and not again. */
export function endOf(session: { rememberMe: boolean; createdAt: Date }, now: Date): Date {
  const ends = now.getTime() + (session.rememberMe ? REMEMBERED_MS : BROWSER_MS);
  return new Date(Math.min(ends, session.createdAt.getTime() + MAX_SESSION_MS));
}
