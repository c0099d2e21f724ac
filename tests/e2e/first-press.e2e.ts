import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, siteUrl } from '#tests/setup/browser.ts';

// A first-time visitor who presses play as soon as it is visible hears something: nothing that appears later (cookie
// bar, scripts) moves under the pointer. Presses are real clicks at random times.

const VIEWPORTS = [
  [390, 664],
  [390, 844],
  [1280, 720],
  [1366, 768],
  [1440, 900],
] as const;
const CPU_RATES = [1, 4];
const PRESSES = 2;
/** The bar appeared about 50 ms after loading on a fast machine; slow ones spread that. */
const LATEST_MS = 400;

const seed = Number(process.env.PRESS_SEED ?? Date.now() % 2 ** 31);
console.log(`presses are drawn with PRESS_SEED=${seed}`);
let state = seed;
/** mulberry32 */
function draw(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser({ pictures: true });
});
afterAll(() => browser.close());

/** Centre of the visible play button nearest to the foot, where bars appear. Null if there is none yet. */
const aim = () => {
  const seen = [...document.querySelectorAll('[data-listen], [data-listen-there], main button[aria-label="播放"]')]
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .map(({ each, box }) => ({ each, x: box.x + box.width / 2, y: box.y + box.height / 2 }))
    .filter(({ each, x, y }) => each.contains(document.elementFromPoint(x, y)));
  const lowest = seen.toSorted((a, b) => b.y - a.y)[0];
  return lowest ? { x: lowest.x, y: lowest.y } : null;
};

async function press(page: Page, path: string): Promise<void> {
  // The document is complete; pictures and scripts are not.
  await page.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' });
  const at = await (await page.waitForFunction(aim, null, { polling: 'raf' })).jsonValue();
  if (at === null) throw new Error('nothing to press');
  await page.waitForTimeout(draw() * LATEST_MS);
  await page.mouse.click(at.x, at.y);
}

describe.each(VIEWPORTS)('at %i × %i', (width, height) => {
  it.each(CPU_RATES)('no press of play is lost at CPU rate %i', async (rate) => {
    for (let i = 0; i < PRESSES; i++) {
      // A first visit each time.
      const context = await browser.newContext({ viewport: { width, height } });
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      if (rate > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate });
      // On small phones the first view of the live page is covered by that page's own tests.
      await press(page, i % 2 === 0 && (width > 768 || height > 700) ? '/live/903' : '/');
      // A slow processor is a busy one here: pressed is pressed, and what follows needs none.
      if (rate > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.waitForFunction(() => (window.airwavePlayer?.getPlayerState() ?? -1) > 0);
      await context.close();
    }
  });
});

it('keeps a press from the framework until the page is ready, which would hydrate all of it before the answer', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  let goOn = () => {};
  const held = new Promise<void>((done) => (goOn = done));
  await page.route(/entry\.client-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(siteUrl() + '/live/903', { waitUntil: 'commit' });
  await page.waitForFunction(() => window.airwaveEarly !== undefined);
  const heard = () => page.evaluate(() => document.documentElement.dataset.heard ?? '');
  // The framework listens on the document too.
  await page.evaluate(() => {
    const hear = (event: Event) => (document.documentElement.dataset.heard = event.type);
    for (const type of ['pointerdown', 'touchstart', 'mousedown', 'keydown', 'click'])
      document.addEventListener(type, hear, true);
  });
  const play = page.locator('main button[aria-label="播放"], main [data-listen]').first();
  await play.tap();
  await play.press('Enter');
  expect(await heard()).toBe('');
  await page.locator('[data-pressed]').waitFor({ state: 'attached' });
  goOn();
  await page.waitForFunction(() => (window.airwavePlayer?.getPlayerState() ?? -1) > 0);
  await page.locator('main h1').first().tap();
  expect(await heard()).not.toBe('');
  await context.close();
});

it('shows the bar in the first paint, slim, and nowhere but at the foot', async () => {
  // The bar precedes everything visible, so nothing is painted before it.
  const html = await (await fetch(`${siteUrl()}/live/903`)).text();
  expect(html.indexOf('data-consent-bar')).toBeLessThan(html.indexOf('<header'));
  const page = await (await browser.newContext()).newPage();
  // With scripts blocked the page remains in its first paint, at every size.
  await page.route('**/assets/**/*.js', () => undefined);
  await page.goto(`${siteUrl()}/live/903`, { waitUntil: 'commit' });
  // Nothing is painted before the style sheets in the head are loaded.
  await page.waitForFunction(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    return sheets.length > 0 && sheets.every((link) => link.sheet !== null);
  });
  for (const [width, height] of VIEWPORTS) {
    await page.setViewportSize({ width, height });
    const box = await page.getByRole('region', { name: 'Cookie 通知' }).boundingBox();
    expect(box?.height ?? Number.NaN).toBeLessThanOrEqual(width < 600 ? 100 : 72);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height);
  }
  await page.context().close();
});
