import { BREAKING_NEWS_TAG } from '#domain/breaking-news/breaking-news.rules.ts';

export interface PublicPage {
  /** Seconds a copy is fresh in our cache, and in a CDN unless it shows editorial content. */
  freshSeconds?: number;
  /** Seconds after that in which a stale copy may be served while a new one is rendered. */
  staleSeconds?: number;
  /** Contents of the page; a change purges every page with the tag. `timetable` and `programs` are the common ones. */
  tags: string[];
  /** Cookies that vary the page. A CDN must not cache it then. */
  keyCookies?: string[];
}

/**
 * Editorial content and replays may be withdrawn and must be gone everywhere within 5 s. Our own cache is purged by the
 * job within a second; a CDN is not, so it caches such a page for this long and never serves it stale.
 */
const CDN_CONTENT_SECONDS = 3;
const holdsContent = (tags: readonly string[]) => tags.some((tag) => /^articles?:|^(archive|breaking-news)$/.test(tag));

/**
 * Headers of a page that is the same for everyone. A route with these must not read the session, which a law test
 * enforces. Every page has breaking news and their tag. The page cache reads the headers; browsers always revalidate, so that a purge takes effect on the next load.
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
    'Cache-Tag': [...new Set([...tags, BREAKING_NEWS_TAG])].join(','),
    'X-Page-Cache': `fresh=${freshSeconds};stale=${staleSeconds}${keyCookies.length ? `;cookies=${keyCookies.join('+')}` : ''}`,
    ...(keyCookies.length ? { Vary: 'Cookie' } : {}),
  };
}
