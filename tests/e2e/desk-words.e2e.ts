import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { visitDesk } from './desk-site.ts';

// The Words room: an editor writes, loses the network, goes on, publishes; readers have it.

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

  // A tab that goes down offline leaves a copy, which the next one offers.
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
  await page.getByRole('heading', { name: '兩個人改咗同一欄' }).waitFor();
  await page.getByText('二號嘅題目').waitFor();
  await expectSound(mine);
  await page.getByRole('button', { name: '用系統上嘅' }).click();
  await saved(page);
  expect(await page.getByLabel('題目', { exact: true }).inputValue()).toBe('二號嘅題目');
  await theirs.close();
  await mine.close();
});
