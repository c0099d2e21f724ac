export interface PublicPage {
  /** Seconds a copy counts as fresh in our cache, and in a CDN unless it shows written content. */
  freshSeconds?: number;
  /** Seconds after that in which a stale copy may be shown while a new one is made. */
  staleSeconds?: number;
  /** What the page shows; a change drops every page that carries the tag. `timetable` and `programs` are the common ones. */
  tags: string[];
  /** Cookies whose value changes the page. A CDN then may not keep it. */
  keyCookies?: string[];
}

/**
 * Written content and replays may be withdrawn and must be gone everywhere within 5 s. Our own cache hears of it within
 * the second that the job takes; a CDN does not, so it keeps such a page for this long and never shows it stale.
 */
const CDN_CONTENT_SECONDS = 3;
const holdsContent = (tags: readonly string[]) => tags.some((tag) => /^articles?:|^archive$/.test(tag));

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
  const cdn = holdsContent(tags)
    ? `, s-maxage=${Math.min(freshSeconds, CDN_CONTENT_SECONDS)}`
    : `, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`;
  const shared = keyCookies.length === 0 ? cdn : '';
  return {
    'Cache-Control': `public, max-age=0${shared}`,
    'Cache-Tag': tags.join(','),
    'X-Page-Cache': `fresh=${freshSeconds};stale=${staleSeconds}${keyCookies.length ? `;cookies=${keyCookies.join('+')}` : ''}`,
    ...(keyCookies.length ? { Vary: 'Cookie' } : {}),
  };
}
