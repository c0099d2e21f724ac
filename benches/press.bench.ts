import type { Browser } from 'playwright-core';
import { startBrowser } from '#tests/setup/browser.ts';
import type { Site } from '#tests/setup/site.ts';
import { median, type Row } from './measure.ts';

// How soon a press of play is answered while a page still loads: Event Timing from the press to the next frame, on a
// phone of 2018 (CPU ÷ 6) behind Fast 3G.

const CPU_RATE = 6;
/** Fast 3G as Chrome's developer tools define it. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
/** Moments after play was first seen. The last ones are after all scripts have run. */
const MOMENTS_MS = [0, 250, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 7_000, 10_000];
const LIMIT_MS = 100;
/** A page with a button alone: the least that a press takes here. */
const EMPTY = `data:text/html,${encodeURIComponent('<meta name=viewport content=width=device-width><main><button data-listen onclick="this.style.opacity=.6">play</button></main>')}`;

declare global {
  interface Window {
    pressAnsweredMs?: number;
  }
}

/** Notes the slowest event of a press: its delay, its handlers and the frame after them. */
const watchEvents = () =>
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0) window.pressAnsweredMs = Math.max(window.pressAnsweredMs ?? 0, entry.duration);
    // 16 ms is the least that Chromium reports, for presses that take less too.
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);

/** Milliseconds until the press is answered; 0 if sooner than Event Timing reports (16 ms). */
async function pressAfter(browser: Browser, url: string, momentMs: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', NETWORK);
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    await page.addInitScript(watchEvents);
    await page.goto(url, { waitUntil: 'commit' });
    const button = page.locator('main [data-listen], main button[aria-label="播放"]').first();
    await button.waitFor();
    // The button has a box before it is painted, but nobody presses what they cannot see.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const box = await button.boundingBox();
    if (box === null) throw new Error(`no play on ${url}`);
    await page.waitForTimeout(momentMs);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    // The entry comes with the frame after the press. None within the time of a second frame: sooner than reported.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page
      .waitForFunction(() => window.pressAnsweredMs !== undefined, null, { timeout: 1_000 })
      .catch(() => undefined);
    return await page.evaluate(() => window.pressAnsweredMs ?? 0);
  } finally {
    await context.close();
  }
}

export async function pressBench(site: Site): Promise<Row[]> {
  const browser = await startBrowser();
  try {
    const rows: Row[] = [];
    const empty = median([await pressAfter(browser, EMPTY, 2_000), await pressAfter(browser, EMPTY, 3_000)]);
    for (const [name, path] of [
      ['home', '/'],
      ['live', '/live/903'],
    ] as const) {
      const answers: number[] = [];
      for (const moment of MOMENTS_MS) answers.push(await pressAfter(browser, site.url + path, moment));
      const worst = Math.max(...answers);
      const at = MOMENTS_MS[answers.indexOf(worst)];
      rows.push({
        promise: `${name}: a press of play while the page loads (CPU ÷ ${CPU_RATE}, Fast 3G), ${MOMENTS_MS.length} moments from the first sight of it: to the next frame`,
        figure: `median ${Math.round(median(answers))} ms, worst ${Math.round(worst)} ms (${at} ms after it was seen); an empty page ${Math.round(empty)} ms`,
        limit: `${LIMIT_MS} ms`,
        holds: worst <= LIMIT_MS,
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}
