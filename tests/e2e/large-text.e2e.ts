import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, siteUrl } from '#tests/setup/browser.ts';

// WCAG 1.4.4: with the text size of the browser at 200 % (not its zoom), a phone scrolls no page sideways.

/** One page of each layout that has rows, columns, or several buttons in a line. */
const PAGES = [
  '/',
  '/live/903',
  '/timetable/881',
  '/timetable/864/list',
  '/songs/903',
  '/program',
  '/program/1035',
  '/program/archives',
  '/program/archives/100',
  '/program/archives/100/buy',
  '/crgovideo/821',
  '/pricing',
  '/chart',
  '/traffic/data/1',
  '/traffic/hotline?type=sent',
  '/status',
  '/member/user/login',
  '/member/register',
];

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
});
afterAll(() => browser.close());

it.each(PAGES)('%s fits a phone with text of twice the size', async (path) => {
  expect((await page.goto(siteUrl() + path))?.status()).toBe(200);
  const [textPx, beyondPx] = await page.evaluate(() => [
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    document.documentElement.scrollWidth - window.innerWidth,
  ]);
  expect(textPx).toBe(32);
  expect(beyondPx).toBeLessThanOrEqual(0);
});
