import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { visitDesk } from './desk-site.ts';

// A campaign from its draft to its payment page.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const MAKER = '溫綺霞';
const APPROVER = '鄭以誠';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '編輯步驟' }).getByRole('link', { name }).press('Enter');
const done = (page: Page, words: string) => page.getByRole('status').getByText(words).waitFor();

async function addTier(page: Page, name: string, dollars: string): Promise<void> {
  await page.getByRole('button', { name: '加項目' }).click();
  await page.getByLabel('名（印喺收據）').fill(name);
  await page.getByLabel('價錢（HK$）').fill(dollars);
  await page.getByLabel('存貨').fill('20');
  await page.getByRole('button', { name: '加入' }).click();
  await page.getByRole('button', { name: `改 ${name}` }).waitFor();
}

it('makes a draft of two tiers with a picture, previews it, publishes it with an approver, and a guest can pay for a tier', async () => {
  const name = `table_${Date.now().toString(36)}`;
  const title = `盆菜宴 ${name}`;
  const { page, faults, close } = await visitDesk(browser, MAKER, '/campaigns/new');
  await page.getByLabel('網址個名').fill(name);
  await page.getByRole('button', { name: '開草稿' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '開草稿' }).click();
  await page.waitForURL(/\/edit\/goal$/);
  // It opens at once when it is published.
  await page.getByLabel('開始', { exact: true }).fill('2026-01-01T10:00');
  await page.getByRole('button', { name: '儲存草稿' }).click();
  await done(page, '改計劃目標同日期：做好咗');
  await tab(page, '項目同存貨');
  await addTier(page, '一個位', '380');
  await addTier(page, '一圍枱', '4280');
  await tab(page, '文字同圖片');
  const headline = page.getByLabel('標題', { exact: true });
  await headline.fill(title);
  await page.getByLabel('引言').fill('廣播道封街一晚，開一百圍。');
  await page.getByLabel('主圖', { exact: true }).fill('scene-noodle-2');
  await page.getByLabel('主圖代替文字').fill('枱面一煲熱辣辣');
  await headline.press('Enter');
  await done(page, '改計劃文字同圖片：做好咗');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  // The page has another title now, which must not take the focus from the field.
  expect(await headline.evaluate((field) => field === document.activeElement)).toBe(true);
  await tab(page, '預覽同發布');
  await page.getByText('・條款').waitFor();
  expect(await page.getByRole('button', { name: '發布計劃' }).isDisabled()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await tab(page, '條款');
  await page.getByLabel('條款').fill('不設退換。');
  await page.getByRole('button', { name: '儲存新版本' }).click();
  await done(page, '寫計劃條款：做好咗');
  await tab(page, '預覽同發布');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: '開預覽頁' }).click();
  const preview = await opened;
  await preview.getByRole('heading', { level: 1, name: title }).waitFor();
  await preview.getByRole('img', { name: '枱面一煲熱辣辣' }).waitFor();
  expect((await fetch(`${siteUrl()}/campaign/${name}`)).status).toBe(404);
  await preview.close();
  await page.getByRole('button', { name: '發布計劃' }).click();
  await dialog.getByText('一圍枱 HK$4,280.00 × 20').waitFor();
  await dialog.getByLabel('原因').fill('盆菜宴開賣');
  await dialog.getByRole('button', { name: '交第二個人批' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();

  const approver = await visitDesk(browser, APPROVER, '/approvals');
  const approve = approver.page.getByRole('button', { name: '批准' });
  await approver.page
    .locator('div')
    .filter({ hasText: name })
    .filter({ has: approve })
    .last()
    .getByRole('button', { name: '批准' })
    .click();
  await approver.page.getByRole('status').getByText('批咗，已經做好').waitFor();
  await approver.close();

  const guest = await visit(browser, `/campaign/${name}`, { width: 390 });
  await guest.page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await axeFaults(guest.page)).toEqual([]);
  await guest.page.getByRole('link', { name: '支持 一圍枱' }).click();
  await guest.page.waitForURL(/\/payment\?item=/);
  await guest.page.getByText('HK$4,280').first().waitFor();
  expect(guest.faults).toEqual([]);
  await guest.close();
});
