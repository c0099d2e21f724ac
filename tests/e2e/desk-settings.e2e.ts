import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { visitDesk } from './desk-site.ts';

// The room of settings: a switch that visitors see before they type, and a mail drawn as it is changed.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const pageAt = async (path: string) => (await fetch(siteUrl() + path)).text();
const hotline = () => pageAt('/traffic/hotline');

it('stops a form for a time, says so in its place, and has it back at a press', async () => {
  const { page, faults, close } = await visitDesk(browser, '陸啟然', '/settings');
  await page.getByText('暫停', { exact: true }).nth(2).click();
  await page.getByRole('button', { name: '暫停「失物報失」表格' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('測試');
  await dialog.getByRole('button', { name: '暫停「失物報失」表格' }).click();
  await page.getByText('停到').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await expect.poll(hotline).toContain('「失物報失」表格暫停。');
  expect(await hotline()).not.toContain('id="lostproperty-item"');
  // Others work.
  expect(await pageAt('/member/register')).toContain('id="register-email"');
  await page.getByRole('button', { name: '而家恢復' }).click();
  await dialog.getByRole('button', { name: '而家恢復' }).click();
  await page.getByText('停到').waitFor({ state: 'detached' });
  await expect.poll(hotline).toContain('id="lostproperty-item"');
  expect(faults).toEqual([]);
  await close();
});

it('draws a mail in light and dark as its words change, and says which placeholder is wrong', async () => {
  const { page, faults, close } = await visitDesk(browser, '何曉澄', '/settings/mails/plan-credit', { width: 390 });
  const paper = page.frameLocator('iframe');
  await page.getByLabel('段落').fill('已加 {日數} 日。');
  await paper.getByText('已加 3 日。').waitFor();
  const background = () => paper.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await background()).toBe('rgb(244, 242, 238)');
  await page.getByRole('button', { name: '暗' }).click();
  await expect.poll(background).toBe('rgb(11, 10, 9)');
  await page.getByLabel('段落').fill('已加 {天數} 日。');
  await page.getByText('冇「{天數}」呢樣資料。').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // No script runs in the frame of the mail, so that axe, which enters every frame, may wait in it forever.
  await page.getByRole('button', { name: '純文字' }).click();
  await page.locator('iframe').waitFor({ state: 'detached' });
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
