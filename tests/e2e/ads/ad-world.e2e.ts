import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { axeFaults, launchBrowser, ready, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { ofThisWorker } from '#tests/setup/workers.ts';
import { hide } from '../tracked-visitor.ts';

// End to end as delivered: the page's slots, the frames of the advertising origin, and bidders, ad server and videos of
// the ad world on a separate origin. Nothing here is a test double.

declare global {
  interface Window {
    /** How far the page's clock is moved forward. */
    aheadMs?: number;
  }
}

const LEADERBOARD = '[data-ad-slot="home-leaderboard-1"]';
let browser: Browser;
let adsUrl = '';
beforeAll(async () => {
  browser = await launchBrowser({ pictures: true });
  adsUrl = ofThisWorker('E2E_ADS_URLS') ?? '';
});
afterAll(() => browser.close());

interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Requests to other origins by any frame. */
  elsewhere: string[];
  reports: string[];
  faults: string[];
}

async function come(cookies: Record<string, string> = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const list = Object.entries(cookies).map(([name, value]) => ({ name, value, url: siteUrl() }));
  if (list.length > 0) await context.addCookies(list);
  // Only the page's own clock can be moved; frames keep theirs.
  await context.addInitScript(() => {
    if (window.top !== window) return;
    const real = performance.now.bind(performance);
    performance.now = () => real() + (window.aheadMs ?? 0);
  });
  const page = await context.newPage();
  const [elsewhere, reports, faults]: [string[], string[], string[]] = [[], [], []];
  context.on('request', (request: Request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(`${siteUrl()}/`)) elsewhere.push(url);
    if (url.endsWith('/tracking/ads')) reports.push(request.postData() ?? '');
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return { context, page, elsewhere, reports, faults };
}

const go = async (page: Page, path: string) => {
  await page.goto(siteUrl() + path, { waitUntil: 'load' });
  await ready(page);
};
const shown = (page: Page, slot = LEADERBOARD) => page.locator(`${slot}[data-ad-shown]`).waitFor();
/** Reports are batched for some seconds, unless the page is hidden. */
const told = ({ page, reports }: Visitor, pattern: RegExp, times = 1) =>
  expect
    .poll(
      async () => {
        await hide(page);
        return [...reports.join().matchAll(new RegExp(pattern, 'g'))].length;
      },
      { interval: 250 },
    )
    .toBeGreaterThanOrEqual(times);
/** In the middle of the window, where nothing covers it. */
const inView = (page: Page) => page.locator(LEADERBOARD).evaluate((slot) => slot.scrollIntoView({ block: 'center' }));
const agreed = { cookie_consent: '2.3', archive_offer: '1' };

describe('a visitor', () => {
  it('who agrees is shown what was sold, told of as seen, and who takes it back has none of it at once', async () => {
    const visitor = await come();
    const { context, page, elsewhere, faults } = visitor;
    await go(page, '/?ad=auction');
    await page.locator('[data-ad-house]').first().waitFor();
    expect(elsewhere).toEqual([]);
    await page.getByRole('button', { name: '全部接受' }).click();
    await shown(page);
    // Both bidders were called, the ad server decided, and the creative is a picture in a nested frame.
    const world = new URL(elsewhere.find((url) => url.endsWith('/openrtb2/auction')) ?? 'http://nobody.example').origin;
    expect(world).toMatch(/^http:\/\/localhost:\d+$/);
    for (const asked of ['/client-bidder/bid', '/tag/js/gpt.js', '/gampad/ads'])
      expect(elsewhere.some((url) => url.startsWith(world + asked))).toBe(true);
    expect(new Set(elsewhere.map((url) => new URL(url).origin))).toEqual(new Set([adsUrl, world]));
    const creative = page.frames().find((frame) => frame.url() === `${adsUrl}/creative`);
    const picture = creative?.locator('a img').first();
    await picture?.waitFor();
    expect(await picture?.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await picture?.getAttribute('alt')).toMatch(/：/);
    await inView(page);
    for (const event of ['request', 'bid', 'fill', 'viewable'])
      await told(visitor, new RegExp(`"slot":"home-leaderboard-1"[^}]*"event":"${event}"`));

    await page.locator('body > footer').getByRole('button', { name: 'Cookie 設定' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cookie 設定' });
    await dialog.getByRole('button', { name: '全部拒絕' }).click();
    await page.waitForFunction(() => document.querySelector('iframe') === null);
    expect(await page.locator('[data-ad-shown], [data-ad-overlay]').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.dataset.ads)).toBe('house');
    await page.waitForLoadState('networkidle');
    elsewhere.length = 0;
    await page.evaluate(() => scrollTo(0, 0));
    expect(await page.locator(`${LEADERBOARD} [data-ad-house]`).isVisible()).toBe(true);
    for (const path of ['/article/latest', '/program', '/']) {
      await page
        .locator(`${path === '/' ? 'header' : 'nav'} a[href="${path}"]`)
        .first()
        .click();
      await page.waitForURL(siteUrl() + path);
      await page.locator('[data-ad-house]').first().waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    }
    await page.waitForLoadState('networkidle');
    expect(elsewhere).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('who pays has none of it and no room for it, though they agreed once', async () => {
    const { context, page, elsewhere } = await come(agreed);
    const data = { email: 'chikeung@demo.radio.example', password: DEMO_PASSWORD, rememberMe: false };
    const headers = { origin: siteUrl() };
    expect((await context.request.post(`${siteUrl()}/api/user/login`, { data, headers })).status()).toBe(200);
    // On pages without advertising the page learns who the visitor is.
    const state = page.waitForResponse('**/api/user/state');
    await go(page, '/member/userinfo');
    await state;
    await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'ad_free')?.value).toBe('1');
    for (const path of ['/', '/live/881']) {
      await go(page, path);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForLoadState('networkidle');
      expect(await page.locator('[data-ad-slot]:visible, iframe').count()).toBe(0);
    }
    expect(elsewhere).toEqual([]);
    await context.close();
  });

  it('who looks at an ad slot for thirty seconds is shown another, five times at most, and none while they write', async () => {
    const visitor = await come(agreed);
    const { context, page, elsewhere } = visitor;
    await go(page, '/?ad=auction');
    await shown(page);
    await inView(page);
    const slot = page.locator(LEADERBOARD);
    const asked = () =>
      elsewhere.filter((url) => url.includes('home-leaderboard-1') && url.includes('/gampad/ads')).length;
    const first = asked();
    /** Half a minute passes, and the slot is checked several times. */
    const later = async () => {
      await page.evaluate(() => void (window.aheadMs = (window.aheadMs ?? 0) + 31_000));
      await page.waitForTimeout(600);
      return asked();
    };
    const search = page.locator('input[type="search"]:visible').first();
    await search.evaluate((field) => field.focus({ preventScroll: true }));
    for (let times = 0; times < 3; times++) expect(await later()).toBe(first);
    await search.blur();
    for (let times = 1; times <= 5; times++) {
      await expect.poll(later).toBeGreaterThanOrEqual(first + times);
      await expect.poll(() => slot.locator('iframe').count()).toBe(1);
    }
    for (let times = 0; times < 3; times++) expect(await later()).toBe(first + 5);
    await told(visitor, /"slot":"home-leaderboard-1"[^}]*"event":"refresh"/, 5);
    // The station's own offer, which was shown once, is not loaded again with consent.
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(loaded.filter((name) => name.includes('/archive-offer-'))).toEqual([]);
    await context.close();
  });
});

it('asks bidders again on the next page where the code of auctions did not load, and throws nothing', async () => {
  const { context, page, elsewhere, faults } = await come(agreed);
  let isBlocked = true;
  await context.route(/\/assets\/auction-[^/]+\.js$/, (route) => (isBlocked ? route.abort() : route.continue()));
  await go(page, '/?ad=auction');
  // The ad server is asked without bids.
  await expect.poll(() => elsewhere.filter((url) => url.includes('/gampad/ads')).length).toBeGreaterThan(0);
  expect(elsewhere.filter((url) => url.endsWith('/openrtb2/auction'))).toEqual([]);
  isBlocked = false;
  await page.locator('nav a[href="/program"]').first().click();
  await page.waitForURL(`${siteUrl()}/program`);
  await expect.poll(() => elsewhere.filter((url) => url.endsWith('/openrtb2/auction')).length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  await context.close();
});

it('lies over nothing that a page is come to for', async () => {
  const { context, page } = await come(agreed);
  for (const [path, width, height] of [
    ['/?ad=auction', 1440, 900],
    ['/live/903?ad=auction', 390, 664],
    ['/live/903?ad=auction', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await go(page, path);
    await page.locator('[data-ad-overlay]').waitFor({ state: 'attached' });
    let wasSeen = false;
    for (let at = 0; at < 8; at++) {
      const seen = await page.evaluate(async (top) => {
        scrollTo(0, top);
        await new Promise((done) => setTimeout(done, 150));
        const overlay = document.querySelector<HTMLElement>('[data-ad-overlay]')!;
        const isShown = overlay.checkVisibility({ checkVisibilityCSS: true });
        const box = overlay.getBoundingClientRect();
        const controls = document.querySelectorAll('main [data-player] button, main [data-listen]');
        const covered = [...controls].filter((control) => {
          const { left, right, top: upper, bottom } = control.getBoundingClientRect();
          const isIn = left < box.right && right > box.left && upper < box.bottom && bottom > box.top;
          return isIn && control.checkVisibility() && !control.closest('[data-ad-slot]');
        });
        return { isShown, covered: isShown ? covered.length : 0 };
      }, at * 160);
      expect(seen.covered).toBe(0);
      wasSeen ||= seen.isShown;
    }
    if (!wasSeen) await page.locator('[data-ad-overlay][data-ad-shown]:not([data-ad-aside])').waitFor();
  }
  await context.close();
});

it('plays a video before a picture that is on the air for everybody, and none for who refused', async () => {
  const now = new Date();
  const day = now.toISOString().slice(0, 10);
  await inSiteDatabase(
    `insert into live_video_schedules (channel_id, weekday_bitwise, start_minute, end_minute, valid_from)
     values (903, 127, 0, 1440, $1::date - 3)`,
    [day],
  );
  const forget = () => inSiteDatabase(`select pg_notify('timetable', '903')`, []);
  await forget();
  const isOn = async () =>
    (await (await fetch(`${siteUrl()}/live/903/video`)).text()).includes('data-video-slot="live/903"');
  await expect.poll(isOn, { interval: 500 }).toBe(true);
  try {
    for (const consent of ['2.3', '2.0']) {
      const { context, page, elsewhere } = await come({ cookie_consent: consent, archive_offer: '1' });
      await page.addInitScript(() => {
        // On a busy machine its first frame may take longer.
        const real = window.setTimeout.bind(window);
        window.setTimeout = ((run: () => void, ms = 0) =>
          real(run, ms > 2_000 && ms <= 3_000 ? ms * 10 : ms)) as typeof window.setTimeout;
      });
      await go(page, '/live/903/video');
      await page.locator('[data-video-slot="live/903"]').waitFor();
      await page
        .getByRole('group', { name: '播放控制' })
        .getByRole('button', { name: '播放', exact: true })
        .first()
        .click();
      if (consent === '2.3') {
        const ad = page.getByRole('region', { name: '影片廣告' });
        await ad.getByText(/仲有 \d+ 秒/).waitFor();
        expect(await page.locator('[data-player-media]').evaluate((media: HTMLVideoElement) => media.currentTime)).toBe(
          0,
        );
        await page.getByRole('button', { name: '略過廣告' }).last().click();
      }
      await page.waitForFunction(() => {
        const media = document.querySelector<HTMLVideoElement>('[data-player-media]');
        return media !== null && !media.paused && media.currentTime > 0 && media.videoWidth > 0;
      });
      expect(elsewhere.some((url) => url.includes('/vast'))).toBe(consent === '2.3');
      await context.close();
    }
  } finally {
    await inSiteDatabase(
      'delete from live_video_schedules where channel_id = 903 and end_minute = 1440 and start_minute = 0',
      [],
    );
    await forget();
  }
});

describe('beside results of a search', () => {
  const RESULTS = `/search/google_review?q=${encodeURIComponent('"><b>奶茶</b>')}`;

  it('stand two text advertisements of the seller for who agreed, told as such, and past them leads a link (R-069)', async () => {
    const visitor = await come(agreed);
    const { context, page, faults } = visitor;
    await go(page, RESULTS);
    const slot = page.locator('[data-ad-for-search]');
    await shown(page, '[data-ad-for-search]');
    expect(await slot.getAttribute('aria-label')).toBe('廣告');
    const ads = page.frameLocator('[data-ad-for-search] iframe').frameLocator('iframe');
    await ads.locator('li').first().waitFor();
    expect(await ads.locator('li').count()).toBe(2);
    expect(await ads.locator('li').first().innerText()).toContain('示範廣告');
    // The query is displayed as text only.
    expect(await ads.locator('b').count()).toBe(0);
    expect(await ads.locator('p').first().innerText()).toContain('<b>奶茶</b>');
    await slot.getByRole('link', { name: '略過廣告' }).focus();
    await page.keyboard.press('Enter');
    expect(await slot.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await slot.getByRole('button', { name: '點解見到呢個廣告' }).click();
    expect(await page.getByRole('dialog').innerText()).toContain('跟你搵嘅字');
    await page.keyboard.press('Escape');
    await told(visitor, /"slot":"search-text-1"[^}]*"event":"fill"/);
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each([
    ['where nothing is bought for the words', `${RESULTS}&ad=empty`, agreed],
    ['for who refused', RESULTS, { cookie_consent: '2.0', archive_offer: '1' }],
  ])('stands what the station has, and no empty box: %s', async (_, path, cookies) => {
    const { context, page, elsewhere } = await come(cookies);
    await go(page, path);
    const isAgreed = cookies === agreed;
    if (isAgreed) await expect.poll(() => elsewhere.some((url) => url.includes('/afs/ads'))).toBe(true);
    await page.waitForLoadState('networkidle');
    await page.locator('[data-ad-for-search] [data-ad-house]').waitFor();
    await page.locator('[data-ad-for-search] iframe').waitFor({ state: 'detached' });
    // axe cannot inspect a frame without scripts, such as that of the advertisements.
    if (!isAgreed) expect([elsewhere, await axeFaults(page)]).toEqual([[], []]);
    await context.close();
  });

  it('stands nothing where nothing was searched for', async () => {
    const html = await (await fetch(`${siteUrl()}/search/google_review?q=+`)).text();
    expect(html).not.toContain('data-ad-for-search');
  });
});
