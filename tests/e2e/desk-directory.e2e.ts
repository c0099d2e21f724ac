import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsAtBothWidths, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { visitDesk } from './desk-site.ts';

// The rooms of programmes and hosts: a producer finds one, edits it, and the public has it at once.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PRODUCER = '區柏言';

async function expectSound({ page, faults }: { page: Page; faults: string[] }): Promise<void> {
  expect(await faultsAtBothWidths(page)).toEqual([]);
  expect(faults).toEqual([]);
}
const publicText = async (path: string) => (await fetch(siteUrl() + path)).text();

it('edits a programme by keyboard, merges with another tab, shows what both changed, and undoes', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/programs');
  const { page } = visit;
  await page.getByLabel('節目名、主持，或者編號').fill('早安交通網');
  await page.keyboard.press('Enter');
  await page.waitForURL(/text=/);
  await expectSound(visit);
  await page.locator('main li a').first().press('Enter');
  await page.getByRole('button', { name: '儲存並公開' }).waitFor();
  const address = page.url();
  const href = await page.getByRole('link', { name: '睇公開嗰頁' }).getAttribute('href');
  const path = decodeURI(new URL(href!).pathname);
  const before = await page.getByLabel('一句簡介').inputValue();
  await publicText(path);
  await expectSound(visit);

  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByLabel('介紹', { exact: true }).fill('另一個分頁寫嘅介紹');
  await other.getByRole('button', { name: '儲存並公開' }).click();
  await other.getByText('改節目：做好咗').waitFor();

  // Another field: merged and saved.
  await page.getByLabel('一句簡介').fill('呢個分頁寫嘅簡介');
  await page.keyboard.press('Enter');
  await page.getByText('改節目：做好咗').waitFor();
  const html = await publicText(path);
  expect(html).toContain('呢個分頁寫嘅簡介');
  expect(html).toContain('另一個分頁寫嘅介紹');

  // The same field: both are shown, and nothing is overwritten.
  await other.getByLabel('一句簡介').fill('另一個分頁嘅簡介');
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: '兩個人改咗同一欄' }).waitFor();
  // Announced, while whoever types goes on in the field. A button by the form leads to the choice.
  const focused = other.locator(':focus');
  expect(await focused.inputValue()).toBe('另一個分頁嘅簡介');
  await other.getByRole('button', { name: '去揀' }).press('Enter');
  expect(await focused.getAttribute('role')).toBe('alert');
  expect(await other.getByText('呢個分頁寫嘅簡介').isVisible()).toBe(true);
  expect(await other.getByRole('button', { name: '儲存並公開' }).isDisabled()).toBe(true);
  await other.getByRole('button', { name: '用系統上嘅' }).press('Enter');
  await other.getByText('冇改動').waitFor();
  // The pressed button is gone, and there is nothing to save.
  expect(await focused.getAttribute('id')).toBe('main');
  await other.close();

  await page.getByRole('button', { name: '收回', exact: true }).click();
  await page.getByText('收回咗', { exact: true }).waitFor();
  await page
    .getByLabel('一句簡介')
    .and(page.locator(`[value="${before}"]`))
    .waitFor();
  expect(await publicText(path)).not.toContain('呢個分頁寫嘅簡介');
  await visit.close();
});

it('keeps what is typed while a save is under way', async () => {
  const { page, close } = await visitDesk(browser, PRODUCER, '/programs');
  await page.locator('main li a').first().click();
  const summary = page.getByLabel('一句簡介');
  await summary.fill('撳儲存之前寫嘅');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/staff/actions/programs.*', async (route) => {
    const reply = await route.fetch();
    await held;
    await route.fulfill({ response: reply });
  });
  const asked = page.waitForRequest('**/api/staff/actions/programs.*');
  await page.getByRole('button', { name: '儲存並公開' }).click();
  await asked;
  await summary.fill('等緊回覆嗰陣寫嘅');
  answer();
  await page.getByText('改節目：做好咗').waitFor();
  expect(await summary.inputValue()).toBe('等緊回覆嗰陣寫嘅');
  await page.getByRole('button', { name: '收回', exact: true }).click();
  await page.getByText('收回咗', { exact: true }).waitFor();
  expect(await summary.inputValue()).toBe('等緊回覆嗰陣寫嘅');
  await close();
});

it('adds a host, who has a public page at once, and retires the host', async () => {
  const visit = await visitDesk(browser, PRODUCER, '/hosts');
  const { page } = visit;
  await page.getByRole('link', { name: '加主持' }).press('Enter');
  await page.getByLabel('名', { exact: true }).fill('測試主持');
  await page.getByLabel('英文名').fill('Testing Host');
  await page.getByLabel('類別').selectOption('guest');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: '加入並公開' }).press('Enter');
  await page.getByRole('link', { name: '睇公開嗰頁' }).waitFor();
  const href = await page.getByRole('link', { name: '睇公開嗰頁' }).getAttribute('href');
  const path = new URL(href!).pathname;
  expect(await publicText(path)).toContain('測試主持');
  expect(await publicText('/host')).toContain('測試主持');
  await expectSound(visit);

  await page.getByRole('button', { name: '收起呢位主持' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('已收起').waitFor();
  await dialog.getByLabel('原因').fill('測試完');
  await dialog.getByRole('button', { name: '收起呢位主持' }).click();
  await page.getByText('而家收起咗，聽眾睇唔到。').waitFor();
  expect((await fetch(siteUrl() + path)).status).toBe(404);
  expect(await publicText('/host')).not.toContain('測試主持');
  await visit.close();
});
