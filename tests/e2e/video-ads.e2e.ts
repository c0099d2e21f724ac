import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { letHaveAds, startAdOrigin, type AdOrigin } from './video-ad-frame.ts';

let browser: Browser;
let origin: AdOrigin;
beforeAll(async () => {
  [browser, origin] = await Promise.all([launchBrowser({ pictures: true }), startAdOrigin([siteUrl()])]);
  ARTICLE = new URL((await fetch(`${siteUrl()}/article/1000`)).url).pathname;
});
afterAll(async () => {
  await browser.close();
  await origin.close();
});

/** An article with one recording with picture and one with sound only, at its permanent URL, which keeps the query. */
let ARTICLE = '';
const AD = '[data-video-ad]';

const agreed = (consent = '2.3') => ({
  // The page's Content-Security-Policy names the site's advertising origin; this is another one.
  bypassCSP: true,
  storageState: {
    cookies: [
      ['cookie_consent', consent],
      ['archive_offer', '1'],
    ].map(([name = '', value = '']) => ({
      name,
      value,
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    })),
    origins: [],
  },
});

interface Opened {
  page: Page;
  faults: string[];
  /** Requests to the advertising origin and its ad world. */
  asked: string[];
  close: () => Promise<void>;
}

/** Extends the page's timeout for an advertisement, for busy machines. */
function waitLonger(): void {
  const real = window.setTimeout.bind(window);
  const patient = (run: () => void, ms = 0) => real(run, ms > 2_000 && ms <= 3_000 ? ms * 10 : ms);
  window.setTimeout = patient as typeof window.setTimeout;
}

/** A page to press play on; `?ad=` selects the ad world's behaviour. */
async function open(
  path: string,
  { mark = 'on' as 'on' | 'off' | 'house', consent = '2.3', width = 1440, waits = false } = {},
): Promise<Opened> {
  const { page, faults, close } = await visit(browser, path, { width, ...agreed(consent) });
  const asked: string[] = [];
  await page.route('**/tracking/ads', (route) => route.fulfill({ status: 200 }));
  if (waits) await page.evaluate(waitLonger);
  page.on('request', (request) => {
    const url = request.url();
    // Requests of other slots on the page.
    const isOther = url.startsWith(`${origin.url}/bidding`) || url.startsWith(`${origin.url}/slot`);
    if ((url.startsWith(origin.url) && !isOther) || url.startsWith(origin.worldUrl)) asked.push(url);
  });
  await page.waitForFunction(() => window.airwavePlayer !== undefined);
  await letHaveAds(page, { from: origin.url, mark });
  return { page, faults, asked, close };
}

const video = (page: Page) =>
  page.locator('section[data-recording]', { has: page.locator('[data-video-slot]') }).first();

async function press(page: Page): Promise<void> {
  await video(page).getByRole('button').first().focus();
  await page.keyboard.press('Enter');
}

/** The content plays: an advertisement is another element in another document. */
const contentPlays = (page: Page, kind = 'video') =>
  page.waitForFunction((wanted) => {
    const element = document.querySelector<HTMLVideoElement>('[data-player-media]');
    const isKind = wanted === 'audio' || (element?.videoWidth ?? 0) > 0;
    return element !== null && isKind && !element.paused && element.currentTime > 0.2;
  }, kind);
const contentSeconds = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player-media]')?.currentTime ?? 0);
const adPlays = (page: Page) => page.locator(`${AD}[data-video-ad="playing"]`).waitFor();
const adIsGone = (page: Page) => page.locator(AD).waitFor({ state: 'detached' });
const pixels = (asked: string[]) => asked.flatMap((url) => new URL(url).searchParams.get('e') ?? []);

describe('before a free recording', () => {
  it('plays one that says so, is skipped by the keyboard after five seconds, and is told of', async () => {
    const { page, asked, faults, close } = await open(ARTICLE, { waits: true });
    await press(page);
    await adPlays(page);
    const ad = page.getByRole('region', { name: '影片廣告' });
    expect(await ad.innerText()).toMatch(/廣告 · 仲有 \d+ 秒/);
    expect(await contentSeconds(page)).toBe(0);
    const skip = ad.locator('[data-skip-ad]');
    expect(await skip.isDisabled()).toBe(true);
    // The remaining time is displayed in figures, but never announced.
    expect(await ad.locator('output').innerText()).not.toMatch(/\d/);
    // Paused during the check, which on a busy machine takes longer than the ad.
    const frame = page.frames().find((one) => one.url().endsWith('/video'));
    await frame?.evaluate(() => document.querySelector('video')?.pause());
    expect(await axeFaults(page)).toEqual([]);
    await frame?.evaluate(() => document.querySelector('video')?.play());
    await page.getByRole('button', { name: '略過廣告' }).waitFor();
    await skip.focus();
    await page.keyboard.press('Enter');
    await contentPlays(page);
    await adIsGone(page);
    await expect
      .poll(() => pixels(asked))
      .toEqual(expect.arrayContaining(['impression', 'start', 'firstQuartile', 'skip']));
    expect(pixels(asked)).not.toContain('complete');
    expect(faults).toEqual([]);
    await close();
  });

  it('plays the content where it was heard to its end, through two wrappers', async () => {
    const { page, asked, close } = await open(`${ARTICLE}?ad=wrapper`, { waits: true });
    await press(page);
    await adPlays(page);
    await contentPlays(page);
    await expect
      .poll(() => pixels(asked))
      .toEqual(expect.arrayContaining(['wrapped', 'midpoint', 'thirdQuartile', 'complete']));
    await close();
  });

  it('plays the content at once where nothing can be shown', async () => {
    const { page, asked, close } = await open(ARTICLE);
    await page.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('[data-video-ad="playing"]')) document.body.dataset.sawAd = '';
      });
      seen.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    for (const magic of ['empty', 'broken', 'down', 'vpaid', 'missing', 'long', 'mime', 'deep', 'late', 'lie']) {
      await page.evaluate((what) => history.replaceState(history.state, '', `?ad=${what}`), magic);
      await press(page);
      await contentPlays(page);
      await adIsGone(page);
      await page.getByRole('region', { name: '播放器' }).getByRole('button', { name: '關閉播放器' }).click();
      await page.waitForFunction(() => document.querySelector('[data-video-slot] [data-player-media]') === null);
    }
    expect(await page.evaluate(() => 'sawAd' in document.body.dataset)).toBe(false);
    // Each was requested, and its advertiser was notified why it was not displayed.
    expect(asked.filter((url) => url.includes('/vast?')).length).toBeGreaterThanOrEqual(10);
    expect(pixels(asked)).toContain('error');
    expect(pixels(asked)).not.toContain('impression');
    await close();
  });

  it('plays the content where the origin of advertising is blocked, and where its bytes stop coming', async () => {
    const blocked = await open(ARTICLE);
    await blocked.page.route(`${origin.url}/**`, (route) => route.abort());
    await press(blocked.page);
    await contentPlays(blocked.page);
    await blocked.close();
    const stalled = await open(`${ARTICLE}?ad=stall`);
    await press(stalled.page);
    await contentPlays(stalled.page);
    await adIsGone(stalled.page);
    await stalled.close();
  });

  it('ends with its page, and then nothing sounds', async () => {
    const { page, close } = await open(ARTICLE, { waits: true });
    await press(page);
    await adPlays(page);
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/"]')?.click());
    await page.waitForURL(`${siteUrl()}/`);
    await adIsGone(page);
    await page.locator('main h1').waitFor({ state: 'attached' });
    expect(await contentSeconds(page)).toBe(0);
    await close();
  });

  it('says who pays, waits while that is read, and takes a report', async () => {
    const { page, close } = await open(ARTICLE, { waits: true });
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/tracking/ads')) reports.push(request.postData() ?? '');
    });
    await press(page);
    await adPlays(page);
    await page.getByLabel('點解見到呢個廣告？').click();
    const dialog = page.getByRole('dialog', { name: '點解見到呢個廣告？' });
    expect(await dialog.innerText()).toContain('海皮茶室');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('radio', { name: '聲太大' }).check();
    await dialog.getByRole('button', { name: '交報告' }).click();
    await dialog.getByRole('status').waitFor();
    await expect.poll(() => reports.some((body) => body.includes('"reported"') && body.includes('"sound"'))).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '略過廣告' }).click();
    await contentPlays(page);
    await close();
  });
});

describe('where none may be', () => {
  it.each([
    ['who pays', { mark: 'off' as const }],
    ['who did not agree to advertising', { mark: 'house' as const, consent: '2.1' }],
  ])('%s hears what was pressed, and nobody else is asked for anything', async (_, who) => {
    const { page, asked, close } = await open(ARTICLE, who);
    await press(page);
    await contentPlays(page);
    expect(asked).toEqual([]);
    await close();
  });

  it('comes none before live sound, nor before a recording of sound', async () => {
    const live = await open('/live/881');
    await live.page.getByRole('group', { name: '播放控制' }).getByRole('button', { name: '播放' }).first().click();
    await contentPlays(live.page, 'audio');
    expect(live.asked).toEqual([]);
    await live.close();
    const article = await open(ARTICLE);
    await article.page
      .locator('section[data-recording]:not(:has([data-video-slot]))')
      .first()
      .getByRole('button')
      .first()
      .click();
    await contentPlays(article.page, 'audio');
    expect(article.asked).toEqual([]);
    await article.close();
  });
});
