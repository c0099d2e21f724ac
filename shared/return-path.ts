/** A page is named by so much at most. */
const MAX_CHARS = 400;
const ORIGIN = 'http://site.invalid';
/** Pages for guests would lead round in a circle; calls and stand-ins are no pages. */
const NO_RETURN =
  /^\/(?:member\/(?:user|register|error)|welcome|registerSuccess|api|sandbox|tracking)(?:[/.]|$)|\.data$/i;

/**
 * A page of this site to go back to, from an address somebody may have written into a link or a cookie: path and query,
 * as a browser would read them, or null for everything that leads elsewhere.
 */
export function returnPath(given: string | null | undefined): string | null {
  // A backslash is a slash to browsers, and they drop tabs and line breaks.
  if (!given || given.length > MAX_CHARS || !/^\/[!-[\]-~]*$/.test(given)) return null;
  if (!URL.canParse(given, ORIGIN)) return null;
  const { origin, pathname, search } = new URL(given, ORIGIN);
  // `/.//elsewhere` has become `//elsewhere`.
  if (origin !== ORIGIN || pathname.startsWith('//')) return null;
  return NO_RETURN.test(pathname) ? null : pathname + search;
}
