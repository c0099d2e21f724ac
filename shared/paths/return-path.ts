/** Longest accepted path. */
const MAX_CHARS = 400;
const ORIGIN = 'http://site.invalid';
/** Guest pages would cause a redirect loop; API and sandbox paths are not pages. */
const NO_RETURN =
  /^\/(?:member\/(?:user|register|error)|welcome|registerSuccess|api|sandbox|tracking)(?:[/.]|$)|\.data$/i;

/**
 * Validates a return address from an untrusted link or cookie. Returns path and query as a browser resolves them, or
 * null if it leaves this site or is not a page.
 */
export function returnPath(given: string | null | undefined): string | null {
  // Browsers treat a backslash as a slash and drop tabs and line breaks.
  if (!given || given.length > MAX_CHARS || !/^\/[!-[\]-~]*$/.test(given)) return null;
  if (!URL.canParse(given, ORIGIN)) return null;
  const { origin, pathname, search } = new URL(given, ORIGIN);
  // `/.//elsewhere` resolves to `//elsewhere`.
  if (origin !== ORIGIN || pathname.startsWith('//')) return null;
  return NO_RETURN.test(pathname) ? null : pathname + search;
}
