import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, ready, siteUrl } from '#tests/setup/browser.ts';

// Misbehaviour of the ad world, through the delivered frames: the page is notified, does not navigate, and every slot
// has content.

let browser: Browser;
/** One tab for all: the code of advertising is loaded once. */
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser({ pictures: true });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: 'cookie_consent', value: '2.3', url: siteUrl() },
    { name: 'archive_offer', value: '1', url: siteUrl() },
  ]);
  page = await context.newPage();
});
afterAll(() => browser.close());

it.each([
  ['down', /"event":"empty"/],
  ['late', /"event":"timeout"/],
  ['empty', /"event":"empty"/],
  ['broken', /"event":"dropped"[^}]*"reason":"broken"/],
  ['huge', /"event":"dropped"[^}]*"reason":"bytes"/],
  ['heavy', /"event":"dropped"[^}]*"reason":"cpu"/],
  // It swallows every error, so nothing is reported: it is contained and displayed.
  ['escape', /"event":"fill"/],
  // A bid of a size that was not requested is ignored.
  ['lie', /"event":"empty"/],
])('goes on where the ad world is %s', async (magic, told) => {
  const context = page.context();
  // The page before has then reported all it will.
  await page.goto(`${siteUrl()}/robots.txt`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  page.removeAllListeners();
  const [reports, faults, gone]: [string[], string[], string[]] = [[], [], []];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) gone.push(frame.url());
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/tracking/ads')) reports.push(request.postData() ?? '');
  });
  const address = `${siteUrl()}/?ad=${magic}`;
  await page.goto(address, { waitUntil: 'load' });
  await ready(page);
  await expect.poll(() => reports.join()).toMatch(told);
  expect(new Set(gone)).toEqual(new Set([address]));
  expect(await page.title()).not.toMatch(/stolen/);
  expect(await context.cookies()).toEqual(expect.not.arrayContaining([expect.objectContaining({ name: 'stolen' })]));
  expect(faults).toEqual([]);
  // Creatives stay within their slot, and empty slots show the station's own content.
  const slots = await page.locator('[data-ad-slot]:visible').evaluateAll((all) =>
    all.map((slot) => {
      const room = slot.getBoundingClientRect();
      const frames = [...slot.querySelectorAll('iframe')].map((frame) => frame.getBoundingClientRect());
      return {
        isFull: 'adShown' in (slot as HTMLElement).dataset || slot.querySelector('[data-ad-house]') !== null,
        isWithin: frames.every(({ width, height }) => width <= room.width + 1 && height <= room.height + 1),
      };
    }),
  );
  expect(slots.length).toBeGreaterThan(2);
  for (const slot of slots) expect(slot).toEqual({ isFull: true, isWithin: true });
});
