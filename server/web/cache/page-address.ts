import { readCookie } from '#app/cookies.ts';

/** Cookies that change a public page, by path. Only these are part of a page's cache key. */
const KEY_COOKIES: readonly { path: RegExp; cookie: string; value: string }[] = [
  { path: /^\/timetable\/\d+\/list(\.data)?$/, cookie: 'timetable_text', value: '1' },
];

/** Query parameters that pages read; others (campaign marks, noise) must not create copies of a page. */
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
  'entry',
  'keep',
  'item',
  'quantity',
  'delivery',
  'token',
]);

const MAX_URL_LENGTH = 400;

const MAY_BE_PRIVATE = /member|welcome|registersuccess|campaign|preview|%[2-7]/i;

/**
 * Whether pages under this path are personal: rendered per visitor and never cached. Matched broadly, because the
 * router ignores case and decodes.
 */
export function isPrivatePath(path: string): boolean {
  // A quick check for nearly every path: without these letters, plain or encoded, it cannot be such a path.
  if (!MAY_BE_PRIVATE.test(path)) return false;
  let told = path;
  try {
    told = decodeURIComponent(new URL(`http://site.invalid${path}`).pathname);
  } catch {
    // An undecodable URL is not personal.
  }
  // Previews are internal to the station.
  // `welcome` and `registerSuccess` redirect to member pages with their whole query, which contains a mailed code; an
  // invitation's path contains its code, and attempts on codes are counted.
  return /^\/+(?:member|welcome|registersuccess|campaign\/reply|preview)(?:\/|\.data$|$)/i.test(told);
}

/**
 * A target whose path cannot be decoded, as of a link that was cut off within a character, with each `%` of the path encoded: it
 * names no page, and is answered by the page that says so. Calls keep their typed refusal.
 */
export function decodableTarget(target: string): string {
  if (!target.includes('%')) return target;
  const [path = ''] = target.split('?', 1);
  if (path.startsWith('/api/')) return target;
  try {
    // What it returns is used: the bundler drops a call that it takes to have no effect.
    if (decodeURI(path) !== '') return target;
  } catch {
    // Below.
  }
  return path.replaceAll('%', '%25') + target.slice(path.length);
}

/** A page request: its cache key, and the path and query rendered under that key. */
export interface PageAddress {
  /** Null if not cacheable: a personal page, or an excessively long URL. */
  key: string | null;
  /** Contains nothing beyond the key, so that no visitor can inject content into a shared page. */
  url: string;
  /** Cookies whose values are part of the key. */
  cookies: readonly string[];
}

/** The page address of a request target and its cookies. */
export function pageAddress(asked: string, cookieHeader: string | undefined): PageAddress {
  // A proxy may send an absolute URL, which every server must accept.
  const target = asked.startsWith('/') ? asked : `/${asked.replace(/^[^/?]*:\/\/[^/?]*\/?/, '')}`;
  const mark = target.indexOf('?');
  let url = mark < 0 ? target : target.slice(0, mark);
  if (isPrivatePath(url)) return { key: null, url: target, cookies: [] };
  const cookies = KEY_COOKIES.filter(({ path }) => path.test(url));
  if (mark >= 0) {
    const known = [...new URLSearchParams(target.slice(mark))].filter(([name]) => KEY_QUERY.has(name));
    // Sorted by name only: pages read the first of repeated values, so their order matters.
    known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const query = new URLSearchParams(known).toString();
    if (query) url += `?${query}`;
  }
  // Measured without unread parameters, so that noise does not cause a render.
  if (url.length > MAX_URL_LENGTH) return { key: null, url, cookies: [] };
  let key = url;
  // A space cannot occur in a URL, so no URL can collide with another's key.
  for (const { cookie, value } of cookies) if (readCookie(cookieHeader ?? null, cookie) === value) key += ` ${cookie}`;
  return { key, url, cookies: cookies.map(({ cookie }) => cookie) };
}

/** The unread query parameters of a target: neither in the key nor passed to the page. */
export function unreadQuery(target: string): string {
  const mark = target.indexOf('?');
  if (mark < 0 || isPrivatePath(target.slice(0, mark))) return '';
  const unread = [...new URLSearchParams(target.slice(mark))].filter(([name]) => !KEY_QUERY.has(name));
  return new URLSearchParams(unread).toString();
}

/**
 * Whether the key includes every cookie that the page's terms name. If not (an odd spelling of the path, or a page
 * missing above), the page must not be cached for others.
 */
export function holdsCookiesOf({ cookies }: PageAddress, terms: string | null): boolean {
  const named = /\bcookies=([^;]*)/.exec(terms ?? '')?.[1]?.split('+') ?? [];
  return named.every((cookie) => cookies.includes(cookie));
}
