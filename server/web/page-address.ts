import { readCookie } from '#app/cookies.ts';

/** Cookies that change a public page, by the beginning of its path. Only these are part of a page's key. */
const KEY_COOKIES: readonly { path: RegExp; cookie: string }[] = [
  { path: /^\/timetable\/\d+\/list(\.data)?$/, cookie: 'timetable_text' },
];

/** Query names that pages read; the rest (campaign marks and noise) must not make copies of a page. */
const KEY_QUERY = new Set([
  'category_id',
  'channel',
  'day',
  'keyword',
  'lang',
  'page',
  'q',
  'sort',
  'type',
  'area',
  'week',
  'text',
  'appname',
  'store',
  '_routes',
  'httpStatusCode',
]);

const MAX_URL_LENGTH = 400;

/** What a page is asked for by: its key in the cache, and the path and query that are rendered under that key. */
export interface PageAddress {
  key: string;
  /** Holds nothing that the key does not: no visitor can put words of theirs into a page that others get. */
  url: string;
}

/** The address of a page; null when it is absurdly long and not worth keeping. */
export function pageAddress(url: string, cookies: string | undefined): PageAddress | null {
  if (url.length > MAX_URL_LENGTH) return null;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  let asked = path;
  if (mark >= 0) {
    const known = [...new URLSearchParams(url.slice(mark))].filter(([name]) => KEY_QUERY.has(name));
    // By name only: of two values of one name pages read the first, so their order counts.
    known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const query = new URLSearchParams(known).toString();
    if (query) asked += `?${query}`;
  }
  let key = asked;
  for (const { path: pattern, cookie } of KEY_COOKIES) {
    // A space cannot stand in an address, so no address can look like another's key.
    if (pattern.test(path) && readCookie(cookies ?? null, cookie) === '1') key += ` ${cookie}`;
  }
  return { key, url: asked };
}
