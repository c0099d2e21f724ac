import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { isRepeat, type PublicPage } from './public-pages.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const sideways = () => document.documentElement.scrollWidth - window.innerWidth;

/**
 * Elements with a transition. Tests request reduced motion, which must have none: a transition of all properties,
 * however short, draws each layout change a frame late.
 */
const transitions = () =>
  [...document.querySelectorAll('*')].filter(
    (element) => !/^0s(, 0s)*$/.test(getComputedStyle(element).transitionDuration),
  ).length;

/** Parts that only the default layout has: the main navigation and the on-air strip. */
const frameParts = (page: Page) =>
  page
    .locator('nav[aria-label="主導覽"], section[aria-label="直播中"]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label')));

async function expectWhole(page: Page): Promise<void> {
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-HK');
  const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map((h) => Number(h.tagName[1])));
  expect(levels.every((level, i) => level - (levels[i - 1] ?? 0) <= 1)).toBe(true);
}

/** Visits the pages whose components others show: without scripts and axe, for a fifth of the time. */
export function walkRepeats(pages: readonly PublicPage[]): void {
  let browser: Browser;
  /** One tab for all: a new one for each page would take two thirds more work. */
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  });
  afterAll(() => browser.close());

  it.each(pages.filter(isRepeat))(
    '%s answers %s in the %s layout, whole, and fits a screen',
    async (path, answer, layout) => {
      const response = await page.goto(siteUrl() + path, { waitUntil: 'load' });
      expect(response?.status()).toBe(answer);
      await expectWhole(page);
      for (const size of [DESKTOP, PHONE, { ...PHONE, width: 320 }]) {
        await page.setViewportSize(size);
        expect(await frameParts(page)).toEqual(layout === 'default' ? ['直播中', '主導覽'] : []);
        expect(await page.evaluate(sideways), `at ${size.width} px`).toBeLessThanOrEqual(0);
      }
    },
  );
}

/**
 * Visits every second page, starting with the first or the second: one test file for each half, so that they run in
 * parallel.
 */
export function walkPages(pages: readonly PublicPage[], half: 0 | 1): void {
  let browser: Browser;
  beforeAll(async () => {
    // With pictures: a missing or forbidden one is an error in the console.
    browser = await launchBrowser({ pictures: true });
  });
  afterAll(() => browser.close());

  // Loading is the most expensive step, so each page is loaded once: alternately on a phone and a desktop, then
  // resized.
  const walks = pages
    .filter((page) => !isRepeat(page))
    .filter((_, i) => i % 2 === half)
    .map(([path, answer, layout], i) => ({ path, answer, layout, sizes: i % 2 ? [PHONE, DESKTOP] : [DESKTOP, PHONE] }));

  // Pages mostly wait for the network, so three are visited concurrently.
  describe.concurrent('at 390 and 1440 px', () => {
    it.each(walks)(
      '$path answers $answer in the $layout layout, whole, quiet and clean to axe',
      async ({ path, answer, layout, sizes }) => {
        const { page, status, faults, close } = await visit(browser, path, { width: sizes[0]!.width });
        expect(status).toBe(answer);
        await expectWhole(page);
        // A missing page redirects home by itself; a preview that has ended says so and stays.
        if (answer === 404 && layout === 'blank' && !path.startsWith('/preview/'))
          await page.getByRole('button', { name: '留喺呢版' }).click();
        // axe takes longest: once a page, on a phone and a desktop in turn.
        expect(await axeFaults(page), `at ${sizes[0]!.width} px`).toEqual([]);
        for (const size of sizes) {
          await page.setViewportSize(size);
          expect(await frameParts(page)).toEqual(layout === 'default' ? ['直播中', '主導覽'] : []);
          expect(await page.evaluate(sideways), `at ${size.width} px`).toBeLessThanOrEqual(0);
        }
        expect(await page.evaluate(transitions), 'elements with a transition').toBe(0);
        await page.setViewportSize({ ...PHONE, width: 320 });
        expect(await page.evaluate(sideways), 'at 320 px').toBeLessThanOrEqual(0);
        // Browsers log an expected 404 by themselves.
        expect(faults.filter((fault) => answer !== 404 || !/status of 404/.test(fault))).toEqual([]);
        await close();
      },
    );
  });
}
