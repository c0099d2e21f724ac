import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, ready, siteUrl } from '#tests/setup/browser.ts';
import { adsOrigin, standInForAds, type StandInPlan } from './ads-stand-in.ts';
import { hide } from './tracked-visitor.ts';

// Ad slots: everyone's HTML contains the station's own content; with consent they are filled from another origin
// without layout shifts.

const names = (html: string) => [...html.matchAll(/data-ad-slot="([^"]+)"/g)].map(([, name]) => name ?? '');
const htmlOf = async (path: string) => (await fetch(siteUrl() + path, { redirect: 'manual' })).text();

describe('the HTML of everybody', () => {
  it.each([
    ['/', ['home-leaderboard-1', 'home-banner-1', 'home-rectangle-1']],
    ['/anymind360_review', ['home-review-leaderboard-1', 'home-review-header-banner-1']],
    ['/article/latest', ['hotTopics-native-1', 'hotTopics-fluid-1', 'hotTopics-rectangle-1']],
    ['/article/latest/anymind360_review', ['hotTopics-review-native-1']],
    ['/highlight', ['highlights-native-1', 'highlights-fluid-1']],
    ['/soundcolumn', ['columns-rectangle-1']],
    ['/news', ['news-leaderboard-1', 'news-rectangle-1']],
    ['/news/recent', ['news-fluid-1']],
    ['/live/903', ['live-rectangle-1']],
    ['/live/903/anymind360_review', ['live-review-rectangle-1']],
    ['/search?q=新聞', ['search-rectangle-1']],
    ['/timetable/881', ['timetable-rectangle-1']],
    ['/timetable/881/list', ['timetable-leaderboard-1']],
    ['/program', ['allPrograms-leaderboard-1']],
    ['/program/archives', ['archive-leaderboard-1']],
    ['/host', ['djList-leaderboard-1']],
    ['/chart', ['charts-rectangle-1']],
    ['/traffic', ['roadCoopMain-leaderboard-1']],
    ['/traffic/fund', ['roadCoopRoadFund-leaderboard-1', 'roadCoopRoadFund-header-banner-1']],
    ['/traffic/data/4', ['roadCoopUsefulInfo-carPark-leaderboard-1']],
  ])('has the ad slots of its group, each with something in it and none twice: %s', async (path, some) => {
    const html = await htmlOf(path);
    const found = names(html);
    expect(found).toEqual(expect.arrayContaining(some));
    expect(new Set(found).size).toBe(found.length);
    expect(html.match(/data-ad-house=/g)?.length).toBeGreaterThanOrEqual(found.length);
    expect(html).not.toMatch(/<iframe/);
  });

  it('has no ad slot where an address begins with one of the eight, on other frames, or on pages of money', async () => {
    for (const path of [
      '/crgovideo',
      '/crgovideo/all',
      '/live-event',
      '/livestreamfaq',
      '/member/user/login',
      '/member/userinfo',
      '/staticpage/faq',
      '/mobileredirect?appname=toolbar',
      '/member/error/timeout',
      '/pricing',
      '/contactUs',
      '/nowhere-at-all',
    ])
      expect(names(await htmlOf(path)), path).toEqual([]);
  });
});

describe('a page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser({ pictures: true });
  });
  afterAll(() => browser.close());

  const AGREED = { cookie_consent: '2.3', archive_offer: '1' };
  async function open({
    path = '/',
    width = 1440,
    cookies = AGREED,
    plan,
    isPaying = false,
  }: {
    path?: string;
    width?: number;
    cookies?: Record<string, string>;
    plan?: StandInPlan;
    /** The station is not asked for the visitor, because it would report a guest. */
    isPaying?: boolean;
  }): Promise<{ context: BrowserContext; page: Page; elsewhere: string[]; faults: string[]; reports: string[] }> {
    // The stand-in answers for an origin that this page's Content-Security-Policy may not name.
    const context = await browser.newContext({ viewport: { width, height: width < 700 ? 844 : 900 }, bypassCSP: true });
    const list = Object.entries(cookies).map(([name, value]) => ({ name, value, url: siteUrl() }));
    if (list.length > 0) await context.addCookies(list);
    const [elsewhere, faults, reports]: [string[], string[], string[]] = [[], [], []];
    await context.route('**/tracking/ads', async (route) => {
      reports.push(route.request().postData() ?? '');
      await route.fulfill({ status: 200, body: '' });
    });
    if (isPaying) await context.route('**/api/user/state', (route) => route.abort());
    if (plan) await standInForAds(context, plan);
    await context.addInitScript(() => {
      const moved = window as unknown as { moved: number };
      moved.moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) moved.moved += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const page = await context.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(siteUrl())) elsewhere.push(request.url());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(siteUrl() + path, { waitUntil: 'load' });
    await ready(page);
    return { context, page, elsewhere, faults, reports };
  }

  /** All reports so far: they are batched for some seconds, unless the page is hidden. */
  const reported = (page: Page, reports: readonly string[]) =>
    expect.poll(
      async () => {
        await hide(page);
        return reports.join();
      },
      { interval: 250 },
    );

  const shifts = (page: Page) => page.evaluate(() => (window as unknown as { moved: number }).moved);

  async function throughIt(page: Page): Promise<void> {
    const step = await page.evaluate(() => innerHeight * 0.8);
    for (let at = 0; at < 12; at++) {
      await page.evaluate((by) => {
        scrollBy(0, by);
        // A browser that sees nothing to draw may wait with its next frame for ever.
        return new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done));
          setTimeout(done, 1_000);
        });
      }, step);
    }
  }

  const RANDOM: StandInPlan = {
    usual: { lateMs: 300 },
    'home-leaderboard-1': { size: [4_000, 4_000] },
    'home-banner-1': { does: 'empty', lateMs: 200 },
    'home-rectangle-1': { does: 'drop' },
    'home-header-banner-1': { size: [88, 31], lateMs: 500 },
    'article-inread-1': { size: [300, 1_050], lateMs: 100 },
    'article-rectangle-1': { does: 'nothing' },
  };

  /** One tab for all widths; with its routes nothing is cached, as on a first visit. */
  let random: Awaited<ReturnType<typeof open>> | undefined;

  it.each([390, 768, 1200, 1440, 1920])(
    'does not move for what is late, empty, too large or dropped, at %i pixels',
    async (width) => {
      random ??= await open({ path: '/robots.txt', plan: RANDOM });
      const { page, faults } = random;
      await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
      for (const path of width === 390 || width === 1440 ? ['/', '/article/1000'] : ['/']) {
        await page.goto(siteUrl() + path, { waitUntil: 'load' });
        await ready(page);
        await page.waitForSelector('[data-ad-shown]');
        await throughIt(page);
        expect(await shifts(page), path).toBeLessThanOrEqual(0.02);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
        expect(faults).toEqual([]);
      }
    },
  );

  it('asks for nothing elsewhere before a choice, nor for who refused, and does not move for the bar', async () => {
    const choices: Record<string, string>[] = [
      {},
      { cookie_consent: '2.0' },
      { cookie_consent: '2.1', archive_offer: '1' },
    ];
    for (const cookies of choices) {
      const { context, page, elsewhere } = await open({ cookies });
      await throughIt(page);
      await page.waitForLoadState('networkidle');
      expect(elsewhere).toEqual([]);
      expect(await page.locator('iframe').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.dataset.ads)).toBe('house');
      expect(await page.locator('[data-ad-slot="home-leaderboard-1"] [data-ad-house]').isVisible()).toBe(true);
      expect(await shifts(page)).toBeLessThanOrEqual(0.02);
      await context.close();
    }
  });

  it('has no room for advertising from its first paint for who pays, but where a partner reviews (R-039)', async () => {
    const cookies = { ...AGREED, ad_free: '1' };
    const { context, page, elsewhere } = await open({ cookies, plan: {}, isPaying: true });
    await throughIt(page);
    await page.waitForLoadState('networkidle');
    const heights = await page
      .locator('[data-ad-slot], [data-ad-room]')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(4);
    expect(Math.max(...heights)).toBe(0);
    expect(elsewhere).toEqual([]);
    expect(await shifts(page)).toBeLessThanOrEqual(0.02);
    await page.goto(`${siteUrl()}/anymind360_review`);
    await page.waitForSelector('[data-ad-slot="home-review-leaderboard-1"][data-ad-shown]');
    await context.close();
  });

  it('holds one auction for its ad slots, gives each frame what it asked, and clamps what a creative says of its size', async () => {
    const told: string[] = [];
    const plan: StandInPlan = { 'home-leaderboard-1': { size: [4_000, 4_000] }, 'home-banner-1': { does: 'empty' } };
    const { context, page, reports } = await open({ path: '/robots.txt', plan });
    page.on('console', (message) => told.push(message.text()));
    await page.goto(`${siteUrl()}/?ad=late`);
    await page.waitForSelector('[data-ad-slot="home-leaderboard-1"][data-ad-shown]');
    const auctions = told.filter((line) => line.startsWith('auction ')).map((line) => JSON.parse(line.slice(8)));
    expect(auctions).toHaveLength(1);
    expect(auctions[0]).toMatchObject({ consent: 3, timeoutMs: 3_000, page: { group: 'home', isReview: false } });
    expect(auctions[0].page.url).toBe(`${siteUrl()}/?ad=late`);
    expect(auctions[0].slots).toContainEqual({
      name: 'home-leaderboard-1',
      type: 'leaderboard',
      floorHkd: 0.4,
      sizes: [
        [970, 90],
        [728, 90],
      ],
    });
    const filled = told.filter((line) => line.startsWith('fill ')).map((line) => JSON.parse(line.slice(5)));
    expect(filled.find(({ name }) => name === 'home-leaderboard-1')).toMatchObject({
      joined: true,
      consent: 3,
      targeting: { hb_pb: '4.20' },
    });
    const frame = page.locator('[data-ad-slot="home-leaderboard-1"] iframe');
    expect([await frame.getAttribute('width'), await frame.getAttribute('height')]).toEqual(['970', '90']);
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    // The slot below the fold is empty and shows the station's own content.
    await page.locator('[data-ad-slot="home-banner-1"]').scrollIntoViewIfNeeded();
    await expect.poll(() => reports.join()).toMatch(/"slot":"home-banner-1"[^}]*"event":"house"/);
    expect(await page.locator('[data-ad-slot="home-banner-1"] [data-ad-house]').isVisible()).toBe(true);
    for (const event of ['request', 'bid', 'fill', 'empty', 'timeout']) expect(reports.join()).toContain(`"${event}"`);
    await context.close();
  });

  it('hears nobody but its own frames, and tells when an advertisement was seen', async () => {
    const { context, page, reports, faults } = await open({
      plan: { usual: { does: 'nothing' }, 'home-leaderboard-1': {} },
    });
    await page.locator('[data-ad-slot="home-leaderboard-1"]').scrollIntoViewIfNeeded();
    // A foreign window claims to be an advertising frame and gets no port.
    const heard = await page.evaluate(async () => {
      const ports: number[] = [];
      window.addEventListener('message', ({ data, ports: given }) => {
        if ((data as { airwave?: string })?.airwave === 'port') ports.push(given.length);
      });
      for (const kind of ['bidding', 'slot']) window.postMessage({ airwave: 'ready', kind }, '*');
      window.postMessage({ type: 'rendered', name: 'home-banner-1', size: [1, 1] }, '*');
      await new Promise((done) => setTimeout(done, 50));
      return ports;
    });
    expect(heard).toEqual([]);
    await reported(page, reports).toMatch(/"slot":"home-leaderboard-1"[^}]*"event":"viewable"/);
    expect(await page.locator('[data-ad-slot="home-banner-1"][data-ad-shown]').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('names, explains and lets past each advertisement, by keyboard too, and closes what lies over it for good', async () => {
    const { context, page, reports } = await open({ width: 390, plan: {} });
    const slot = page.locator('[data-ad-slot="home-leaderboard-1"]');
    await slot.scrollIntoViewIfNeeded();
    await page.waitForSelector('[data-ad-slot="home-leaderboard-1"][data-ad-shown]');
    expect(await slot.getAttribute('aria-label')).toBe('廣告');
    const why = page.evaluate(
      () => new Promise((done) => addEventListener('airwave:why-ad', (e) => done((e as CustomEvent).detail))),
    );
    // Without network the press says so, and the page stays.
    await context.route('**/why-ad*', (route) => route.abort());
    await slot.getByRole('button', { name: '點解見到呢個廣告' }).click();
    await page.getByText('而家連唔到，連返線再試。').waitFor();
    expect(await slot.isVisible()).toBe(true);
    await context.unroute('**/why-ad*');
    await slot.getByRole('button', { name: '點解見到呢個廣告' }).click();
    expect(await why).toMatchObject({ slot: 'home-leaderboard-1', advertiser: '示範廣告商', bidder: 'demo', why: 'w' });
    // The answer is in a dialog that can be closed by keyboard.
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await slot.getByRole('link', { name: '略過廣告' }).focus();
    await page.keyboard.press('Enter');
    expect(
      await page.evaluate(() => document.activeElement?.previousElementSibling?.hasAttribute('data-ad-frames')),
    ).toBe(true);
    const overlay = page.locator('[data-ad-overlay]');
    await overlay.waitFor();
    const box = await overlay.getByRole('button', { name: '關閉廣告' }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    // At the end of the page nothing is covered by it.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const feet = await page.evaluate(() => [
      document.querySelector('footer p:last-of-type')?.getBoundingClientRect().bottom ?? Number.NaN,
      document.querySelector('[data-ad-overlay]')?.getBoundingClientRect().top ?? Number.NaN,
    ]);
    expect(feet[0]).toBeLessThanOrEqual(feet[1] ?? 0);
    expect(await axeFaults(page)).toEqual([]);
    await overlay.getByRole('button', { name: '關閉廣告' }).click();
    expect(await overlay.count()).toBe(0);
    await page.locator('header a[href="/"]').first().click();
    await page.locator('nav a[href="/article/latest"]').first().click();
    await page.waitForSelector('[data-ad-slot="hotTopics-native-1"][data-ad-shown]');
    expect(await page.locator('[data-ad-overlay]').count()).toBe(0);
    await reported(page, reports).toContain('"close"');
    await context.close();
  });

  it('leaves no frame behind where it is left for a page without advertising, and begins anew where it is come back to', async () => {
    const { context, page } = await open({ path: '/news', plan: {} });
    await page.waitForSelector('[data-ad-shown]');
    await page.locator('header a[href="/crgovideo"]').first().click();
    await page.waitForURL('**/crgovideo');
    await page.waitForFunction(() => document.querySelector('iframe') === null);
    await page.goBack();
    await page.waitForSelector('[data-ad-slot][data-ad-shown]');
    expect(await page.locator('iframe[src$="/bidding"]').count()).toBe(1);
    await context.close();
  });

  it('goes on without where something keeps advertising away, and tells it as a number (R-298, R-451, R-452)', async () => {
    const { context, page, reports, faults } = await open({});
    await context.route(`${await adsOrigin()}/**`, (route) => route.abort('blockedbyclient'));
    await page.reload();
    await expect.poll(() => reports.join()).toContain('"blocked"');
    expect(await page.locator('[data-ad-slot="home-leaderboard-1"] [data-ad-house]').isVisible()).toBe(true);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('stands there without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(`${siteUrl()}/article/latest`);
    const promo = page.locator('[data-ad-slot="hotTopics-native-1"] [data-ad-house]');
    expect(await promo.isVisible()).toBe(true);
    await promo.getByRole('link').click();
    await page.waitForURL(({ pathname }) => /^\/live\/\d{3}$/.test(pathname));
    await context.close();
  });
});
