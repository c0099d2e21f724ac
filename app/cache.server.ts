export interface PublicPage {
  /** Seconds a copy counts as fresh in our cache and in a CDN. */
  freshSeconds?: number;
  /** Seconds after that in which a stale copy may be shown while a new one is made. */
  staleSeconds?: number;
  /** What the page shows; a change drops every page that carries the tag. `timetable` and `programs` are the common ones. */
  tags: string[];
  /** Cookies whose value changes the page. A CDN then may not keep it. */
  keyCookies?: string[];
}

/**
 * Headers of a page that is the same for everyone. A route that uses this must not read the session; a law test holds it.
 * The page cache reads them; the browser itself always asks again, so a purge is seen at the next load.
 */
export function publicPage({
  freshSeconds = 15,
  staleSeconds = 60,
  tags,
  keyCookies = [],
}: PublicPage): Record<string, string> {
  const shared = keyCookies.length === 0 ? `, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}` : '';
  return {
    'Cache-Control': `public, max-age=0${shared}`,
    'Cache-Tag': tags.join(','),
    'X-Page-Cache': `fresh=${freshSeconds};stale=${staleSeconds}${keyCookies.length ? `;cookies=${keyCookies.join('+')}` : ''}`,
    ...(keyCookies.length ? { Vary: 'Cookie' } : {}),
  };
}
