import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { deskUrl, visitDesk } from './desk-site.ts';

// The other parts of the Words room, and what readers see of each.

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

/** Presses a button that shows what it would change, and then does it. */
async function act(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: words, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('table').first().waitFor();
  await dialog.getByRole('button', { name: words, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

const html = async (path: string) => (await fetch(siteUrl() + path)).text();

it('shows a draft by a link to who has it, and to nobody else anywhere before its instant', async () => {
  const visit = await visitDesk(browser, CHIEF, '/words');
  const { page } = visit;
  const post = (path: string, body: object) =>
    page.evaluate(
      async ([to, sent]) => {
        const reply = await fetch(to, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify(sent),
        });
        return ((await reply.json()) as { response: never }).response;
      },
      [path, body] as const,
    );
  const fields = {
    contentType: 304,
    section: 'local',
    title: '禁發稿件壬戌',
    blocks: [{ type: 1, html: '<p>禁發內文</p>' }],
  };
  const { draft_id: draft } = (await post('/api/staff/drafts', { fields })) as { draft_id: number };
  const at = Math.floor(Date.now() / 1000) + 3_600;
  const { result } = (await post('/api/staff/actions/articles.publish', {
    input: { draft_id: draft, revision: 1, publish_ts: at },
    reason: '',
  })) as { result: { article_id: number } };
  const id = result.article_id;
  for (const path of [`/article/${id}`, `/news/local/${id}`, `/api/articles/${id}`, `/api/news/${id}`])
    expect((await fetch(siteUrl() + path)).status, path).toBe(404);
  for (const path of ['/', '/news', '/news/local', '/search?q=禁發稿件壬戌', '/feeds/news.xml', '/sitemap/news-1.xml'])
    expect((await html(path)).replaceAll('q=禁發稿件壬戌', ''), path).not.toContain('禁發內文');
  expect(await html('/news/local')).not.toContain('禁發稿件壬戌');

  await page.goto(`${deskUrl()}/words/${draft}`);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: '預覽' }).click(),
  ]);
  await tab.getByText('禁發內文').waitFor();
  await tab.getByText(/^預覽：未出街/).waitFor();
  const link = tab.url();
  const reply = await fetch(link);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('x-robots-tag')).toContain('noindex');
  expect(await reply.text()).toMatch(/<meta name="robots" content="noindex, nofollow"/);
  const forged = await fetch(`${link.slice(0, -3)}AAA`);
  expect(forged.status).toBe(404);
  expect(await forged.text()).toContain('睇唔到預覽');
  expect((await fetch(`${siteUrl()}/news/local/${id}`)).status).toBe(404);
  await visit.close();
});

it('puts breaking news on every page that is looked at, moves nothing, and stays dismissed', async () => {
  const visit = await visitDesk(browser, CHIEF, '/words/breaking', { width: 390 });
  const desk = visit.page;
  await expectSound(visit);
  const context = await browser.newContext({ viewport: { width: 390, height: 664 } });
  const page = await context.newPage();
  await page.goto(`${siteUrl()}/news`);
  await page.waitForFunction(() => document.querySelector('breaking-news') !== null);
  await page.evaluate(() => {
    const sum = { shifts: 0 };
    Object.assign(window, { moved: sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  await desk.getByLabel('一句講晒').fill('天文台改發八號風球');
  await desk.getByLabel(/去邊版/).fill('/news/recent');
  await act(desk, '出突發');
  await page.getByRole('status').getByText('天文台改發八號風球').waitFor();
  expect(await page.evaluate(() => (window as unknown as { moved: { shifts: number } }).moved.shifts)).toBeLessThan(
    0.01,
  );
  // It neither covers the consent bar nor is covered by it.
  const strip = page.locator('breaking-news');
  const [box, bar] = [(await strip.boundingBox())!, (await page.locator('[data-consent-bar]').boundingBox())!];
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y + 1);
  expect(await axeFaults(page)).toEqual([]);
  // Without scripts it is in the HTML, of a page that was cached before.
  for (const path of ['/', '/news', '/article/latest'])
    await expect.poll(() => html(path), { message: path }).toContain('天文台改發八號風球');
  await page.goto(`${siteUrl()}/live/903`);
  await page.getByRole('button', { name: '收起消息' }).click();
  await strip.waitFor({ state: 'hidden' });
  await page.goto(`${siteUrl()}/news`);
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
  expect(await strip.isVisible()).toBe(false);

  // A new text is shown even if the former was dismissed; it disappears at its end.
  await desk.getByLabel('一句講晒').fill('八號風球到十點');
  await act(desk, '改');
  await strip.getByText('八號風球到十點').waitFor();
  await act(desk, '而家收');
  await strip.waitFor({ state: 'hidden' });
  await expect.poll(() => html('/news')).not.toContain('八號風球到十點');
  await desk.setViewportSize({ width: 1440, height: 900 });
  await expectSound(visit);
  await context.close();
  await visit.close();
});

it('orders the home page, enters a chart and edits a static page, which readers have at once', async () => {
  const visit = await visitDesk(browser, CHIEF, '/words/home', { width: 390 });
  const { page } = visit;
  const shelf = page.locator('section', { has: page.getByRole('heading', { name: '最新熱話' }) });
  await expectSound(visit);
  const choice = shelf.getByRole('option').nth(9);
  const title = (await choice.textContent())!;
  await shelf.getByRole('combobox').selectOption({ label: title });
  await shelf.getByRole('button', { name: '加落去' }).click();
  await shelf.getByRole('button', { name: '儲存次序' }).click();
  await page.getByRole('dialog').getByRole('table').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '儲存次序' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await html('/')).replaceAll(/<wbr\/?>/g, '')).toContain(title.slice(0, 4));

  await page.goto(`${deskUrl()}/words/chart`);
  await page.getByLabel(/^上榜嘅歌/).fill('1. 甲歌 / 甲手\n2. 甲歌 / 甲手\n3. 冇歌手');
  await page.getByText('第 3 行睇唔到歌手：3. 冇歌手').waitFor();
  await page.getByText('第 2 位《甲歌》上面已經有').waitFor();
  expect(await page.getByRole('button', { name: /^儲存/ }).isDisabled()).toBe(true);
  // Nobody leaves unsaved words by accident.
  const stays = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await page.getByRole('link', { name: '專欄', exact: true }).click();
  await stays;
  expect(await page.getByLabel(/^上榜嘅歌/).inputValue()).toContain('3. 冇歌手');
  await expectSound(visit);

  await page.goto(`${deskUrl()}/words/pages/terms/zh-Hant`);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await page.getByLabel('題目').fill('使用條款（改）');
  const leaves = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await page.getByRole('link', { name: '返清單' }).click();
  await leaves;
  expect(await page.getByLabel('題目').inputValue()).toBe('使用條款（改）');
  await page.getByRole('button', { name: '儲存並出街' }).click();
  await page.getByText('第 2 版').waitFor();
  await expect.poll(() => html('/staticpage/terms')).toContain('使用條款（改）');
  // Another tab that began before gives way, and has then nothing unsaved: it is left without a question.
  await tab.getByLabel('題目').fill('使用條款（又改）');
  await tab.getByRole('button', { name: '儲存並出街' }).click();
  await tab.getByRole('button', { name: '用佢嘅' }).click();
  expect(await tab.getByLabel('題目').inputValue()).toBe('使用條款（改）');
  await tab.getByRole('link', { name: '返清單' }).click();
  await tab.waitForURL('**/words/pages');
  await page.getByRole('button', { name: '攞返嚟改：第 1 版' }).click();
  await page.getByRole('button', { name: '儲存並出街' }).click();
  await page.getByText('第 3 版').waitFor();
  await expect.poll(() => html('/staticpage/terms')).not.toContain('使用條款（改）');
  await expectSound(visit);
  for (const path of ['/words/columns', '/words/links', '/words/pages']) {
    await page.goto(deskUrl() + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectSound(visit);
  }
  await visit.close();
});
