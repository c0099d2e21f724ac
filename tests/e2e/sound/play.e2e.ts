import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import {
  controls,
  expectSoundOf,
  heardAt,
  openLive,
  PAUSED,
  play,
  PLAYING,
  sounds,
  setUpListener,
  waitFor,
} from './listener.ts';

const listener = setUpListener();

describe('pressing play', () => {
  it.each(CHANNEL_IDS)('R-060 plays %i, and the clock shown is that of the sound', async (channelId) => {
    const { page } = listener;
    await openLive(page, channelId);
    await play(page);
    await expectSoundOf(page, channelId);
  });

  it('is what loads the player: no sound, no stream and no hls.js before', async () => {
    const { page, requests } = listener;
    await openLive(page, 903);
    await page.waitForLoadState('networkidle');
    const streams = (url: string) => /\.m3u8|\.m4s|\/(hls|native)-/.test(new URL(url).pathname);
    expect(requests.filter(streams)).toEqual([]);
    expect(await page.evaluate(() => window.airwavePlayer?.getPlayerState())).toBe(-1);
    await play(page);
    expect(requests.filter(streams).length).toBeGreaterThan(2);
  });

  it('tells the system what plays', async () => {
    const { page } = listener;
    await openLive(page, 903);
    await play(page);
    const shown = await page.evaluate(() => ({
      title: navigator.mediaSession.metadata?.title,
      album: navigator.mediaSession.metadata?.album,
      state: navigator.mediaSession.playbackState,
    }));
    expect(shown).toEqual({ title: '今日特備', album: '叱咤903', state: 'playing' });
  });

  it('works with the browser’s own HLS where it is chosen', async () => {
    const { page, requests } = listener;
    await page.addInitScript(() => {
      localStorage.setItem('player-engine', 'native');
      // As on an iPhone, where volume is set by hardware keys.
      Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => {} });
    });
    await openLive(page, 881);
    await play(page);
    expect(await controls(page).getByRole('button', { name: '靜音' }).count()).toBe(1);
    expect(await controls(page).getByRole('slider', { name: '音量' }).count()).toBe(0);
    expect(await page.evaluate(() => document.querySelector('video')?.currentSrc)).toContain('/media/881/audio.m3u8');
    expect(requests.filter((url) => url.includes('/hls-'))).toEqual([]);
    await expectSoundOf(page, 881);
  });
});

describe('while it plays', () => {
  it('turns what started it into what pauses it, by keyboard too', async () => {
    const { page, site } = listener;
    await page.goto(site.url, { waitUntil: 'load' });
    await page.waitForFunction(() => window.airwavePlayer !== undefined);
    const listenTo903 = page.locator('main [data-listen="903"]').first();
    await listenTo903.focus();
    await page.keyboard.press('Enter');
    await waitFor(page, PLAYING);
    expect(await listenTo903.getAttribute('aria-label')).toBe('暫停 叱咤903');
    expect(await page.locator('main [data-listen="881"]').first().getAttribute('aria-label')).toMatch(/^收聽直播/);
    await page.keyboard.press('Enter');
    await waitFor(page, PAUSED);
    expect(await listenTo903.getAttribute('aria-label')).toMatch(/^收聽直播/);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('changes channel in place', async () => {
    const { page } = listener;
    await openLive(page, 903);
    await play(page);
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    await page
      .getByRole('region', { name: '直播中' })
      .getByRole('link', { name: /^收聽 AM864/ })
      .first()
      .click();
    await page.waitForURL('**/live/864');
    await waitFor(page, PLAYING);
    await expectSoundOf(page, 864);
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
  });

  it('goes on through navigation, with the small player, which covers nothing', async () => {
    const { page } = listener;
    await openLive(page, 903);
    await play(page);
    await page.getByRole('navigation', { name: '主導覽' }).getByRole('link', { name: '所有節目' }).click();
    await page.waitForURL('**/program');
    const bar = page.getByRole('region', { name: '播放器' });
    await bar.waitFor();
    expect(await sounds(page)).toBe(true);
    expect(await bar.getByRole('link', { name: '今日特備' }).count()).toBe(1);
    expect(await bar.textContent()).toContain('直播中');
    const clock = async () => clockHk(new Date(await heardAt(page)));
    // It follows once a second, so around a whole minute it may still show the former one.
    await expect.poll(async () => (await bar.locator('time').textContent()) === (await clock())).toBe(true);
    const room = await page
      .locator('footer')
      .evaluate((foot) => Number.parseFloat(getComputedStyle(foot).paddingBottom));
    expect(room).toBeGreaterThanOrEqual((await bar.boundingBox())?.height ?? Infinity);
    await bar.getByRole('button', { name: '暫停' }).click();
    await waitFor(page, PAUSED);
    expect(await sounds(page)).toBe(false);
  });

  it('R-061 changes between sound and picture at the same instant', async () => {
    const { page } = listener;
    await openLive(page, 903);
    await play(page);
    await controls(page).getByRole('button', { name: '由頭聽過' }).click();
    await page.locator('[data-player="behind"]').waitFor();
    await waitFor(page, PLAYING);
    const before = { heardMs: await heardAt(page), atMs: Date.now() };
    await page.getByRole('button', { name: '畫面', exact: true }).click();
    await page.waitForURL('**/live/903/video');
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await waitFor(page, PLAYING);
    const elapsedMs = Date.now() - before.atMs;
    const moved = (await heardAt(page)) - before.heardMs;
    expect(moved).toBeGreaterThan(-500);
    expect(moved).toBeLessThanOrEqual(elapsedMs + 500);
    // The picture is on the page, and the time marks in its sound are the same station's.
    expect(await page.locator('video[aria-label="叱咤903 直播畫面"]').boundingBox()).not.toBeNull();
    await expectSoundOf(page, 903);
  });

  it('stops when another tab plays', async () => {
    const { page } = listener;
    await openLive(page, 903);
    await play(page);
    const other = await listener.openTab();
    await openLive(other, 881);
    await play(other);
    await page.waitForFunction(() => [2, 5].includes(window.airwavePlayer?.getPlayerState() ?? 0));
    expect(await sounds(other)).toBe(true);
    expect(await sounds(page)).toBe(false);
    expect(await page.locator('[data-player-status]').textContent()).toContain('另一個分頁');
  });

  it('keeps the volume', async () => {
    const { page } = listener;
    await openLive(page, 903);
    await controls(page).getByRole('slider', { name: '音量' }).fill('35');
    await openLive(page, 881);
    const slider = controls(page).getByRole('slider', { name: '音量' });
    expect(await slider.inputValue()).toBe('35');
    expect(await page.evaluate(() => document.querySelector('video')?.volume)).toBe(0.35);
    // In forced colours the volume is still visible.
    await page.emulateMedia({ forcedColors: 'active' });
    const { data, info } = await sharp(await slider.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colourAt = (x: number, y: number) => {
      const at = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 3;
      return [...data.subarray(at, at + 3)].join(' ');
    };
    const [filled, rest, ground] = [colourAt(0.15, 0.5), colourAt(0.85, 0.5), colourAt(0.85, 0.15)];
    expect(new Set([filled, rest, ground]).size).toBe(3);
  });
});
