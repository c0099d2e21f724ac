import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, siteUrl } from '#tests/setup/browser.ts';

// What a page shows is neither cut off nor covered. No page needs its scripts for that.

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
});
afterAll(() => browser.close());

async function open(path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  expect((await page.goto(siteUrl() + path))?.status()).toBe(200);
}

/** Controls of the content whose focus ring is missing, or is cut off by a box that hides or scrolls what is outside it. */
function cutRings(): string[] {
  /** How far a ring reaches beyond its box; null: there is none. */
  const reachOf = (element: Element, part?: string): number | null => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element, part);
    return outlineStyle === 'none' || outlineWidth === '0px'
      ? null
      : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  };
  /** The box with the ring: the control, the card that its link covers, or what is around it. */
  const ringOf = (control: HTMLElement): { box: Element; reach: number } | null => {
    const covering = reachOf(control, '::after');
    if (covering !== null && control.offsetParent !== null) return { box: control.offsetParent, reach: covering };
    for (let box: Element | null = control; box !== null; box = box.parentElement) {
      const reach = reachOf(box);
      if (reach !== null) return { box, reach };
    }
    return null;
  };
  const faults = new Set<string>();
  for (const control of document.querySelectorAll('main :is(a[href], button, summary, input, select):not(svg *)')) {
    if (!(control instanceof HTMLElement)) continue;
    control.focus();
    if (document.activeElement !== control || control.tabIndex < 0) continue;
    const name = (control.ariaLabel ?? control.textContent).trim().slice(0, 24);
    const ring = ringOf(control);
    if (ring === null) {
      faults.add(`${name}: none`);
      continue;
    }
    const { top, bottom } = ring.box.getBoundingClientRect();
    for (let box = ring.box.parentElement; box !== null && box !== document.body; box = box.parentElement) {
      const edges = box.getBoundingClientRect();
      // Half a pixel is rounding.
      const isCut = top - ring.reach < edges.top - 0.5 || bottom + ring.reach > edges.bottom + 0.5;
      if (isCut && getComputedStyle(box).overflowY !== 'visible') faults.add(`${name}: cut`);
    }
  }
  return [...faults];
}

it.each([
  ['/', 390],
  ['/', 1440],
  ['/article/1', 390],
  ['/program', 390],
  ['/program/archives', 390],
  ['/program/archives', 1440],
  ['/search?q=隧道', 390],
  ['/songs/903', 390],
  ['/timetable/903', 390],
  ['/traffic', 390],
  ['/traffic/data/1', 390],
] as const)('%s at %i px draws the whole focus ring of each control', async (path, width) => {
  await open(path, width);
  // From here on the focus is one of the keyboard, which is drawn.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(cutRings)).toEqual([]);
});

it.each([881, 903, 864])(
  'the timetable of %i names the parts of a day beside the shows, also the one on air',
  async (channel) => {
    await open(`/timetable/${channel}`, 1440);
    const covered = await page.evaluate(() => {
      /** The show on air is wider than the others by this much on either side. */
      const REACH_PX = 16;
      return [...document.querySelectorAll('main section:has(> ol) > h2')].flatMap((heading) => {
        const shows = heading.nextElementSibling!.getBoundingClientRect();
        const words = [heading, ...heading.querySelectorAll('*')].flatMap((element) => [...element.childNodes]);
        const isCovered = words.some((word) => {
          if (word.nodeType !== Node.TEXT_NODE) return false;
          const text = document.createRange();
          text.selectNodeContents(word);
          return text.getBoundingClientRect().right > shows.left - REACH_PX;
        });
        return isCovered ? [heading.textContent] : [];
      });
    });
    expect(covered).toEqual([]);
  },
);

it('writes each amount of a campaign on one line of a small phone', async () => {
  await open('/cantopopcorn365days', 320);
  const lines = await page
    .locator('main [role="progressbar"] span span')
    .evaluateAll((amounts) =>
      amounts.map(
        (amount) => amount.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(amount).lineHeight),
      ),
    );
  expect(lines.length).toBe(3);
  expect(Math.max(...lines)).toBeLessThan(1.5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

it('gives the title of a recording its whole width where only its link can play it', async () => {
  await open('/article/1', 390);
  const recording = page.locator('[data-recording]').first();
  const [whole, title] = await Promise.all([recording.boundingBox(), recording.locator('b').boundingBox()]);
  expect(title!.width).toBeGreaterThan(whole!.width * 0.8);
  expect(await recording.getByRole('button').count()).toBe(0);
});
