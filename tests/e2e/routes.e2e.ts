import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const sideways = () => document.documentElement.scrollWidth - window.innerWidth;

/** The parts that only the default layout has: the top navigation and the strip of what is on air. */
const frameParts = (page: Page) =>
  page
    .locator('nav[aria-label="主導覽"], section[aria-label="現正直播"]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label')));

// A page waits for the network more than it works: three at a time.
describe.concurrent.each([1440, 390])('at %i px', (width) => {
  it.each(PUBLIC_PAGES)(
    '%s answers %i in the %s layout, whole, quiet and clean to axe',
    async (path, answer, layout) => {
      const { page, status, faults, close } = await visit(browser, path, { width });
      expect(status).toBe(answer);
      expect(await frameParts(page)).toEqual(layout === 'default' ? ['現正直播', '主導覽'] : []);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-HK');
      const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map((h) => Number(h.tagName[1])));
      expect(levels.every((level, i) => level - (levels[i - 1] ?? 0) <= 1)).toBe(true);
      await page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
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

it('R-049 sends a wrong or missing name to the one address of a page', async () => {
  for (const path of ['/program/1035', '/program/1035/wrong', '/host/12']) {
    const reply = await fetch(siteUrl() + path, { redirect: 'manual' });
    expect(reply.status).toBe(301);
    expect(reply.headers.get('location')).toMatch(/^\/(program|host)\/\d+\/./);
  }
});

it('R-098, R-099 sends a phone to its store and everybody else home', async () => {
  const location = async (query: string, agent: string) =>
    (
      await fetch(`${siteUrl()}/mobileredirect?${query}`, {
        redirect: 'manual',
        headers: { 'user-agent': agent },
      })
    ).headers.get('location');
  expect(await location('appname=toolbar', 'Mozilla/5.0 (iPhone)')).toContain('store=ios');
  expect(await location('appname=archive', 'Mozilla/5.0 (Linux; Android 14; HUAWEI P60)')).toContain('store=huawei');
  expect(await location('appname=archive', 'Mozilla/5.0 (Linux; Android 14; Pixel)')).toContain('store=android');
  expect(await location('appname=toolbar', 'Mozilla/5.0 (X11; Linux)')).toBe('/');
  expect(await location('appname=other', 'Mozilla/5.0 (iPhone)')).toBe('/');
});

it('draws the code that leads a phone to each app, and no other', async () => {
  for (const app of ['toolbar', 'archive']) {
    const reply = await fetch(`${siteUrl()}/mobileredirect/${app}.svg`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('image/svg+xml');
  }
  for (const other of ['toolbar', 'other.svg', 'toolbar.svg.svg'])
    expect((await fetch(`${siteUrl()}/mobileredirect/${other}`)).status).toBe(404);
});
