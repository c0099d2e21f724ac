import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, visit } from '#tests/setup/browser.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

const sideways = () => document.documentElement.scrollWidth - window.innerWidth;

/** The parts that only the default layout has: the top navigation and the strip of what is on air. */
const frameParts = (page: Page) =>
  page
    .locator('nav[aria-label="主導覽"], section[aria-label="直播中"]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label')));

/** Walks every kind of page at one width: a file for each width, so that they are walked side by side. */
export function walkPages(width: 390 | 1440): void {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  // A page waits for the network more than it works: three at a time.
  describe.concurrent(`at ${width} px`, () => {
    it.each(PUBLIC_PAGES)(
      '%s answers %i in the %s layout, whole, quiet and clean to axe',
      async (path, answer, layout) => {
        const { page, status, faults, close } = await visit(browser, path, { width });
        expect(status).toBe(answer);
        expect(await frameParts(page)).toEqual(layout === 'default' ? ['直播中', '主導覽'] : []);
        expect(await page.locator('h1').count()).toBe(1);
        expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-HK');
        const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map((h) => Number(h.tagName[1])));
        expect(levels.every((level, i) => level - (levels[i - 1] ?? 0) <= 1)).toBe(true);
        // A page that is not there leads home by itself.
        if (answer === 404 && layout === 'blank') await page.getByRole('button', { name: '留喺呢版' }).click();
        expect(await axeFaults(page)).toEqual([]);
        expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
        if (width === 390) {
          await page.setViewportSize({ width: 320, height: 844 });
          expect(await page.evaluate(sideways), 'at 320 px').toBeLessThanOrEqual(0);
        }
        // A browser complains of a 404 by itself; that is the answer we want to see.
        expect(faults.filter((fault) => answer !== 404 || !/status of 404/.test(fault))).toEqual([]);
        await close();
      },
    );
  });
}
