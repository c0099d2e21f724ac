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

/** Boxes of the lines of each text below an element that matches. */
function linesIn(selector: string): { text: string; letters: number; lines: DOMRect[] }[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const text = range.toString().trim();
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const isShown = !texts.currentNode.parentElement!.closest('.vh');
      if (isShown && text !== '' && lines.length > 0) found.push({ text, letters: Array.from(text).length, lines });
    }
    return found;
  });
}

it.each([
  ['the times of the dial', '/live/903', 'main [role="slider"] + *'],
  ['the days of a timetable', '/timetable/881', 'main nav:has(> a > b)'],
  ['the days of the archive', '/program/archives', 'main nav:has(li > a > b)'],
])('%s do not overlap at twice the size', async (_, path, selector) => {
  await page.goto(siteUrl() + path);
  const texts = await page.evaluate(linesIn, selector);
  expect(texts.length).toBeGreaterThan(2);
  /** A number and the word above it share some pixels: their boxes are higher than their letters. */
  const areBeside = (a: DOMRect, b: DOMRect) => Math.abs(a.top - b.top) < Math.min(a.height, b.height) / 2;
  const overlapping = texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter((other) =>
        one.lines.some((a) => other.lines.some((b) => areBeside(a, b) && a.left < b.right - 1 && b.left < a.right - 1)),
      )
      .map((other) => `${one.text} ${other.text}`),
  );
  expect(overlapping).toEqual([]);
});

it.each([
  ['/live/903', 'main li h3'],
  ['/program/archives', 'main li > div > b'],
])('%s does not write names one letter a line', async (path, selector) => {
  await page.goto(siteUrl() + path);
  const texts = await page.evaluate(linesIn, selector);
  expect(texts.length).toBeGreaterThan(2);
  expect(
    texts.filter(({ letters, lines }) => letters > 2 && letters / lines.length < 2).map(({ text }) => text),
  ).toEqual([]);
});
