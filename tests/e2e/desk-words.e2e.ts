import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { deskUrl, visitDesk } from './desk-site.ts';

// The Words room: an editor writes, loses the network, continues, publishes; readers see it.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const CHIEF = '何曉澄';

async function expectSound({ page, faults }: { page: Page; faults: string[] }): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(faults).toEqual([]);
}

const saved = (page: Page) => page.getByText(/^已儲存 \d\d:\d\d$/).waitFor();
const pasted = '<p>貼上<img src="x" onerror="alert(1)"><script>alert(1)</script><b style="color:red">粗字</b></p>';

it('writes an article with the keyboard, survives a cut network and a crash, and publishes what was typed', async () => {
  const visit = await visitDesk(browser, CHIEF, '/words');
  const { page } = visit;
  await page.getByLabel('新文章類別').selectOption('301');
  await page.getByRole('button', { name: '寫新文章' }).press('Enter');
  await page.getByLabel('題目', { exact: true }).fill('五點鐘嘅稿');
  await page.getByText('可以發布').waitFor();

  // Text with keys: bold, and what is pasted is reduced to what an article may have.
  const body = page.getByRole('textbox', { name: '第 1 個區塊，文字' });
  await body.click();
  await page.keyboard.type('第一段 ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('重點');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Control+k');
  await page.getByLabel('連結網址').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByText(/要用 https/).waitFor();
  await page.getByLabel('連結網址').fill('/news/local/424242');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await body.evaluate((element, html) => {
    const data = new DataTransfer();
    data.setData('text/html', html);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, pasted);
  await saved(page);
  expect(await body.innerHTML()).not.toMatch(/<img|<script|style=/);
  await expectSound(visit);

  await page.context().setOffline(true);
  await page.getByLabel('導語').fill('冇網絡都寫到');
  await page.getByText(/未儲存：冇網絡/).waitFor();
  expect(await page.getByRole('button', { name: '發布', exact: true }).isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await saved(page);
  await page.getByText('可以發布').waitFor();

  await page.getByRole('button', { name: '發布', exact: true }).click();
  await page.getByRole('dialog').getByText('五點鐘嘅稿').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '發布', exact: true }).click();
  const number = page.getByText(/^#\d+$/);
  await number.waitFor();
  const id = (await number.textContent())!.slice(1);
  await page.getByText('第 1 版').waitFor();
  const html = await (await fetch(`${siteUrl()}/article/${id}`)).text();
  for (const words of ['五點鐘嘅稿', '冇網絡都寫到', '第一段', '<strong>重點</strong>', '/news/local/424242', '粗字'])
    expect(html).toContain(words);

  // A tab that crashes offline leaves a copy, which the next one offers.
  await page.context().setOffline(true);
  await page.getByLabel('導語').fill('當機之前');
  await page.getByText(/未儲存：冇網絡/).waitFor();
  const address = page.url();
  await page.close();
  await page.context().setOffline(false);
  const next = await visit.page.context().newPage();
  await next.goto(address);
  await next.getByRole('button', { name: '攞返嚟' }).click();
  await saved(next);
  expect(await next.getByLabel('導語').inputValue()).toBe('當機之前');
  expect(await (await fetch(`${siteUrl()}/article/${id}`)).text()).not.toContain('當機之前');

  // Withdrawn with a reason, it is gone.
  await next.getByRole('button', { name: '收回文章' }).click();
  await next.getByRole('dialog').getByLabel('原因').fill('試稿');
  await next.getByRole('dialog').getByRole('button', { name: '收回文章' }).click();
  await next.getByText(/^收回咗/).waitFor();
  await expect.poll(async () => (await fetch(`${siteUrl()}/article/${id}`)).status).toBe(404);
  await visit.close();
});

it('shows both values when two people change one field, at 390 px too, and lets them decide', async () => {
  const mine = await visitDesk(browser, CHIEF, '/words?mine=1', { width: 390 });
  const { page } = mine;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectSound(mine);
  await page.getByRole('button', { name: '寫新文章' }).click();
  await page.getByLabel('題目', { exact: true }).fill('兩個人');
  await saved(page);
  const theirs = await visitDesk(browser, CHIEF, new URL(page.url()).pathname);
  await theirs.page.getByText(/你喺另一個分頁都開咗呢篇/).waitFor();

  await page.context().setOffline(true);
  await page.getByLabel('題目', { exact: true }).fill('一號嘅題目');
  await page.getByText(/未儲存：冇網絡/).waitFor();
  await theirs.page.getByLabel('題目', { exact: true }).fill('二號嘅題目');
  await saved(theirs.page);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: '兩個人改咗同一處' }).waitFor();
  await page.getByText('二號嘅題目').waitFor();
  await expectSound(mine);
  await page.getByRole('button', { name: '用系統上嘅' }).click();
  await saved(page);
  expect(await page.getByLabel('題目', { exact: true }).inputValue()).toBe('二號嘅題目');
  await theirs.close();
  await mine.close();
});

it('merges what two people type in different paragraphs, and keeps the caret of the one who types', async () => {
  const mine = await visitDesk(browser, CHIEF, '/words');
  const { page } = mine;
  await page.getByRole('button', { name: '寫新文章' }).click();
  await page.getByLabel('題目', { exact: true }).fill('兩段');
  const nth = (of: Page, n: number) => of.getByRole('textbox', { name: `第 ${n} 個區塊，文字` });
  await nth(page, 1).click();
  await page.keyboard.type('第一段');
  await page.getByRole('button', { name: '加區塊' }).click();
  await nth(page, 2).click();
  await page.keyboard.type('第二段');
  await saved(page);
  const theirs = await visitDesk(browser, CHIEF, new URL(page.url()).pathname);
  const other = theirs.page;

  // Theirs: another paragraph, and a new one before mine. Mine: in the middle of a paragraph, without the network.
  await page.context().setOffline(true);
  await nth(page, 2).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('甲');
  await page.getByText(/未儲存：冇網絡/).waitFor();
  await nth(other, 1).click();
  await other.keyboard.press('End');
  await other.keyboard.type('由佢改');
  await other.getByRole('button', { name: '加區塊' }).click();
  await nth(other, 3).click();
  await other.keyboard.type('新加一段');
  await other.getByRole('button', { name: '文字上移' }).nth(2).click();
  await saved(other);
  await page.context().setOffline(false);
  await nth(page, 3).getByText('第二甲段').waitFor();
  await page.keyboard.type('乙');
  await saved(page);
  expect(await nth(page, 3).textContent()).toBe('第二甲乙段');
  await other.bringToFront();
  await other.evaluate(() => dispatchEvent(new Event('focus')));
  await nth(other, 3).getByText('第二甲乙段').waitFor();
  for (const one of [page, other])
    expect(await one.getByRole('textbox', { name: /個區塊，文字/ }).allTextContents()).toEqual([
      '第一段由佢改',
      '新加一段',
      '第二甲乙段',
    ]);

  // The same paragraph: both versions, of which both may stay.
  await page.context().setOffline(true);
  await nth(page, 1).fill('我嘅版本');
  await page.getByText(/未儲存：冇網絡/).waitFor();
  await nth(other, 1).fill('佢嘅版本');
  await saved(other);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: '第 1 個區塊' }).waitFor();
  await expectSound(mine);
  await page.getByRole('button', { name: '兩個都留低，我嘅排後面' }).click();
  await saved(page);
  expect((await page.getByRole('textbox', { name: /個區塊，文字/ }).allTextContents()).slice(0, 2)).toEqual([
    '佢嘅版本',
    '我嘅版本',
  ]);
  await theirs.close();
  await mine.close();
});

it('keeps an embargoed article from pages, calls, search, feeds, maps, home and their caches', async () => {
  const { page, close } = await visitDesk(browser, CHIEF, '/words');
  const words = '禁運到聽日嘅消息';
  const post = async (path: string, data: object) => {
    const headers = { origin: deskUrl(), 'idempotency-key': `embargo-${path.replaceAll(/\W/g, '-')}` };
    const reply = await page.request.post(`${deskUrl()}/api/staff/${path}`, { data, headers });
    expect([path, reply.status()]).toEqual([path, 200]);
    return ((await reply.json()) as { response: Record<string, number> & { result: Record<string, number> } }).response;
  };
  const blocks = [{ type: 1, html: `<p>${words}</p>` }];
  const fields = { contentType: 304, section: 'local', title: words, isHot: true, channelBitwise: 1, blocks };
  const { draft_id: draft } = await post('drafts', { fields });
  const read = async (path: string) => {
    const reply = await fetch(siteUrl() + path);
    return { status: reply.status, text: await reply.text() };
  };
  const map = await read('/sitemap.xml');
  const maps = [...map.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const lists = [
    '/',
    '/news',
    '/news/local',
    '/article/latest',
    '/feeds/news.xml',
    '/feeds/news-local.xml',
    '/api/news?count=60',
    '/api/articles?content_type=304',
    `/search?q=${encodeURIComponent(words)}`,
    `/api/search?q=${encodeURIComponent(words)}`,
    ...maps.filter((path) => /news|articles/.test(path)),
  ];
  // Kept for everyone before it is scheduled, and read again after.
  for (const path of lists) await read(path);
  const publishTs = Math.floor(Date.now() / 1000) + 3_600;
  const { result } = await post('actions/articles.publish', {
    input: { draft_id: draft, revision: 1, publish_ts: publishTs },
    reason: '',
  });
  const id = result['article_id']!;
  for (const path of [
    `/article/${id}`,
    `/news/local/${id}`,
    `/article/${id}.data`,
    `/api/articles/${id}`,
    `/api/news/${id}`,
  ])
    for (let time = 0; time < 2; time++) {
      const { status, text } = await read(path);
      expect([path, status, text.includes(words)]).toEqual([path, 404, false]);
    }
  for (const path of lists) {
    // The query is repeated on the page of its results; the article is known by its address.
    const { text } = await read(path);
    expect([path, new RegExp(`/(article|local)/${id}\\b`).test(text)]).toEqual([path, false]);
    if (!path.includes('search')) expect([path, text.includes(words)]).toEqual([path, false]);
  }
  await post('actions/articles.withdraw', { input: { article_id: id }, reason: '試稿' });
  await close();
});
