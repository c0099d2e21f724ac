import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';

let browser: Browser;
/** Shared, so that styles are fetched once: a page without scripts stores nothing. */
let plain: BrowserContext;
beforeAll(async () => {
  browser = await launchBrowser();
  plain = await browser.newContext({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false });
});
afterAll(() => browser.close());

const REVIEW = 'anymind360_review';

const ask = (path: string) => fetch(siteUrl() + path, { redirect: 'manual' });
const html = async (path: string) => (await ask(path)).text();
const canonicalOf = (text: string) =>
  /rel="canonical" href="[^"]*?:\d+([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
const robotsOf = (text: string) => /name="robots" content="([^"]*)"/.exec(text)?.[1];

/** Links to the articles of a page's list, without the sidebar. */
const pieces = (page: Page) =>
  page
    .locator('main article:not(aside article) :is(h2, h3) a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/** Tabs whose page was looked at: they show another one for half of the work of a new tab. */
const tabs: Page[] = [];

async function withoutScripts<T>(path: string, look: (page: Page) => Promise<T>): Promise<T> {
  const page = tabs.pop() ?? (await plain.newPage());
  await page.goto(siteUrl() + path, { waitUntil: 'load' });
  const seen = await look(page);
  tabs.push(page);
  return seen;
}

const listOf = (path: string) => withoutScripts(path, pieces);

it.each(['/', '/search?q=%E9%A6%99%E6%B8%AF', '/news/hot'])(
  'keeps on %s the space of a time of publication that the browser shortens',
  async (path) => {
    const widths = await withoutScripts(path, (page) =>
      page.locator('time[data-published]').evaluateAll((times) =>
        times.map((time) => {
          const { width } = time.getBoundingClientRect();
          time.textContent = '啱啱';
          return [width, time.getBoundingClientRect().width];
        }),
      ),
    );
    expect(widths).not.toEqual([]);
    expect(widths.filter(([before, after]) => after !== before)).toEqual([]);
  },
);

/** The first link of a page with a given prefix, excluding the prefix itself. */
const firstLink = (path: string, beginning: string) =>
  withoutScripts(path, async (page) => {
    const href = await page.locator(`main a[href^="${beginning}"]`).first().getAttribute('href');
    if (href === null) throw new Error(`${path} has no link to ${beginning}`);
    return href;
  });

/** The longest list linked from a page. */
async function longestList(path: string, beginning: string): Promise<{ path: string; list: string[] }> {
  const links = [...(await html(path)).matchAll(/href="([^"?]+)"/g)]
    .map(([, href = '']) => href)
    .filter((href) => href.startsWith(beginning) && /^\d/.test(href.slice(beginning.length)));
  const found = await Promise.all(
    [...new Set(links)].map(async (link) => ({ link, articles: (await html(link)).split('<article').length })),
  );
  const [longest] = found.toSorted((one, other) => other.articles - one.articles);
  if (longest === undefined) throw new Error(`${path} has no link to ${beginning}`);
  return { path: longest.link, list: await listOf(longest.link) };
}

describe('lists are as long as the constants say', () => {
  it.each([
    ['R-041', '/article/latest', 11],
    ['R-047', '/highlight', 12],
    ['R-052', '/soundcolumn', 10],
    ['R-072', '/news/hot', 9],
    ['R-073', '/news/recent', 10],
    ['R-071', '/news/traffic', 10],
    ['R-074', '/news/editorial', 10],
    ['R-076', '/news/finance', 10],
  ])('%s %s has %i pieces, newest first, and a second page of others', async (_rule, path, limit) => {
    const first = await listOf(path);
    expect(first.length).toBe(limit);
    expect(new Set(first).size).toBe(limit);
    const second = await listOf(`${path}?page=2`);
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((href) => first.includes(href))).toEqual([]);
  });

  it('shows the most viewed hot topics, 18 at most, and five of the news', async () => {
    const ranked = (path: string) =>
      withoutScripts(path, (page) => page.locator('main aside ol > li:not([data-ad-slot] *)').count());
    expect(await ranked('/article/latest')).toBeLessThanOrEqual(18);
    expect(await ranked('/news')).toBeLessThanOrEqual(5);
  });
});

describe('load more', () => {
  it('is a plain link to the next page where scripts do not run', async () => {
    const first = await listOf('/highlight');
    const second = await withoutScripts('/highlight', async (page) => {
      await page.getByRole('link', { name: '載入更多' }).click();
      await page.waitForURL(({ search }) => search === '?page=2');
      await page.getByRole('link', { name: '睇返新啲嘅' }).waitFor();
      return pieces(page);
    });
    expect(second.filter((href) => first.includes(href))).toEqual([]);
  });

  it('adds the next page in place by keyboard, keeps the address and the focus, and is there after going back', async () => {
    const { page, faults, close } = await visit(browser, '/highlight');
    await page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
    const more = page.getByRole('link', { name: '載入更多' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('main article').length === 24);
    const grown = await pieces(page);
    expect(new Set(grown).size).toBe(24);
    expect(new URL(page.url()).search).toBe('');
    expect(await more.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await page.getByRole('status').filter({ hasText: '多咗 12 篇' }).count()).toBe(1);
    await page.getByRole('navigation', { name: '主導覽' }).getByRole('link', { name: '流行榜' }).click();
    await page.waitForURL('**/chart');
    await page.goBack();
    await page.waitForURL('**/highlight');
    await page.waitForFunction(() => document.querySelectorAll('main article').length === 24);
    expect(faults).toEqual([]);
    await close();
  });

  it('answers 404 with a way back beyond the end, and for what is no page', async () => {
    for (const query of ['?page=1000', '?page=1001', '?page=0', '?page=x', '?page=-1', '?page=1e3']) {
      const reply = await ask(`/article/latest${query}`);
      expect([query, reply.status]).toEqual([query, 404]);
      expect(await reply.text()).toContain('href="/"');
    }
  });

  it('lets search engines keep the first page only, and tells them its neighbours', async () => {
    const second = await html('/news/recent?page=2');
    expect(robotsOf(second)).toMatch(/^noindex/);
    expect(canonicalOf(second)).toBe('/news/recent?page=2');
    expect(second).toMatch(/rel="prev" href="[^"]*\/news\/recent"/);
    expect(second).toMatch(/rel="next" href="[^"]*\/news\/recent\?page=3"/);
    expect(robotsOf(await html('/news/recent'))).toMatch(/^index/);
  });
});

describe('one address for one list', () => {
  it.each([
    ['R-041', '/article/latest', '/article/latest/'],
    ['R-050', '/soundcolumn', '/soundcolumn/'],
    ['R-075', '/news/editorial', '/news/editorial/category/'],
  ])('%s sends a wrong or missing name under %s to it', async (_rule, list, beginning) => {
    const canonical = await firstLink(list, beginning);
    const id = canonical.slice(beginning.length).split('/')[0];
    for (const wrong of [`${beginning}${id}`, `${beginning}${id}/wrong`]) {
      const reply = await ask(`${wrong}?page=2`);
      expect(reply.status).toBe(301);
      expect(reply.headers.get('location')).toBe(`${canonical}?page=2`);
    }
    expect(canonicalOf(await html(canonical))).toBe(canonical);
  });

  it('R-025 takes digits that name something, and nothing else', async () => {
    for (const path of ['/article/latest/', '/soundcolumn/', '/news/editorial/category/'])
      for (const id of ['abc', '0', '1x', '１', '999999', '99999999999'])
        expect([path + id, (await ask(path + encodeURIComponent(id))).status]).toEqual([path + id, 404]);
  });

  it('R-050 lists twenty pieces of one column, and of no other', async () => {
    const { path, list } = await longestList('/soundcolumn', '/soundcolumn/');
    expect(list.length).toBe(20);
    const name = path.split('/')[3];
    expect(list.filter((href) => !href.startsWith('/soundcolumn/article/') || !href.includes(`/${name}/`))).toEqual([]);
  });

  it('R-041 lists eleven pieces of one category, and of no other', async () => {
    const { path, list } = await longestList('/article/latest', '/article/latest/');
    expect(list.length).toBe(11);
    const name = path.split('/')[4];
    expect(list.filter((href) => href.split('/')[3] !== name)).toEqual([]);
  });

  it('R-075 lists ten editorials of one category', async () => {
    const { list } = await longestList('/news/editorial', '/news/editorial/category/');
    expect(list.length).toBe(10);
  });

  it('R-052 names every column with its host', async () => {
    const tiles = await withoutScripts('/soundcolumn', (page) =>
      page.locator('section[aria-labelledby="columns"] li').allInnerTexts(),
    );
    expect(tiles.length).toBeGreaterThan(5);
    expect(tiles.filter((words) => words.trim().split(/\n+/).length < 2)).toEqual([]);
  });
});

describe('variants for reviewers', () => {
  it('R-043, R-044 shows the list, not a category of that name', async () => {
    const category = await firstLink('/article/latest', '/article/latest/');
    const id = category.split('/')[3];
    for (const path of [`/article/latest/${REVIEW}`, `/article/latest/${id}/${REVIEW}`, `${category}/${REVIEW}`]) {
      const reply = await ask(path);
      expect([path, reply.status]).toEqual([path, 200]);
      const text = await reply.text();
      expect(robotsOf(text)).toMatch(/^noindex/);
      expect(canonicalOf(text)).toBe(path.includes(`latest/${id}`) ? category : '/article/latest');
    }
  });

  it('R-077 shows the newest news at its alternate address, and names the other as the one', async () => {
    expect(await listOf('/news2/recent')).toEqual(await listOf('/news/recent'));
    const text = await html('/news2/recent');
    expect(robotsOf(text)).toMatch(/^noindex/);
    expect(canonicalOf(text)).toBe('/news/recent');
  });

  it('R-039 keeps them out of the sitemaps and of every link', async () => {
    const first = await html('/sitemap.xml');
    const parts = [...first.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*\.xml)<\/loc>/g)].map(([, path = '']) => path);
    for (const text of [first, ...(await Promise.all(parts.map(html))), await html('/'), await html('/news')])
      expect(text.match(/anymind360_review|\/news2\//g)).toBeNull();
  });
});

describe('news', () => {
  it('R-079 shows hot news with tabs to the rest, and the newest under it', async () => {
    await withoutScripts('/news', async (page) => {
      const tabs = page.getByRole('navigation', { name: '新聞分類' });
      expect(await tabs.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
        expect.arrayContaining(['/news/hot', '/news/recent', '/news/traffic', '/news/editorial', '/news/finance']),
      );
      const hot = await listOf('/news/hot');
      expect((await pieces(page)).slice(0, 9)).toEqual(hot);
      expect(await page.locator('section[aria-labelledby="recent"] article').count()).toBe(10);
    });
  });

  it('R-076, R-080 knows seven sections, lets fixed names win and calls any other not found', async () => {
    for (const section of ['local', 'greaterchina', 'international', 'finance', 'sports']) {
      const list = await listOf(`/news/${section}`);
      expect(list.length).toBeGreaterThan(0);
      expect(list.filter((href) => !href.startsWith(`/news/${section}/`))).toEqual([]);
    }
    for (const fixed of ['hot', 'recent', 'traffic', 'editorial'])
      expect(canonicalOf(await html(`/news/${fixed}`))).toBe(`/news/${fixed}`);
    for (const wrong of ['weather', 'Local', '1', 'hot2']) expect((await ask(`/news/${wrong}`)).status).toBe(404);
  });

  it('R-078 leads to editorials through their section', async () => {
    const list = await listOf('/news/editorial');
    expect(list.filter((href) => !/^\/news\/editorial\/\d+\//.test(href))).toEqual([]);
  });

  it('R-030 stores the entry of the news navigation after each navigation', async () => {
    const { page, close } = await visit(browser, '/news/finance');
    const stored = () => page.evaluate(() => sessionStorage.getItem('airwave.news_nav_key'));
    await page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
    expect(await stored()).toBe('finance');
    await page.getByRole('navigation', { name: '新聞分類' }).getByRole('link', { name: '最新' }).click();
    await page.waitForURL('**/news/recent');
    await page.waitForFunction(() => sessionStorage.getItem('airwave.news_nav_key') === 'recent');
    await close();
  });
});

describe('chart', () => {
  it('R-063, R-064 tells each place, where it came from, the song and who sings it, in words too', async () => {
    await withoutScripts('/chart', async (page) => {
      const rows = await page.locator('section[aria-label="流行榜"] li').allInnerTexts();
      expect(rows.length).toBeGreaterThanOrEqual(10);
      rows.forEach((row, at) => {
        expect(row).toContain(`第 ${at + 1} 位`);
        expect(row).toMatch(/上升 \d+ 位|下跌 \d+ 位|持平|新上榜|重新上榜/);
        expect(row).toMatch(/在榜 \d+ 周/);
        expect(row).toMatch(/最高第 \d+ 位/);
      });
    });
  });

  it('can be looked back at week by week, through links', async () => {
    const week = await firstLink('/chart', '/chart?week=');
    expect((await ask(week)).status).toBe(200);
    expect(canonicalOf(await html(week))).toBe(week);
    for (const wrong of ['?week=1999-01-02', '?week=x', '?channel=999', '?channel=x'])
      expect((await ask(`/chart${wrong}`)).status).toBe(404);
  });
});

it('shows on /traffic the incident that home shows newest, how bad it is, when that was, and minutes of tunnels', async () => {
  const firstOf = (text: string) => /href="(\/(?:news\/traffic|traffic\/info)\/\d+\/[^"]*)"/.exec(text)?.[1];
  const home = await html('/');
  const homesNewest = firstOf(home.slice(home.indexOf('id="news"')));
  const traffic = await html('/traffic');
  const board = traffic.slice(traffic.indexOf('id="latest"'), traffic.indexOf('id="tunnels"'));
  if (homesNewest !== undefined) expect(firstOf(board)).toBe(homesNewest);
  const { response } = (await (await ask('/api/articles?content_type=306&count=1')).json()) as {
    response: { articles: { url: string }[] };
  };
  expect(firstOf(board)).toBe(response.articles[0]?.url);
  expect(board).toMatch(/嚴重|擠塞|回復/);
  expect(board).toMatch(/\d\d:\d\d 更新/);
  const tunnels = traffic.slice(traffic.indexOf('id="tunnels"'), traffic.indexOf('id="data"'));
  // The map repeats it.
  expect(tunnels.replace(/<figure[\s\S]*<\/figure>/, '').match(/分鐘/g)).toHaveLength(6);
  expect(tunnels).toMatch(/紅隧[\s\S]*(暢順|緩慢|擠塞)/);
  expect(tunnels).toMatch(/\d\d:\d\d 更新/);
});

describe('home', () => {
  it('R-036, R-038 has the grids of what is written, and no empty place of an advertisement', async () => {
    await withoutScripts('/', async (page) => {
      expect(await page.locator('section[aria-labelledby="topics"] article').count()).toBe(6);
      expect(await page.locator('section[aria-labelledby="highlights"] article').count()).toBe(8);
      expect(await page.locator('section[aria-labelledby="columns"] li').count()).toBe(6);
      expect(await page.locator('section[aria-labelledby="news"] li').count()).toBe(10);
      expect(await page.locator('section[aria-labelledby="chart"] li').count()).toBe(5);
      expect(await page.getByRole('group', { name: '廣告' }).count()).toBe(0);
    });
  });
});

it('R-176 leads to the lists from the top navigation, in order', async () => {
  await withoutScripts('/highlight', async (page) => {
    const words = await page.getByRole('navigation', { name: '主導覽' }).locator('.wrap > ul > li').allInnerTexts();
    const order = ['主頁', '新聞財經', '節目精選', '最新熱話', 'DJ 專欄', '流行榜', '節目表', '所有節目', 'DJ 主持'];
    expect(words.map((each) => each.split('\n')[0]).filter((each) => order.includes(each ?? ''))).toEqual(order);
  });
});
