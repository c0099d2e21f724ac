import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { openShareSheetFor, sharePresses } from './share-sheet.ts';

/** Seeded: a hot topic with almost every kind of block, and hidden articles. */
const SHOWPIECE = '/article/1000';
const HIDDEN = [9001, 9002, 9003, 9004];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const get = (path: string) => fetch(siteUrl() + path, { redirect: 'manual' });
const follow = (path: string) => fetch(siteUrl() + path);
const pathOf = (reply: Response) => new URL(reply.url).pathname;

const media = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector<HTMLVideoElement>('[data-player-media]');
    return { atS: element?.currentTime ?? 0, paused: element?.paused ?? true, src: element?.currentSrc ?? '' };
  });
/** Waits until a recording has played past a position; live sound, which it replaces, has a position too. */
const soundsPast = (page: Page, seconds: number) =>
  page.waitForFunction((wanted) => {
    const element = document.querySelector<HTMLVideoElement>('[data-player-media]');
    const isRecording = element?.currentSrc.includes('/media/articles/') ?? false;
    return element !== null && isRecording && !element.paused && element.currentTime > wanted;
  }, seconds);
const ready = (page: Page) => page.waitForFunction(() => window.airwavePlayer !== undefined);

describe('addresses', () => {
  it.each([
    ['/article/1000', /^\/article\/1000\//],
    ['/article/1000/wrong/name', /^\/article\/1000\//],
    ['/highlight/1000', /^\/article\/1000\//],
    ['/article/1001', /^\/soundcolumn\/article\/1001\//],
    ['/highlight/2001', /^\/highlight\/2001\//],
    ['/article/2501', /^\/news\/editorial\/2501\//],
    ['/news/sports/2501', /^\/news\/editorial\/2501\//],
    ['/news/local/3001', /^\/(news\/traffic|traffic\/info)\/3001\//],
    ['/traffic/highlight/4501', /^\/traffic\/highlight\/4501\//],
    ['/traffic/phonograph/4801', /^\/traffic\/phonograph\/4801\//],
    ['/article/5001', /^\/news\/\w+\/5001\//],
    ['/news2/local/5001', /^\/news2\/\w+\/5001\//],
  ])('%s leads to its one address for good', async (path, address) => {
    const reply = await get(path);
    expect(reply.status).toBe(301);
    const last = await follow(path);
    expect([last.status, last.redirected]).toEqual([200, true]);
    expect(decodeURI(pathOf(last))).toMatch(address);
    const again = await get(new URL(last.url).pathname);
    expect(again.status).toBe(200);
  });

  it.each([
    '/article/abc',
    '/article/0',
    '/article/2147483648',
    '/article/999999',
    '/highlight/x',
    '/news/local/x',
    '/news2/local/x',
    '/soundcolumn/article/x',
    '/test/article/x',
    '/traffic/info/x',
    '/traffic/highlight/x',
    '/traffic/phonograph/x',
  ])('%s is not found', async (path) => expect((await get(path)).status).toBe(404));

  it.each(
    HIDDEN.flatMap((id) => [`/article/${id}`, `/news/local/${id}`, `/test/article/${id}`, `/article/${id}.data`]),
  )('what is scheduled, a draft or withdrawn is not found: %s', async (path) =>
    expect((await get(path)).status).toBe(404),
  );

  it('keeps the alternate of news and the copy for tests out of search, and points the alternate to the article', async () => {
    const own = await follow('/article/5001');
    const alternate = await (await follow('/news2/local/5001')).text();
    expect(alternate).toContain('content="noindex, follow"');
    expect(alternate).toContain(`rel="canonical" href="${own.url}"`);
    expect(await (await follow('/test/article/1000')).text()).toContain('content="noindex, nofollow"');
    expect(await own.text()).toContain('content="index, follow');
  });

  it('opens from a list without a new document', async () => {
    const { page, faults, close } = await visit(browser, '/article/latest');
    await ready(page);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.locator('main h2 a, main h3 a').first().click();
    await page.waitForURL(/\/article\/\d+\//);
    await page.locator('article[data-template] h1').waitFor();
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the blocks', () => {
  it('are readable without JavaScript, with a way to the recordings', async () => {
    const { page, close } = await visit(browser, SHOWPIECE, { javaScriptEnabled: false });
    const article = page.locator('article[data-template]');
    expect(await article.locator('p').count()).toBeGreaterThan(6);
    expect(await article.locator('table tbody tr').count()).toBe(4);
    expect(await article.locator('a[href^="/media/articles/1000/"]').count()).toBe(2);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await close();
  });

  it('ask nothing of other sites before a press, and then for the frame alone', async () => {
    const { page, close } = await visit(browser, SHOWPIECE);
    const asked: string[] = [];
    const isOutside = (url: URL) => url.origin !== siteUrl() && url.protocol.startsWith('http');
    await page.route(isOutside, async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>video</title>' });
    });
    await page.reload({ waitUntil: 'networkidle' });
    await page.mouse.wheel(0, 20_000);
    await page.waitForTimeout(500);
    expect(asked).toEqual([]);
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByRole('button', { name: /載入 YouTube 影片/ }).click();
    await page.locator('iframe').waitFor();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set(['https://www.youtube-nocookie.com']));
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    await close();
  });

  it('show pictures over the page, walked by the keyboard, and give the focus back', async () => {
    const { page, faults, close } = await visit(browser, SHOWPIECE);
    await ready(page);
    const first = page.getByRole('link', { name: '放大：堅尼地城海旁' });
    await first.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('第 1 張，共 4 張').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('第 2 張，共 4 張').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await dialog.getByText('第 4 張，共 4 張').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('sharing', () => {
  it('copies the address, and offers plain links that load nothing before a press', async () => {
    const { page, close } = await visit(browser, SHOWPIECE, { permissions: ['clipboard-read', 'clipboard-write'] });
    await ready(page);
    await page.getByRole('button', { name: '複製連結' }).click();
    await page.getByText('已複製連結').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copied).pathname).toBe(new URL(page.url()).pathname);
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
    await page.getByRole('button', { name: '分享', exact: true }).click();
    const facebook = page.getByRole('link', { name: /分享去 Facebook/ });
    await facebook.waitFor();
    expect(await facebook.getAttribute('href')).toContain(
      encodeURIComponent(new URL(page.url()).pathname.slice(0, 12)),
    );
    expect(await facebook.getAttribute('rel')).toBe('noopener');
    await page.keyboard.press('Escape');
    await facebook.waitFor({ state: 'hidden' });
    // A second press while the share sheet is open changes nothing, and opens no links behind it.
    await openShareSheetFor(page);
    const share = page.getByRole('button', { name: '分享', exact: true });
    for (const presses of [1, 2]) {
      await share.click();
      await expect.poll(() => sharePresses(page)).toBe(presses);
    }
    expect(await facebook.isVisible()).toBe(false);
    await close();
  });
});

describe('recordings', () => {
  const audio = (page: Page) => page.locator('[data-recording]').first();
  const video = (page: Page) => page.locator('[data-recording]').nth(1);
  const bar = (page: Page) => page.locator('section[data-player]');

  it('play in the one player, move by the keyboard, and go on from page to page', async () => {
    const { page, faults, close } = await visit(browser, SHOWPIECE);
    await ready(page);
    await audio(page).getByRole('button').click();
    await soundsPast(page, 0.5);
    expect(await bar(page).getAttribute('data-player')).toBe('playing');
    await bar(page).getByRole('slider', { name: '播放位置' }).focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('[data-player-media]')?.currentTime ?? 9) < 3,
    );
    await page.locator('nav a[href="/chart"]').first().click();
    await page.waitForURL(/\/chart/);
    const before = (await media(page)).atS;
    await soundsPast(page, before + 0.7);
    await bar(page).getByRole('button', { name: '暫停' }).first().click();
    await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('[data-player-media]')?.paused);
    await page.waitForFunction(() => window.airwavePlayer?.getPlayerState() === 2);
    // Not while it plays: on a busy machine axe takes longer than the recording.
    expect(await axeFaults(page)).toEqual([]);
    await bar(page).getByRole('link').first().click();
    await page.waitForURL(/\/article\/1000\//);
    expect(faults).toEqual([]);
    await close();
  });

  it('make way for live, and live for them; each goes on where it was', async () => {
    const { page, faults, close } = await visit(browser, SHOWPIECE);
    await ready(page);
    await audio(page).getByRole('button').click();
    await soundsPast(page, 1.5);
    await page.locator('nav a[href="/"]').first().click();
    await page.locator('main [data-listen="881"]').first().click();
    await page.waitForFunction(() => (window.airwavePlayer?.getHeardAt() ?? 0) > 0);
    expect((await media(page)).src).not.toContain('/media/articles/');
    await page.goBack();
    await page.waitForURL(/\/article\/1000\//);
    await audio(page).getByRole('button').click();
    await soundsPast(page, 1.5);
    expect((await media(page)).src).toContain('/media/articles/1000/');
    // At its end it offers the way back to live, which was playing before.
    await bar(page).getByRole('slider', { name: '播放位置' }).press('End');
    await bar(page).getByRole('button', { name: '返到直播' }).click();
    await bar(page).getByText('直播中').waitFor();
    expect((await media(page)).src).not.toContain('/media/articles/');
    await audio(page).getByRole('button').click();
    await soundsPast(page, 0.5);
    await bar(page).getByRole('button', { name: '關閉播放器' }).click();
    await page.waitForFunction(() => document.querySelector('section[data-player="paused"][data-channel="881"]'));
    expect(faults).toEqual([]);
    await close();
  });

  it('show a video in its place, through the same element, and let sound go on when the page is left', async () => {
    const { page, faults, close } = await visit(browser, SHOWPIECE);
    await ready(page);
    await video(page).getByRole('button').click();
    await soundsPast(page, 0.5);
    const shown = await video(page)
      .locator('video')
      .evaluate((element: HTMLVideoElement) => element.videoWidth > 0 && element.getBoundingClientRect().width > 200);
    expect(shown).toBe(true);
    await page.locator('nav a[href="/chart"]').first().click();
    await page.waitForURL(/\/chart/);
    const before = (await media(page)).atS;
    await soundsPast(page, before + 0.5);
    expect(faults).toEqual([]);
    await close();
  });

  it('sound in one tab at a time', async () => {
    const { page, close } = await visit(browser, SHOWPIECE);
    await ready(page);
    await audio(page).getByRole('button').click();
    await soundsPast(page, 0.3);
    const other = await page.context().newPage();
    await other.goto(siteUrl() + SHOWPIECE);
    await ready(other);
    await audio(other).getByRole('button').click();
    await soundsPast(other, 0.3);
    await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('[data-player-media]')?.paused);
    await close();
  });
});

it('says that it was read after five seconds in sight, once, with consent, and never for the copy for tests', async () => {
  const told: string[] = [];
  const visits = [];
  for (const [path, consent] of [
    [SHOWPIECE, '2.1'],
    [SHOWPIECE, '2.0'],
    ['/test/article/1000', '2.1'],
  ] as const) {
    const visited = await visit(browser, path);
    const { page } = visited;
    await page.context().addCookies([{ name: 'cookie_consent', value: consent, url: siteUrl() }]);
    page.on('request', (request) => {
      if (request.url().endsWith('/tracking')) told.push(`${path} ${request.postData() ?? ''}`);
    });
    await ready(page);
    visits.push(visited);
  }
  // A busy machine may count the five seconds late; pages that must not report have longer.
  await visits[0]!.page.waitForTimeout(6_500);
  await expect.poll(() => told.length).toBe(1);
  await Promise.all(visits.map(({ close }) => close()));
  expect(told[0]).toMatch(/^\/article\/1000 .*"tracking_type":300,"content_id":1000/);
});
