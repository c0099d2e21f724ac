import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser } from '#tests/setup/browser.ts';
import { visitDesk } from './desk-site.ts';

// The Members room.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const SUPPORT = '方皓';
const ENGINEER = '陸啟然';
const EMAIL = 'kayan@demo.radio.example';

it('finds a member, shows the contact for a reason and previews days, by keyboard, and is whole on a phone', async () => {
  const { page, faults, close } = await visitDesk(browser, SUPPORT, '/members');
  await page.getByRole('heading', { level: 1, name: '會員' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(EMAIL);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/members\/\d+$/);
  await page.getByText('k…@demo.radio.example').waitFor();
  expect(await page.content()).not.toContain(EMAIL);
  expect(await axeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: '顯示聯絡資料' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('打返電話畀會員');
  await dialog.getByRole('button', { name: '顯示聯絡資料' }).press('Enter');
  await page.getByText(EMAIL).waitFor();
  // What staff did is in the timeline with its reason.
  await page.getByText('方皓：打返電話畀會員').first().waitFor();
  await page.getByRole('button', { name: '收起' }).press('Enter');
  await page.getByText('k…@demo.radio.example').waitFor();

  await page.getByLabel('日數').fill('40');
  await page.getByText('31 日以上要第二個人批。').waitFor();
  await page.getByRole('button', { name: '補 40 日' }).press('Enter');
  await dialog.getByRole('cell', { name: '40', exact: true }).waitFor();
  await dialog.getByRole('button', { name: '交第二個人批' }).waitFor();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '錢', exact: true }).press('Enter');
  await page.waitForURL('**/members/*?show=money');
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await page.getByRole('textbox', { name: '搵會員' }).fill('nobody@demo.radio.example');
  await page.keyboard.press('Enter');
  await page.getByText(/^搵唔到。/).waitFor();
  expect(page.url()).toMatch(/\/members$/);
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('has the focus in the room, and hears its keys, by the time the room is shown', async () => {
  const { page, close } = await visitDesk(browser, SUPPORT, '/account');
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('main h1') === null) return;
      watch.disconnect();
      const focused = [document.activeElement?.id];
      for (const key of ['/', '?'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      focused.push(document.activeElement?.getAttribute('name') ?? '');
      Object.assign(window, { focused });
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.goto(new URL('/members', page.url()).href);
  await page.getByRole('dialog', { name: '會員：點用' }).waitFor();
  expect(await page.evaluate(() => (window as unknown as { focused: string[] }).focused)).toEqual(['main', 'query']);
  await close();
});

it('tells who may not see members which permission it takes', async () => {
  for (const path of ['/members', '/members/1']) {
    const { page, close } = await visitDesk(browser, ENGINEER, path);
    await page.getByText('要有「睇會員」權限先睇到呢一頁。').waitFor();
    await close();
  }
});
