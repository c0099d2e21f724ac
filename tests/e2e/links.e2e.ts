import { beforeAll, describe, expect, it } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';
import { each, linksOf, shapeOf, someOfEach, type PageLinks } from './link-crawl.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

// Every reachable page: the kinds of page in the route map, the sitemap's static pages and a few of each of its other
// parts. Follows their links: all of small sections and a sample of large ones.

const AT_ONCE = 8;
const OF_A_PART = 4;
const OF_A_SHAPE = 12;

const ENDS_WELL = ['200', '301 200'];
/** Member pages: guests are redirected to the log-in, and back afterwards. */
const FOR_MEMBERS = /^\/member\/userinfo\//;
/**
 * Depends on the visitor: the choice of a list without pictures, stored in a cookie, and the link to a phone's app
 * store.
 */
const DEPENDS_ON_THE_READER = /^\/timetable\/\d+\/list\?(?:.*&)?text=[01]$|^\/mobileredirect\?/;

const base = siteUrl();
const pages = new Map<string, PageLinks>();
const answers = new Map<string, string>();
let foundOn = new Map<string, string>();

/** Fetches once: `200`, `301 200` for a successful redirect, or the error. Links of a page are collected. */
async function ask(target: string): Promise<string> {
  const known = answers.get(target);
  if (known !== undefined) return known;
  const first = await fetch(base + target, { redirect: 'manual' });
  const reply = first.headers.has('location') ? await fetch(base + target) : first;
  const answer = reply === first ? `${first.status}` : `${first.status} ${reply.status}`;
  answers.set(target, answer);
  const body = await reply.text();
  if (reply.ok && reply.headers.get('content-type')?.includes('text/html'))
    pages.set(target, linksOf(body, reply.url || base + target));
  return answer;
}

const locationsOf = async (path: string) =>
  [...(await (await fetch(base + path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => {
    const { pathname, search } = new URL(url.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
    return pathname + search;
  });

const spread = (list: readonly string[], count: number) =>
  list.filter((_, i) => i % Math.ceil(list.length / count) === 0);

beforeAll(async () => {
  const parts = await locationsOf('/sitemap.xml');
  const listed = await each(parts, AT_ONCE, locationsOf);
  const mapped = parts.flatMap((part, i) =>
    part === '/sitemap/pages.xml' ? (listed[i] ?? []) : spread(listed[i] ?? [], OF_A_PART),
  );
  const start = new Set([...PUBLIC_PAGES.filter(([, status]) => status === 200).map(([path]) => path), ...mapped]);
  await each([...start], AT_ONCE, ask);
  foundOn = new Map(
    [...pages].toReversed().flatMap(([path, { targets }]) => targets.map((target) => [target, path] as const)),
  );
  // Numerically, so that the smallest size of a picture comes first.
  const wanted = [...foundOn.keys()].toSorted(new Intl.Collator('en', { numeric: true }).compare);
  const placesWanted = [...pages.values()].flatMap(({ places }) => places.map(({ target }) => target));
  // Pictures are generated on first request, which is expensive: one of each name.
  const some = someOfEach(wanted, (shape) => (shape.startsWith('/pictures/') ? 1 : OF_A_SHAPE));
  await each([...new Set([...some, ...placesWanted])], AT_ONCE, ask);
});

describe('every link of every kind of page', () => {
  it('is asked for: pages, pictures, scripts, styles and feeds', () => {
    const shapes = new Set([...answers.keys()].map(shapeOf));
    for (const kind of ['/article/:n?', '/news/local/:n?', '/program/:n?', '/host/:n?', '/traffic/data/:n?area&page'])
      expect(shapes, kind).toContain(kind);
    for (const start of ['/pictures/', '/assets/', '/social/', '/feeds/'])
      expect([...answers.keys()].filter((target) => target.startsWith(start)).length, start).toBeGreaterThan(0);
    expect(answers.size).toBeGreaterThan(400);
  });

  it('answers', () => {
    const wrong = [...answers]
      .filter(
        ([target, answer]) =>
          !ENDS_WELL.includes(answer) &&
          !(answer === '302 200' && DEPENDS_ON_THE_READER.test(target)) &&
          !(answer === '303 200' && FOR_MEMBERS.test(target)),
      )
      .map(([target, answer]) => `${answer} ${target} on ${foundOn.get(target)}`);
    expect(wrong).toEqual([]);
  });

  it('leads straight to the one address, never by a detour', () => {
    const detours = [...answers].filter(([target, answer]) => answer.startsWith('301') && foundOn.has(target));
    expect(detours.map(([target]) => `${target} on ${foundOn.get(target)}`)).toEqual([]);
  });

  it('to a place in a page leads to one that is there', () => {
    const missing = [...pages].flatMap(([path, { places }]) =>
      places
        .filter(({ target, id }) => pages.has(target) && !pages.get(target)?.ids.has(id))
        .map(({ target, id }) => `${target}#${id} on ${path}`),
    );
    expect([...pages.values()].some(({ places }) => places.length > 1)).toBe(true);
    expect(missing).toEqual([]);
  });
});
