import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, siteUrl, visit, type Visit } from '#tests/setup/browser.ts';

let browser: Browser;
let paths: { program: string; host: string };

const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(siteUrl() + path, { redirect: 'manual', headers });

async function firstLink(page: string, pattern: RegExp): Promise<string> {
  const found = pattern.exec(await (await get(page)).text());
  if (!found) throw new Error(`${page} has no link like ${pattern}`);
  return found[0];
}

beforeAll(async () => {
  browser = await launchBrowser();
  paths = {
    program: await firstLink('/program', /\/program\/\d+\/[^"]+/),
    host: await firstLink('/host', /\/host\/\d+\/[^"]+/),
  };
});
afterAll(() => browser.close());

const named = (path: string) => (path === 'PROGRAM' ? paths.program : path === 'HOST' ? paths.host : path);
const PAGES = [
  '/',
  '/timetable/881',
  '/timetable/903',
  '/timetable/864',
  '/timetable/881/list',
  '/program',
  'PROGRAM',
  '/host',
  'HOST',
];

describe('addresses', () => {
  it.each([
    ['/anymind360_review', 200],
    ['/timetable/904', 404],
    ['/timetable/abc', 404],
    ['/timetable/881?day=2026-13-40', 404],
    ['/timetable/881?day=1999-01-01', 404],
    ['/timetable/881/list?text=2', 404],
    ['/program/abc', 404],
    ['/program/0', 404],
    ['/program/99999999999999999999', 404],
    ['/program?channel=999', 404],
    ['/program?category_id=x', 404],
    ['/program?page=0', 404],
    ['/program?keyword=%00', 200],
    ['/host/abc', 404],
    ['/host/2147483648', 404],
  ])('%s answers %i', async (path, status) => expect((await get(path)).status).toBe(status));

  it.each(['program', 'host'] as const)(
    'a %s with a wrong or missing name leads to its one address for good',
    async (kind) => {
      const [, base = ''] = /^(\/\w+\/\d+)/.exec(paths[kind]) ?? [];
      for (const path of [base, `${base}/wrong-name`]) {
        const reply = await get(path);
        expect(reply.status).toBe(301);
        expect(new URL(reply.headers.get('location') ?? '', siteUrl()).pathname).toBe(paths[kind]);
      }
    },
  );
});

describe('without scripts', () => {
  /** One tab for all, which shows another page for half of the work of a new one. */
  let tab: Visit;
  beforeAll(async () => {
    tab = await visit(browser, '/robots.txt', { javaScriptEnabled: false });
  });
  afterAll(() => tab.close());

  it.each(PAGES)('%s reads and holds its links', async (path) => {
    const { page } = tab;
    await page.goto(siteUrl() + named(path), { waitUntil: 'load' });
    expect(await page.locator('main').innerText()).toMatch(/\p{Script=Han}{4,}/u);
    expect(await page.locator('main a[href^="/"]').count()).toBeGreaterThan(3);
  });
});

describe('what machines read', () => {
  const thingsOf = async (path: string) =>
    [...(await (await get(path)).text()).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, string> & { '@type': string },
    );

  it.each([
    ['/', ['BroadcastService', 'BroadcastService', 'BroadcastService', 'RadioStation']],
    ['/timetable/881', ['BreadcrumbList']],
    ['HOST', ['BreadcrumbList', 'Person']],
  ])('%s carries JSON-LD of the right kinds', async (path, kinds) => {
    expect((await thingsOf(named(path))).map((thing) => thing['@type']).toSorted()).toEqual(kinds);
  });

  it('a programme is a series with its coming broadcasts', async () => {
    const things = await thingsOf(paths.program);
    expect(things.map((t) => t['@type'])).toEqual(
      expect.arrayContaining(['RadioSeries', 'BroadcastEvent', 'BreadcrumbList']),
    );
    for (const event of things.filter((t) => t['@type'] === 'BroadcastEvent')) {
      expect(Date.parse(event['endDate'] ?? '')).toBeGreaterThan(Date.parse(event['startDate'] ?? ''));
    }
  });

  it.each(PAGES)('%s names its own address and a picture that exists', async (path) => {
    const html = await (await get(named(path))).text();
    const canonical = /rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(new URL(canonical).pathname).toBe(named(path).replace(/\/list$/, ''));
    const image = new URL(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '').pathname;
    const picture = await get(image);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
  });

  it('keeps the review variant out of search', async () => {
    const html = await (await get('/anymind360_review')).text();
    expect(html).toContain('content="noindex, follow"');
    expect(html).toMatch(/rel="canonical" href="[^"]+\/"/);
  });

  it('robots.txt and the manifest name what exists', async () => {
    expect(await (await get('/robots.txt')).text()).toContain('/sitemap.xml');
    const reply = await get('/manifest.webmanifest');
    expect(reply.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = (await reply.json()) as { icons: { src: string }[] };
    for (const { src } of manifest.icons) expect((await get(src)).status).toBe(200);
  });
});

describe('the timetable', () => {
  it('R-054 marks one programme as running, on the page and in the list', async () => {
    for (const path of ['/timetable/881', '/timetable/881/list']) {
      const { page, close } = await visit(browser, path);
      const running = page.locator('main [aria-current="true"]:is(li, tr)');
      expect(await running.count()).toBe(1);
      // The day opens at it, also on a phone, with the first-visit bar.
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        const box = await running.boundingBox();
        expect(box && box.y >= 0 && box.y + Math.min(box.height, 60) <= height - 72).toBe(true);
      }
      if (path === '/timetable/881')
        expect(await running.getByRole('img', { includeHidden: true }).isVisible()).toBe(true);
      await close();
    }
  });

  it('has each show of a night in one day, and on air in no more than one', async () => {
    const { page, close } = await visit(browser, '/timetable/903');
    const shown = new Set<string>();
    let running = 0;
    const days = await page
      .getByRole('navigation', { name: '日期' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const day of days.slice(0, 3)) {
      await page.goto(new URL(day, siteUrl()).href, { waitUntil: 'load' });
      running += await page.locator('main li[aria-current="true"]').count();
      const starts = await page
        .locator('main li time:not([data-ad-slot] *)')
        .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
      for (const start of starts) {
        expect(shown.has(start)).toBe(false);
        shown.add(start);
      }
    }
    expect(running).toBe(1);
    await close();
  });

  it('R-055 drops pictures from the list when the cookie says so, and the links set it without scripts', async () => {
    const { page, close } = await visit(browser, '/timetable/881/list', { javaScriptEnabled: false });
    expect(await page.locator('main table img').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: '純文字' }).click();
    await page.waitForURL(({ search }) => search === '');
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByRole('link', { name: '一覽' }).click();
    await page.locator('main table img').first().waitFor({ state: 'attached' });
    await close();
  });

  it('R-055, R-056 is one address with two bodies, kept apart by the cookie', async () => {
    const withText = await get('/timetable/881/list', { Cookie: 'timetable_text=1' });
    expect(withText.headers.get('vary')?.toLowerCase()).toContain('cookie');
    expect(mainOf(await withText.text())).not.toContain('/pictures/');
    expect(mainOf(await (await get('/timetable/881/list')).text())).toContain('/pictures/');
  });
});

describe('programmes and hosts', () => {
  it('R-066 filters by channel and finds by keyword without scripts', async () => {
    const { page, close } = await visit(browser, '/program', { javaScriptEnabled: false });
    await page.locator('main').getByRole('link', { name: '叱咤903' }).click();
    expect(await page.locator('main [aria-current="true"]').first().innerText()).toContain('叱咤903');
    await page.locator('main').getByRole('searchbox').fill('放學後');
    await page.locator('main').getByRole('button', { name: '搵' }).click();
    expect(await page.locator('main article h2').allInnerTexts()).toContain('放學後電台');
    await close();
  });

  /** The number of programmes that a page claims to list. */
  async function listed(path: string): Promise<number> {
    const page = await (await get(path)).text();
    return Number(/>(\d+) 個節目/.exec(page.replaceAll('<!-- -->', ''))?.[1]);
  }

  it('filters by the day of the week as well, and gives a 404 for a day that is none', async () => {
    const [all, on903, sundays, both] = await Promise.all(
      ['/program', '/program?channel=903', '/program?day=0', '/program?channel=903&day=0'].map(listed),
    );
    expect(all).toBeGreaterThan(Math.max(on903 ?? 0, sundays ?? 0));
    expect(both).toBeGreaterThan(0);
    expect(both).toBeLessThan(Math.min(on903 ?? 0, sundays ?? 0));
    for (const day of ['7', 'x', '-1']) expect((await get(`/program?day=${day}`)).status).toBe(404);
  });

  it('leads to every programme there is', async () => {
    const all = await listed('/program');
    expect(all).toBeGreaterThanOrEqual(66);
    const page = await (await get(`/program?page=${Math.ceil(all / 10)}`)).text();
    const ids = new Set([...mainOf(page).matchAll(/href="\/program\/(\d+)/g)].map(([, id]) => id));
    expect(ids.size).toBe(all);
  });

  it('gives the coming broadcasts of a programme as a calendar in UTC, and the way to pass it on', async () => {
    const page = mainOf(await (await get('/program/1035/%E6%94%BE%E5%AD%B8%E5%BE%8C%E9%9B%BB%E5%8F%B0')).text());
    expect(page).toContain('href="/calendar/program-1035.ics"');
    expect(page).toContain('aria-label="分享"');
    const reply = await get('/calendar/program-1035.ics');
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const events = [...(await reply.text()).matchAll(/DTSTART:(\d{8}T\d{6}Z)/g)];
    expect(events.length).toBeGreaterThan(3);
    for (const wrong of ['program-1035', 'program-x.ics', 'program-99999.ics', '1035.ics'])
      expect((await get(`/calendar/${wrong}`)).status).toBe(404);
  });

  it('R-466 labels performer shows', async () => {
    const shown = async (id: number) => mainOf(await (await fetch(`${siteUrl()}/program/${id}`)).text());
    for (const id of [1087, 1172]) expect(await shown(id)).toContain('表演者專場');
    const other = await shown(1035);
    expect(other.slice(0, other.indexOf('id="about"'))).not.toContain('表演者專場');
  });

  it('shows ten more with each press, and says how many there are', async () => {
    const { page, close } = await visit(browser, '/program', { javaScriptEnabled: false });
    expect(await page.locator('main article').count()).toBe(10);
    await page.getByRole('link', { name: '睇多啲節目' }).click();
    await expect.poll(() => page.locator('main article').count()).toBe(20);
    await close();
  });

  it('R-057, R-059 labels the picture of a guest and of nobody else', async () => {
    const { page, close } = await visit(browser, '/host');
    const guests = page.locator('section:has(#guests) li');
    const labels = page.locator('main li', { has: page.getByText('嘉賓', { exact: true }) });
    expect(await guests.count()).toBeGreaterThan(0);
    expect(await labels.count()).toBe(await guests.count());
    await guests.first().getByRole('link').click();
    await page.waitForURL(/\/host\/\d+\//);
    // The address changes before the page.
    await guests.first().waitFor({ state: 'detached' });
    await page.getByText('嘉賓', { exact: true }).first().waitFor();
    await close();
  });
});
