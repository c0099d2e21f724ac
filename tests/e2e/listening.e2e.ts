import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchBrowser, ready, siteUrl } from '#tests/setup/browser.ts';
import {
  clocks,
  hide,
  media,
  readCall,
  setMedia,
  spansOf,
  trackedVisitor,
  within,
  type Report,
} from './tracked-visitor.ts';

// Listening reports of pages: the demo's own sound in a real browser, with the test as server.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const visitor = (consent: string, answer?: () => number | 'cut') => trackedVisitor(browser, consent, answer);

async function listenTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
  await page.getByRole('group', { name: '播放控制' }).getByRole('button', { name: '播放' }).click();
  await page.waitForFunction((of) => (document.querySelector<HTMLMediaElement>(of)?.currentTime ?? 0) > 0, media);
  await page.waitForFunction(() => window.airwavePlayer?.getPlayerState() === 1);
}

const kept = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('airwave.reports.')));

// Each mostly waits, with a browser context of its own.
describe.concurrent('a page', () => {
  it('reports what was heard of live, and nothing of what was muted', async ({ expect }) => {
    const { page, taken, close } = await visitor('2.1');
    await listenTo(page, '/live/881');
    await page.waitForTimeout(2_000);
    const began = await clocks(page);
    await page.waitForTimeout(12_000);
    const muted = await setMedia(page, 'mute');
    await page.waitForTimeout(4_000);
    const unmuted = await setMedia(page, 'unmute');
    await page.waitForTimeout(8_000);
    const ended = await clocks(page);
    await hide(page);
    await expect.poll(() => spansOf(taken).some(([, to]) => to * 1000 > ended.wallMs - 1_000)).toBe(true);
    const spans = spansOf(taken);
    for (const [from, to] of [
      [began, muted],
      [unmuted, ended],
    ] as const) {
      const trueS = to.heardS - from.heardS;
      expect(Math.abs(within(spans, from.wallMs, to.wallMs) - trueS)).toBeLessThan(trueS * 0.1 + 0.3);
    }
    expect(within(spans, muted.wallMs + 1_000, unmuted.wallMs)).toBe(0);
    // Positions are stream time: what is heard now was made a moment ago.
    for (const [from, , at] of spans) {
      expect(from - at).toBeGreaterThan(0);
      expect(from - at).toBeLessThan(60);
    }
    const [first] = taken;
    expect(first).toMatchObject({
      path: '/v2/tracking/live',
      reports: [
        { token: 'v1.signed-by-the-station', seq: 1, tracking_type: 100, channel: 881, device_type: 1, media_type: 1 },
      ],
    });
    expect(first?.player_stats_json).toMatchObject({ rebuffers: 0 });
    expect(first?.batch.session).toMatch(/^[\w-]{22}$/);
    // One session, with unique sequence numbers.
    expect(new Set(taken.map(({ batch }) => batch.session)).size).toBe(1);
    const seqs = taken.flatMap(({ reports }) => reports.map(({ seq }) => seq));
    expect(new Set(seqs).size).toBe(seqs.length);
    await close();
  });

  it('hands a beacon to the browser when the page is left, and sends the same again from the next until it is taken', async ({
    expect,
  }) => {
    const { page, taken, close } = await visitor('2.1');
    await page.addInitScript(() => {
      const send = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (url, body) => {
        sessionStorage.setItem('test.beacons', `${sessionStorage.getItem('test.beacons') ?? ''}${body as string}\n`);
        return send(url, body);
      };
    });
    await listenTo(page, '/live/903');
    await page.waitForTimeout(5_000);
    await page.goto('/host');
    await ready(page);
    const beacons = await page.evaluate(() => sessionStorage.getItem('test.beacons') ?? '');
    const [told] = beacons.split('\n').filter((text) => text.includes('"heard"'));
    const sent = readCall(siteUrl(), told ?? null);
    expect(spansOf([sent]).length).toBeGreaterThan(0);
    // The page received no confirmation.
    const again = () =>
      taken.filter(({ batch, reports }) => batch.session === sent.batch.session && reports.some(({ heard }) => heard));
    await expect.poll(() => again().length).toBeGreaterThan(0);
    expect(again().flatMap(({ reports }) => reports.map(({ seq }) => seq))).toContain(sent.reports.at(-1)?.seq);
    await expect.poll(() => kept(page)).toEqual([]);
    await close();
  });

  it('keeps what could not be sent, and another tab sends it once the line is back and the first is gone', async ({
    expect,
  }) => {
    let line: number | 'cut' = 'cut';
    const { context, page, taken, close } = await visitor('2.1', () => line);
    await listenTo(page, '/live/864');
    await page.waitForTimeout(4_000);
    await hide(page);
    await expect.poll(async () => (await kept(page)).length).toBe(1);
    const [[, text] = ['', '{}']] = await kept(page);
    const before = JSON.parse(text) as { session: string; reports: Report[] };
    expect(before.reports.length).toBeGreaterThan(1);
    // A living tab sends its own reports.
    const other = await context.newPage();
    await other.goto('/host');
    await ready(other);
    line = 200;
    await page.close();
    await other.goto('/program');
    await ready(other);
    const mine = () => taken.filter(({ batch }) => batch.session === before.session);
    await expect.poll(() => kept(other)).toEqual([]);
    const seqs = mine().flatMap(({ reports }) => reports.map(({ seq }) => seq));
    // A page that was left before it heard the reply may have sent them too: the server counts a report once.
    for (const { seq } of before.reports) expect(seqs).toContain(seq);
    await close();
  });

  describe('without agreement to statistics', () => {
    it('is counted under a name that nothing keeps, and no other', async ({ expect }) => {
      const { page, taken, close } = await visitor('2.0');
      const asked = page.waitForRequest('**/api/user/state');
      await listenTo(page, '/live/881');
      expect((await asked).headers()['x-visitor']).toBeUndefined();
      await page.waitForTimeout(3_000);
      await hide(page);
      await expect.poll(() => spansOf(taken).length).toBeGreaterThan(0);
      for (const { batch } of taken) expect(Object.keys(batch)).toEqual(['session', 'sent_ts']);
      expect(JSON.stringify(taken)).not.toMatch(/user_id|token|visitor/);
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /reports|visitor/.test(key)))).toEqual(
        [],
      );
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(taken[0]?.batch.session);
      await close();
    });

    it('forgets what was kept as soon as it is taken back', async ({ expect }) => {
      const { page, close } = await visitor('2.1', () => 'cut');
      await listenTo(page, '/live/881');
      await page.waitForTimeout(1_500);
      await hide(page);
      await expect.poll(async () => (await kept(page)).length).toBe(1);
      expect(await page.evaluate(() => localStorage.getItem('airwave.visitor'))).toMatch(/^[\w-]{22}$/);
      await page.locator('body > footer').getByRole('button', { name: 'Cookie 設定' }).click();
      await page.getByRole('dialog', { name: 'Cookie 設定' }).getByRole('button', { name: '全部拒絕' }).click();
      await expect.poll(() => kept(page)).toEqual([]);
      expect(await page.evaluate(() => localStorage.getItem('airwave.visitor'))).toBeNull();
      await close();
    });
  });

  it('tells what was searched for and how much was found, of who agreed alone', async ({ expect }) => {
    for (const consent of ['2.1', '2.0']) {
      const { page, taken, close } = await visitor(consent);
      await page.goto('/search?q=zqxjk');
      await ready(page);
      if (consent === '2.0') await page.waitForTimeout(1_500);
      else await expect.poll(() => taken.length).toBe(1);
      const told = taken.map(({ path, reports }) => ({ path, ...reports[0] }));
      if (consent === '2.0') expect(told).toEqual([]);
      else expect(told[0]).toMatchObject({ path: '/tracking/tag', keyword: 'zqxjk', tag_type: 100, results: 0 });
      await close();
    }
  });

  it('tells why something did not play', async ({ expect }) => {
    const { page, taken, close } = await visitor('2.0');
    await page.route('**/*.m3u8*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/live/903');
    await ready(page);
    await page.getByRole('group', { name: '播放控制' }).getByRole('button', { name: '播放' }).click();
    await expect.poll(() => taken.filter(({ path }) => path === '/tracking/playbackerror').length).toBeGreaterThan(0);
    const [told] = taken.filter(({ path }) => path === '/tracking/playbackerror').flatMap(({ reports }) => reports);
    expect(told).toMatchObject({ cause: 'playlist', source: 'live', channel: 903 });
    expect(told).not.toHaveProperty('user_id');
    await close();
  });
});
