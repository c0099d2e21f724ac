import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { launchBrowser } from '#tests/setup/browser.ts';
import { listen, madeAtMs, shareOfTone } from './player-ear.ts';
import { liveEdge, startRadioSite, type RadioSite } from './player-site.ts';

const TARGET_MS = 4_000;

let site: RadioSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let requests: string[];

beforeAll(async () => {
  site = await startRadioSite();
  browser = await launchBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
}, 60_000);

/** A tab of a listener who has answered the cookie bar and the offer. Console errors of any tab fail the test. */
async function openTab(): Promise<Page> {
  const tab = await context.newPage();
  tab.on('pageerror', (error) => faults.push(error.message));
  tab.on('console', (message) => {
    // What the network refuses is the point of some tests; the player must say nothing of its own.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  tab.on('request', (request) => requests.push(request.url()));
  return tab;
}

beforeEach(async () => {
  faults = [];
  requests = [];
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(['cookie_consent', 'archive_offer'].map((name) => ({ name, value: '1', url: site.url })));
  context.setDefaultTimeout(15_000);
  page = await openTab();
});
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

const controls = (tab: Page = page) => tab.getByRole('group', { name: '播放控制' });
const dial = () => controls().getByRole('slider', { name: '節目進度' });
/** What the player says is heard, in ms; waits while it opens a stream and cannot know. */
async function heardAt(tab: Page = page): Promise<number> {
  const told = await tab.waitForFunction(() => window.airwavePlayer?.getHeardAt() ?? 0);
  return await told.jsonValue();
}
const waitFor = (state: number, tab: Page = page) =>
  tab.waitForFunction((wanted) => window.airwavePlayer?.getPlayerState() === wanted, state, { timeout: 20_000 });
const PLAYING = 1;
const PAUSED = 2;

/** Whether the element's time moves. */
async function sounds(tab: Page = page): Promise<boolean> {
  const time = () =>
    tab.evaluate(() => document.querySelector<HTMLMediaElement>('[data-player-media]')?.currentTime ?? 0);
  const before = await time();
  await delay(1_000);
  return (await time()) > before + 0.5;
}

async function openLive(channelId: ChannelId, tab: Page = page): Promise<void> {
  await tab.goto(`${site.url}/live/${channelId}`, { waitUntil: 'load' });
  await tab.waitForFunction(() => window.airwavePlayer !== undefined);
}

async function play(tab: Page = page): Promise<void> {
  await controls(tab).getByRole('button', { name: '播放' }).click();
  await waitFor(PLAYING, tab);
  await heardAt(tab);
}

/** The sound is this station's, and was made when the player says it was. */
async function expectSoundOf(channelId: ChannelId): Promise<void> {
  const heard = await listen(page);
  expect(heard.marks.length).toBeGreaterThan(0);
  expect(new Set(heard.marks.map((mark) => mark.channel))).toEqual(new Set([channelId]));
  expect(Math.abs(madeAtMs(heard) - heard.shownAtMs)).toBeLessThan(1_000);
}

describe('pressing play', () => {
  it.each(CHANNEL_IDS)('R-060 plays %i, and the clock shown is that of the sound', async (channelId) => {
    await openLive(channelId);
    await play();
    await expectSoundOf(channelId);
  });

  it('is what loads the player: no sound, no stream and no hls.js before', async () => {
    await openLive(903);
    await page.waitForLoadState('networkidle');
    const streams = (url: string) => /\/media\/|engine-|hls/.test(new URL(url).pathname);
    expect(requests.filter(streams)).toEqual([]);
    expect(await page.evaluate(() => window.airwavePlayer?.getPlayerState())).toBe(-1);
    await play();
    expect(requests.filter(streams).length).toBeGreaterThan(2);
  });

  it('tells the system what plays', async () => {
    await openLive(903);
    await play();
    const shown = await page.evaluate(() => ({
      title: navigator.mediaSession.metadata?.title,
      album: navigator.mediaSession.metadata?.album,
      state: navigator.mediaSession.playbackState,
    }));
    expect(shown).toEqual({ title: '今日特備', album: '叱咤903', state: 'playing' });
  });

  it('works with the browser’s own HLS where it is chosen', async () => {
    await page.addInitScript(() => localStorage.setItem('player-engine', 'native'));
    await openLive(881);
    await play();
    expect(await page.evaluate(() => document.querySelector('video')?.currentSrc)).toContain('/media/881/audio.m3u8');
    expect(requests.filter((url) => url.includes('engine-hls'))).toEqual([]);
    await expectSoundOf(881);
  });
});

describe('while it plays', () => {
  it('turns what started it into what pauses it, by keyboard too', async () => {
    await page.goto(site.url, { waitUntil: 'load' });
    await page.waitForFunction(() => window.airwavePlayer !== undefined);
    const listenTo903 = page.locator('main [data-listen="903"]').first();
    await listenTo903.focus();
    await page.keyboard.press('Enter');
    await waitFor(PLAYING);
    expect(await listenTo903.getAttribute('aria-label')).toBe('暫停 叱咤903');
    expect(await page.locator('main [data-listen="881"]').first().getAttribute('aria-label')).toMatch(/^收聽直播/);
    await page.keyboard.press('Enter');
    await waitFor(PAUSED);
    expect(await listenTo903.getAttribute('aria-label')).toMatch(/^收聽直播/);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('changes channel in place', async () => {
    await openLive(903);
    await play();
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    await page
      .getByRole('region', { name: '現正直播' })
      .getByRole('link', { name: /^收聽 AM864/ })
      .first()
      .click();
    await page.waitForURL('**/live/864');
    await waitFor(PLAYING);
    await expectSoundOf(864);
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
  });

  it('goes on through navigation, with the small player, which covers nothing', async () => {
    await openLive(903);
    await play();
    await page.getByRole('navigation', { name: '主導覽' }).getByRole('link', { name: '所有節目' }).click();
    await page.waitForURL('**/program');
    const bar = page.getByRole('region', { name: '播放器' });
    await bar.waitFor();
    expect(await sounds()).toBe(true);
    expect(await bar.getByRole('link', { name: '今日特備' }).count()).toBe(1);
    const room = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).paddingBottom));
    expect(room).toBeGreaterThanOrEqual((await bar.boundingBox())?.height ?? Infinity);
    await bar.getByRole('button', { name: '暫停' }).click();
    await waitFor(PAUSED);
    expect(await sounds()).toBe(false);
  });

  it('R-061 changes between sound and picture at the same instant', async () => {
    await openLive(903);
    await play();
    await controls().getByRole('button', { name: '由頭聽過' }).click();
    await page.locator('[data-player="behind"]').waitFor();
    await waitFor(PLAYING);
    const before = { heardMs: await heardAt(), atMs: Date.now() };
    await page.getByRole('button', { name: '畫面', exact: true }).click();
    await page.waitForURL('**/live/903/video');
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await waitFor(PLAYING);
    const elapsedMs = Date.now() - before.atMs;
    const moved = (await heardAt()) - before.heardMs;
    expect(moved).toBeGreaterThan(-500);
    expect(moved).toBeLessThanOrEqual(elapsedMs + 500);
    // The picture is on the page, and the marks in its sound are the same station's.
    expect(await page.locator('video[aria-label="叱咤903 直播畫面"]').boundingBox()).not.toBeNull();
    await expectSoundOf(903);
  });

  it('stops when another tab plays', async () => {
    await openLive(903);
    await play();
    const other = await openTab();
    await openLive(881, other);
    await play(other);
    await page.waitForFunction(() => [2, 5].includes(window.airwavePlayer?.getPlayerState() ?? 0));
    expect(await sounds(other)).toBe(true);
    expect(await sounds()).toBe(false);
    expect(await page.locator('[data-player-status]').textContent()).toContain('另一個分頁');
  });

  it('keeps the volume', async () => {
    await openLive(903);
    await controls().getByRole('slider', { name: '音量' }).fill('35');
    await openLive(881);
    expect(await controls().getByRole('slider', { name: '音量' }).inputValue()).toBe('35');
    expect(await page.evaluate(() => document.querySelector('video')?.volume)).toBe(0.35);
  });
});

describe('time', () => {
  const behind = () => page.locator('[data-player="behind"]');

  it('starts the programme over, within two seconds of its start, and shows what is heard', async () => {
    await openLive(903);
    await play();
    await controls().getByRole('button', { name: '由頭聽過' }).click();
    await page.waitForFunction(
      (startMs) => Math.abs((window.airwavePlayer?.getHeardAt() ?? 0) - startMs) < 10_000,
      site.startedAt.getTime(),
    );
    await waitFor(PLAYING);
    const heard = await listen(page, 9);
    // What sounded nine seconds ago was the start.
    const firstMs = madeAtMs(heard) - (heard.pcm.length / heard.sampleRate) * 1000;
    expect(Math.abs(firstMs - site.startedAt.getTime())).toBeLessThan(2_000);
    expect(Math.abs(madeAtMs(heard) - heard.shownAtMs)).toBeLessThan(1_000);
    await behind().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('今日特備');
  });

  it('returns to live within three target durations of the edge', async () => {
    await openLive(903);
    await play();
    await controls().getByRole('button', { name: '由頭聽過' }).click();
    await behind().waitFor();
    await controls().getByRole('button', { name: '返到直播' }).click();
    await page.locator('[data-player="live"]').waitFor();
    await waitFor(PLAYING);
    const edgeMs = await liveEdge(site.url, 903);
    const atMs = await heardAt();
    expect(edgeMs - atMs).toBeLessThanOrEqual(3 * TARGET_MS);
    expect(edgeMs - atMs).toBeGreaterThan(0);
    await expectSoundOf(903);
  });

  it('moves by keys: 15 seconds, 5 minutes, to the start and to live, never further', async () => {
    await openLive(903);
    await play();
    const before = await heardAt();
    await dial().focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((limit) => (window.airwavePlayer?.getHeardAt() ?? Infinity) < limit, before - 10_000);
    await waitFor(PLAYING);
    const moved = before - (await heardAt());
    expect(moved).toBeGreaterThan(10_000);
    // From what is shown, which changes once a second.
    expect(moved).toBeLessThanOrEqual(16_500);
    await page.keyboard.press('Home');
    const startMs = site.startedAt.getTime();
    await page.waitForFunction((start) => Math.abs((window.airwavePlayer?.getHeardAt() ?? 0) - start) < 3_000, startMs);
    await page.keyboard.press('PageUp');
    await page.locator('[data-player="live"]').waitFor();
    await waitFor(PLAYING);
    expect(await heardAt()).toBeLessThan(await liveEdge(site.url, 903));
  });

  it('keeps the place of a pause, also when the live window has moved on', async () => {
    await openLive(881);
    await play();
    await controls().getByRole('button', { name: '暫停' }).click();
    const placeMs = await heardAt();
    await delay(32_000);
    await play();
    expect(Math.abs((await heardAt()) - placeMs)).toBeLessThan(2_000);
    await expectSoundOf(881);
    expect(await controls().getByRole('button', { name: '返到直播' }).isEnabled()).toBe(true);
  }, 90_000);

  it('stops by the sleep timer and finds the way back', async () => {
    await openLive(903);
    await play();
    await controls().getByRole('button', { name: '瞓覺計時' }).click();
    await page.getByRole('menuitemradio', { name: '15 分鐘後停' }).click();
    expect(
      await controls()
        .getByRole('button', { name: /^瞓覺計時，尚餘 1[45] 分鐘/ })
        .count(),
    ).toBe(1);
    await page.evaluate(() => {
      const { now } = Date;
      Object.assign(window, { realNow: now });
      Date.now = () => now() + 15 * 60_000;
    });
    await page.waitForFunction(() => [2, 5].includes(window.airwavePlayer?.getPlayerState() ?? 0));
    await page.evaluate(() => {
      Date.now = (window as unknown as { realNow: () => number }).realNow;
    });
    const placeMs = await heardAt();
    expect(await sounds()).toBe(false);
    await controls().getByRole('button', { name: '由停低嗰度聽返' }).click();
    await waitFor(PLAYING);
    expect(Math.abs((await heardAt()) - placeMs)).toBeLessThan(2_000);
  });
});

describe('trouble', () => {
  it('goes on by itself after the origin was killed and started again, where it was', async () => {
    await openLive(881);
    await play();
    await delay(2_000);
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    await site.kill();
    await page.locator('[data-player="reconnecting"], [data-player="failed"]').waitFor({ timeout: 30_000 });
    // The buffer runs out.
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 4) < 3, undefined, {
      timeout: 60_000,
    });
    const placeMs = await heardAt();
    await site.start();
    await waitFor(PLAYING);
    expect((await heardAt()) - placeMs).toBeGreaterThan(-1_500);
    expect((await heardAt()) - placeMs).toBeLessThan(4_000);
    await expectSoundOf(881);
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
  }, 180_000);

  it('goes on when the network comes back', async () => {
    await openLive(864);
    await play();
    await context.setOffline(true);
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 4) < 3, undefined, {
      timeout: 60_000,
    });
    await context.setOffline(false);
    await waitFor(PLAYING);
    await expectSoundOf(864);
  }, 120_000);

  it('says in words and with its code that the stream fails, and tries again on request', async () => {
    await page.route('**/media/864/**', (route) => route.fulfill({ status: 503, body: '' }));
    await openLive(864);
    await controls().getByRole('button', { name: '播放' }).click();
    await page.locator('[data-player="failed"]').waitFor({ timeout: 40_000 });
    expect(await controls().textContent()).toContain('直播訊號暫時中斷（120010）');
    await page.unroute('**/media/864/**');
    await controls().getByRole('button', { name: '再試一次' }).click();
    await waitFor(PLAYING);
  }, 90_000);

  it('hears the encoder that replaces a station, without a reload', async () => {
    await openLive(864);
    await play();
    await site.stopStation(864);
    const encoder = spawn('ffmpeg', encoderArguments(site.ingestUrl(864)), { stdio: 'inherit' });
    try {
      let share = 0;
      for (const until = Date.now() + 60_000; Date.now() < until && share < 0.8;) {
        share = shareOfTone(await listen(page, 3), 440);
      }
      expect(share).toBeGreaterThan(0.8);
    } finally {
      encoder.kill('SIGTERM');
    }
  }, 150_000);
});

/** A 440 Hz tone at both rates, as docs/operations/encoders.md has it. */
function encoderArguments(url: string): string[] {
  const output = (rendition: string, rate: string) =>
    [
      `-map 0:a -c:a aac -b:a ${rate} -ac 2 -f hls -hls_time 4 -hls_segment_type fmp4`,
      `-hls_fmp4_init_filename init.mp4 -hls_flags program_date_time`,
      `-hls_segment_filename ${url}/${rendition}/tone-%d.m4s -method PUT ${url}/${rendition}/live.m3u8`,
    ].join(' ');
  const input = '-hide_banner -loglevel error -re -f lavfi -i sine=frequency=440:sample_rate=48000';
  return [input, output('a64', '64k'), output('a128', '128k')].join(' ').split(' ');
}
