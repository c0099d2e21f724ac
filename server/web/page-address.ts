import { readCookie } from '#app/cookies.ts';

/** Cookies that change a public page, by the beginning of its path. Only these are part of a page's key. */
const KEY_COOKIES: readonly { path: RegExp; cookie: string; value: string }[] = [
  { path: /^\/timetable\/\d+\/list(\.data)?$/, cookie: 'timetable_text', value: '1' },
];

/** Query names that pages read; the rest (campaign marks and noise) must not make copies of a page. */
const KEY_QUERY = new Set([
  'category_id',
  'channel',
  'day',
  'hour',
  'keyword',
  'lang',
  'page',
  'program_archive_id',
  'program_archive_section_id',
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
  'at',
  'to',
  'item',
  'quantity',
  'delivery',
  'token',
]);

const MAX_URL_LENGTH = 400;

const MAY_BE_PRIVATE = /figures|member|welcome|registersuccess|campaign|%[2-7]/i;

/**
 * Whether pages under this path say who asks: they are made for one visitor and kept nowhere. Taken widely, as the router
 * reads letters of both cases and decodes.
 */
export function isPrivatePath(path: string): boolean {
  // Nearly every path: what is spelt without these letters, as they are or encoded, is not that path.
  if (!MAY_BE_PRIVATE.test(path)) return false;
  let told = path;
  try {
    told = decodeURIComponent(new URL(`http://site.invalid${path}`).pathname);
  } catch {
    // an address that cannot be read is nobody's
  }
  // The figures are the station's own.
  // `welcome` and `registerSuccess` lead to pages of members with their whole query, which holds the code of a mail; so does the
  // path of an invitation, and who tries codes is counted.
  return /^\/+(?:figures|member|welcome|registersuccess|campaign\/reply)(?:\/|\.data$|$)/i.test(told);
}

/** What a page is asked for by: its key in the cache, and the path and query that are rendered under that key. */
export interface PageAddress {
  /** Null where nothing is kept: the page is a member's, or its address absurdly long in what pages read. */
  key: string | null;
  /** Holds nothing that the key does not: no visitor can put words of theirs into a page that others get. */
  url: string;
  /** Cookies whose value the key holds. */
  cookies: readonly string[];
}

/** The address of a page, from the target of a request and its cookies. */
export function pageAddress(asked: string, cookieHeader: string | undefined): PageAddress {
  // A proxy may name the whole address, and every server must take that.
  const target = asked.startsWith('/') ? asked : `/${asked.replace(/^[^/?]*:\/\/[^/?]*\/?/, '')}`;
  const mark = target.indexOf('?');
  let url = mark < 0 ? target : target.slice(0, mark);
  if (isPrivatePath(url)) return { key: null, url: target, cookies: [] };
  const cookies = KEY_COOKIES.filter(({ path }) => path.test(url));
  if (mark >= 0) {
    const known = [...new URLSearchParams(target.slice(mark))].filter(([name]) => KEY_QUERY.has(name));
    // By name only: of two values of one name pages read the first, so their order counts.
    known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const query = new URLSearchParams(known).toString();
    if (query) url += `?${query}`;
  }
  // Measured without what no page reads: noise behind an address must not make its page anew.
  if (url.length > MAX_URL_LENGTH) return { key: null, url, cookies: [] };
  let key = url;
  // A space cannot stand in an address, so no address can look like another's key.
  for (const { cookie, value } of cookies) if (readCookie(cookieHeader ?? null, cookie) === value) key += ` ${cookie}`;
  return { key, url, cookies: cookies.map(({ cookie }) => cookie) };
}

/** What a target has in its query that no page reads: it is neither in the key nor told to the page. */
export function unreadQuery(target: string): string {
  const mark = target.indexOf('?');
  if (mark < 0 || isPrivatePath(target.slice(0, mark))) return '';
  const unread = [...new URLSearchParams(target.slice(mark))].filter(([name]) => !KEY_QUERY.has(name));
  return new URLSearchParams(unread).toString();
}

/**
 * Whether the key of an address holds every cookie that the page's terms name. It does not where the page was reached
 * by an odd spelling of its path, or where a new page is missing above: then it may not be kept for others.
 */
export function holdsCookiesOf({ cookies }: PageAddress, terms: string | null): boolean {
  const named = /\bcookies=([^;]*)/.exec(terms ?? '')?.[1]?.split('+') ?? [];
  return named.every((cookie) => cookies.includes(cookie));
}
