import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

/** Every page of the route map with what it must answer. A page that is missing here fails the law test of routes. */
export const PAGES: [path: string, status: number][] = [
  ['/', 200],
  ['/anymind360_review', 200],
  ['/live/881', 200],
  ['/live/903', 200],
  ['/live/903/video', 200],
  ['/live/864/anymind360_review', 200],
  ['/timetable/881', 200],
  ['/timetable/864/list', 200],
  ['/program', 200],
  ['/program/1035', 200],
  ['/host', 200],
  ['/host/12', 200],
  ['/host/41', 200],
  ['/article/latest', 200],
  ['/article/latest?page=2', 200],
  ['/article/latest/anymind360_review', 200],
  ['/highlight', 200],
  ['/soundcolumn', 200],
  ['/news', 200],
  ['/news/hot', 200],
  ['/news/recent', 200],
  ['/news/traffic', 200],
  ['/news/editorial', 200],
  ['/news/finance', 200],
  ['/news2/recent', 200],
  ['/chart', 200],
  ['/article/latest/abc', 404],
  ['/article/latest?page=999', 404],
  ['/soundcolumn/99999', 404],
  ['/news/nothing', 404],
  ['/search', 200],
  ['/search?q=%E5%8F%B1%E5%92%A4', 200],
  ['/search?q=zqxj%20%E9%9B%B6%E5%BE%97', 200],
  ['/search/google_review?q=%E7%9A%84%E5%A3%AB', 200],
  ['/search?q=%E5%8F%B1%E5%92%A4&page=99', 404],
  ['/traffic', 200],
  ['/traffic/aim', 200],
  ['/traffic/info', 200],
  ['/traffic/info?page=2', 200],
  ['/traffic/highlight', 200],
  ['/traffic/hotline', 200],
  ['/traffic/hotline?type=sent', 200],
  ['/traffic/fund', 200],
  ['/traffic/data/1', 200],
  ['/traffic/data/3?area=NT&page=1', 200],
  ['/traffic/data/5', 200],
  ['/traffic/phonograph', 200],
  ['/contactUs', 200],
  ['/contactUs/result', 200],
  ['/contactUs/result?type=sent', 200],
  ['/adService', 200],
  ['/recruitment', 200],
  ['/recruitment/CRP', 200],
  ['/strokefund/archive', 200],
  ['/staticpage/aboutCR', 200],
  ['/staticpage/privacy?lang=en', 200],
  ['/staticpage/faq', 200],
  ['/staticpage/archiveUserguide', 200],
  ['/staticpage/archiveUserguide/2', 200],
  ['/livestreamfaq', 200],
  ['/traffic/data/8', 404],
  ['/traffic/data/abc', 404],
  ['/staticpage/nothing', 404],
  ['/recruitment/ABC', 404],
  ['/mobileredirect?appname=toolbar&store=ios', 200],
  ['/error', 404],
  ['/error/500', 404],
  ['/live/999', 404],
  ['/live/abc', 404],
  ['/timetable/999', 404],
  ['/program/abc', 404],
  ['/host/99999', 404],
  ['/nobody/knows/this', 404],
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const sideways = () => document.documentElement.scrollWidth - window.innerWidth;

// A page waits for the network more than it works: three at a time.
describe.concurrent.each([1440, 390])('at %i px', (width) => {
  it.each(PAGES)('%s answers %i with one heading, no complaint and nothing axe can find', async (path, expected) => {
    const { page, status, faults, close } = await visit(browser, path, { width });
    expect(status).toBe(expected);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-HK');
    const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map((h) => Number(h.tagName[1])));
    expect(levels.every((level, i) => level - (levels[i - 1] ?? 0) <= 1)).toBe(true);
    await page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
    // A browser complains of a 404 by itself; that is the answer we want to see.
    expect(faults.filter((fault) => expected !== 404 || !/status of 404/.test(fault))).toEqual([]);
    await close();
  });
});

it.concurrent.each(PAGES.filter(([, status]) => status === 200))(
  '%s does not scroll sideways at 320 px',
  async (path) => {
    const { page, close } = await visit(browser, path, { width: 320 });
    expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
    await close();
  },
);

it('sends a wrong or missing name to the one address of a page', async () => {
  for (const path of ['/program/1035', '/program/1035/wrong', '/host/12']) {
    const reply = await fetch(siteUrl() + path, { redirect: 'manual' });
    expect(reply.status).toBe(301);
    expect(reply.headers.get('location')).toMatch(/^\/(program|host)\/\d+\/./);
  }
});

it('sends a phone to its store and everybody else home', async () => {
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

it('answers every link on the home page', async () => {
  const html = await (await fetch(siteUrl())).text();
  const linked = [...html.matchAll(/<a[^>]*href="(\/[^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  const statuses = await Promise.all(
    [...new Set(linked)].map(async (path) => [path, (await fetch(siteUrl() + path)).status] as const),
  );
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});
