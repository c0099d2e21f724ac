import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { visitDesk } from './desk-site.ts';

// What listeners wrote by the forms.

const KEY = 'desk-letters';
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await inSiteDatabase(`insert into submissions (form, fields, idempotency_key) values ('contact', $1, '${KEY}')`, [
    { topic: 'correction', name: '來信人', email: 'letters@example.com', message: '文章日期錯了' },
  ]);
});
afterAll(async () => {
  await inSiteDatabase(`delete from submissions where idempotency_key = '${KEY}'`);
  await browser.close();
});

it('answers a letter by mail on a phone, which closes it, and keeps what was typed if it was closed meanwhile', async () => {
  const { page, faults, close } = await visitDesk(browser, '方皓', '/letters?state=open&topic=correction', {
    width: 390,
  });
  await page.getByRole('row', { name: '來信人' }).getByRole('link').press('Enter');
  await page.getByLabel('覆呢封信').fill('已經更正，多謝。');
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await inSiteDatabase(
    `update submissions set version = 1, outcome = 'spam', closed_at = now(), closed_by = (select min(id) from staff_accounts)
      where idempotency_key = '${KEY}'`,
  );
  const send = page.getByRole('button', { name: '寄出回覆' });
  await send.press('Enter');
  await page.getByText('你寫嘅仲喺度').waitFor();
  expect(await page.getByLabel('覆呢封信').inputValue()).toBe('已經更正，多謝。');
  expect(await send.isDisabled()).toBe(true);
  await page.getByRole('button', { name: '重開' }).press('Enter');
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.press('Enter');
  await page.getByRole('button', { name: '重開' }).waitFor();
  await expect.poll(async () => (await fetch(`${siteUrl()}/sandbox/mail`)).text()).toContain('CR電台回覆');
  expect(faults).toEqual([]);
  await close();
});
