import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const ready = (page: Page) => page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
/**
 * The wordmark is drawn by the page's own script, so its presence shows that a reloaded page is interactive.
 */
const drawn = (page: Page) =>
  page.locator('header').getByRole('img', { name: 'CR電台主頁' }).locator('use').waitFor({ state: 'attached' });
const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: '直播中' }).getByRole('article').getByRole('link', { name }).first();
const headphones = (page: Page, name: string) =>
  page
    .getByRole('region', { name: '直播中' })
    .getByRole('article')
    .getByRole('link', { name: new RegExp(`^收聽 ${name}`) });
const playing = (page: Page) => page.waitForFunction(() => window.airwavePlayer?.getPlayerState() === 1);

describe('the live window', () => {
  it('is opened by a tile, used again by the next, and stayed in once there (R-185 to R-187)', async () => {
    const { page, close } = await visit(browser, '/');
    await ready(page);
    const opened = page.waitForEvent('popup');
    await tile(page, 'AM864').click();
    const live = await opened;
    await live.waitForURL('**/live/864');
    // A new window starts with a copy of its opener's sessionStorage, until its own page is ready.
    await live.waitForFunction(() => sessionStorage.getItem('airwave.window_name') === 'live');
    expect(await live.evaluate(() => window.name)).toBe('live');
    // It plays, because the visitor pressed to listen.
    await playing(live);
    await tile(page, '雷霆881').click();
    await live.waitForURL('**/live/881');
    await drawn(live);
    await playing(live);
    expect(new URL(page.url()).pathname).toBe('/');
    await live.evaluate(() => Object.assign(window, { sameDocument: true }));
    await tile(live, '叱咤903').click();
    await live.waitForURL('**/live/903');
    expect(await live.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(page.context().pages()).toHaveLength(2);
    await close();
  });

  it('is where all targets of a tile lead, and they behave alike', async () => {
    const { page, close } = await visit(browser, '/');
    await ready(page);
    const targets = page.getByRole('region', { name: '直播中' }).locator('a[data-listen-there], a[data-watch]');
    expect(await targets.count()).toBeGreaterThanOrEqual(9);
    for (const target of await targets.all()) expect(await target.getAttribute('target')).toBe('live');
    const opened = page.waitForEvent('popup');
    await headphones(page, '雷霆881').click();
    const live = await opened;
    await live.waitForURL('**/live/881');
    await playing(live);
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });

  it('is the tab in which a live page was opened by its address: tile and headphones change the sound there', async () => {
    const { page, close } = await visit(browser, '/live/903');
    await ready(page);
    // Opening a URL does not start playback.
    expect(await page.evaluate(() => window.airwavePlayer?.getPlayerState())).toBe(-1);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await tile(page, 'AM864').click();
    await page.waitForURL('**/live/864');
    await playing(page);
    await headphones(page, '雷霆881').click();
    await page.waitForURL('**/live/881');
    await page.locator('[data-player="live"][data-channel="881"]').waitFor();
    await playing(page);
    // Also from another page of the tab.
    await page.getByRole('navigation', { name: '主導覽' }).getByRole('link', { name: '主頁' }).click();
    await page.waitForURL(`${siteUrl()}/`);
    await tile(page, '叱咤903').click();
    await page.waitForURL('**/live/903');
    await playing(page);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(page.context().pages()).toHaveLength(1);
    await close();
  });
});

interface Toolbar {
  response: { liveScheduleList: unknown[]; channelTimetableList: { timetableList: { end_ts: number }[] }[] };
}

describe('the toolbar of a phone', () => {
  it('moves between 1 and 2 with the schedule while it is open, and stays closed while closed (R-259 to R-261)', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    let video = false;
    await page.route('**/api/live/toolbar', async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as Toolbar;
      body.response.liveScheduleList = video ? [{ channel_id: 903 }] : [];
      // No programme ends while this test moves the clock.
      for (const { timetableList } of body.response.channelTimetableList)
        for (const item of timetableList) item.end_ts += 86_400;
      await route.fulfill({ response: reply, json: body });
    });
    await page.clock.install();
    await page.goto(`${siteUrl()}/program`, { waitUntil: 'load' });
    await ready(page);
    const toolbar = page.locator('section[data-live-toolbar]');
    const nextRefresh = async () => {
      const answered = page.waitForResponse('**/api/live/toolbar');
      await page.clock.fastForward(181_000);
      await answered;
    };
    await nextRefresh();
    expect(await toolbar.getAttribute('data-live-toolbar')).toBe('0');
    await page.getByRole('button', { name: '展開直播列' }).click();
    await page.locator('section[data-live-toolbar="1"]').waitFor();
    video = true;
    await nextRefresh();
    await page.locator('section[data-live-toolbar="2"]').waitFor();
    expect(
      await page
        .locator('#live-toolbar-rows')
        .getByRole('link', { name: /^收看 叱咤903/ })
        .count(),
    ).toBe(1);
    await page.getByRole('button', { name: '收起直播列' }).click();
    video = false;
    await nextRefresh();
    expect(await toolbar.getAttribute('data-live-toolbar')).toBe('0');
    await context.close();
  });

  it('says that it does not know, once a programme is over and nobody answers', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.route('**/api/live/toolbar', (route) => route.abort());
    await page.clock.install();
    await page.goto(`${siteUrl()}/program`, { waitUntil: 'load' });
    await ready(page);
    // Later than the end of the three shows that the page knows besides the one on air.
    await page.clock.fastForward('24:00:00');
    await tile(page, '雷霆881').getByText('暫時未有節目資料').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await context.close();
  });
});

describe('the banner of the app', () => {
  const banner = (page: Page) => page.getByRole('complementary', { name: 'App 橫額' });

  it('is there from the first paint on a phone, only where it belongs, and stays closed for the tab (R-262 to R-264)', async () => {
    const { page, close } = await visit(browser, '/live/903', { width: 390, userAgent: IPHONE });
    await ready(page);
    expect(await banner(page).isVisible()).toBe(true);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
        }),
    );
    expect(shift).toBeLessThanOrEqual(0.02);
    expect(await banner(page).getByRole('link').getAttribute('href')).toBe('/mobileredirect?appname=toolbar');
    await page.getByRole('navigation', { name: '主導覽' }).getByRole('link', { name: '主頁' }).click();
    await page.waitForURL(`${siteUrl()}/`);
    await banner(page).waitFor({ state: 'detached' });
    await page.goBack();
    await banner(page).waitFor();
    await banner(page).getByRole('button', { name: '關閉 App 橫額' }).click();
    expect(await banner(page).isVisible()).toBe(false);
    await page.reload();
    await drawn(page);
    expect(await banner(page).isVisible()).toBe(false);
    await close();
  });

  it('is not for a desktop', async () => {
    const { page, close } = await visit(browser, '/live/903', { width: 390 });
    await ready(page);
    expect(await banner(page).isVisible()).toBe(false);
    await close();
  });
});
