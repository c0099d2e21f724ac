import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listen, shareOfTone } from './ear.ts';
import {
  controls,
  expectSoundOf,
  heardAt,
  openLive,
  play,
  PLAYING,
  setUpListener,
  sounds,
  waitFor,
} from './listener.ts';

declare global {
  interface Window {
    newestSource?: MediaSource;
    failedSource?: MediaSource;
    refilledSource?: MediaSource;
  }
}

const listener = setUpListener();

describe('trouble', () => {
  it('goes on by itself after the origin was killed and started again, where it was', async () => {
    const { page, site } = listener;
    await openLive(page, 881);
    await play(page);
    await delay(2_000);
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    await site.kill();
    await page.locator('[data-player="reconnecting"], [data-player="failed"]').waitFor();
    // The buffer runs out.
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 4) < 3);
    const positionMs = await heardAt(page);
    await site.start();
    const againMs = Date.now();
    await waitFor(page, PLAYING);
    const movedMs = (await heardAt(page)) - positionMs;
    expect(movedMs).toBeGreaterThan(-1_500);
    // It may have played for as long as the test needed to look.
    expect(movedMs).toBeLessThan(Date.now() - againMs + 4_000);
    await expectSoundOf(page, 881);
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
  });

  it('goes on when the network comes back', async () => {
    const { page, context } = listener;
    await openLive(page, 864);
    await play(page);
    await context.setOffline(true);
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 4) < 3);
    await context.setOffline(false);
    await waitFor(page, PLAYING);
    await expectSoundOf(page, 864);
  });

  it('sounds on by itself after a segment that is broken', async () => {
    const { page } = listener;
    let segments = 0;
    await page.route('**/*.m4s', async (route) => {
      segments += 1;
      if (segments !== 3) return route.continue();
      const answer = await route.fetch();
      const body = await answer.body();
      body.fill(0xff, 200);
      return route.fulfill({ response: answer, body });
    });
    await openLive(page, 881);
    await play(page);
    // Well past the broken one, at normal speed.
    const fromMs = await heardAt(page);
    await page.waitForFunction((atMs) => (window.airwavePlayer?.getHeardAt() ?? 0) > atMs + 20_000, fromMs);
    expect(segments).toBeGreaterThan(3);
    await waitFor(page, PLAYING);
    await expect.poll(() => sounds(page)).toBe(true);
  });

  it('sounds on by itself after a fault of the element from which hls.js recovers without a word', async () => {
    const { page } = listener;
    await page.addInitScript(() => {
      const create = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (object) => {
        if (object instanceof MediaSource) window.newestSource = object;
        return create(object);
      };
    });
    await openLive(page, 881);
    await play(page);
    const fail = () => {
      const { newestSource: source } = window;
      if (!source || [...source.sourceBuffers].some(({ updating }) => updating)) return false;
      // As a decoder does.
      source.endOfStream('decode');
      window.failedSource = source;
      return true;
    };
    await expect.poll(() => page.evaluate(fail)).toBe(true);
    await page.waitForFunction(() => window.newestSource !== window.failedSource);
    const fromMs = await heardAt(page);
    await page.evaluate(() => void (window.refilledSource = window.newestSource!));
    await page.waitForFunction((atMs) => (window.airwavePlayer?.getHeardAt() ?? 0) > atMs + 5_000, fromMs);
    await waitFor(page, PLAYING);
    // Not by connecting anew, which the player does after seconds of silence.
    expect(await page.evaluate(() => window.newestSource === window.refilledSource)).toBe(true);
    await expect.poll(() => sounds(page)).toBe(true);
  });

  it('says of a stream that is cut off that there is no signal', async () => {
    const { page } = listener;
    await page.route('**/media/864/**', (route) => route.abort());
    await openLive(page, 864);
    await controls(page).getByRole('button', { name: '播放' }).click();
    await page.locator('[data-player="failed"]').waitFor();
    expect(await controls(page).textContent()).toContain('（120010）');
  });

  it('says in words and with its code that the stream fails, and tries again on request', async () => {
    const { page } = listener;
    await page.route('**/media/864/**', (route) => route.fulfill({ status: 503, body: '' }));
    await openLive(page, 864);
    await controls(page).getByRole('button', { name: '播放' }).click();
    await page.locator('[data-player="failed"]').waitFor();
    expect(await controls(page).textContent()).toContain('直播訊號暫時中斷（120010）');
    await page.unroute('**/media/864/**');
    await controls(page).getByRole('button', { name: '再試一次' }).click();
    await waitFor(page, PLAYING);
  });

  it('hears the encoder that replaces a station, without a reload', async () => {
    const { page, site } = listener;
    await openLive(page, 864);
    await play(page);
    await site.stopStation(864);
    const encoder = spawn('ffmpeg', encoderArguments(site.ingestUrl(864)), { stdio: 'inherit' });
    try {
      await expect.poll(async () => shareOfTone(await listen(page, 3), 440)).toBeGreaterThan(0.8);
    } finally {
      encoder.kill('SIGTERM');
    }
  });
});

/** A 440 Hz tone at both rates, as in docs/operations/encoders.md. */
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
