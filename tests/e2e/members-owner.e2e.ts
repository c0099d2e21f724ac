import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsAtBothWidths, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { addVirtualAuthenticator } from '#tests/setup/virtual-authenticator.ts';
import { focusIn, mailedLink, newMember, ready } from './members-site.ts';

// Fifteen minutes after the log-in, changes that decide the ownership of an account require the password again
// (decision 009).

const EMAIL = 'owner@members.example.com';
const PASSWORD = 'kennedy-town-56';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await newMember(EMAIL, PASSWORD, '55304001');
});
afterAll(() => browser.close());

/** Simulates a quarter of an hour since the log-in, in all browsers of the member. */
const waitQuarter = () =>
  inSiteDatabase(
    `update member_sessions set created_at = created_at - interval '16 minutes'
      where member_id = (select id from members where email = $1)`,
    [EMAIL],
  );

async function logInAt(path: string, options: { width?: number; javaScriptEnabled?: boolean } = {}) {
  const visited = await visit(browser, '/robots.txt', options);
  const { page } = visited;
  const data = { email: EMAIL, password: PASSWORD, rememberMe: false };
  expect((await page.context().request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
  await page.goto(`${siteUrl()}/member/userinfo${path}`, { waitUntil: 'load' });
  if (options.javaScriptEnabled !== false) await ready(page);
  return visited;
}

const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
const formOf = (page: Page, intent: string) => page.locator(`form:has([name=intent][value=${intent}])`);

it('asks where the page was opened before, keeps what was typed, and goes on with it', async () => {
  const { page, close } = await logInAt('', { width: 390 });
  const row = page.locator('details').filter({ hasText: '新電郵' });
  const form = formOf(page, 'email');
  await row.locator('summary').click();
  expect(await form.locator('[name=password]').count()).toBe(0);
  await waitQuarter();
  const to = 'owner-new@members.example.com';
  await form.locator('[name=email]').fill(to);
  await page.keyboard.press('Enter');
  await form.getByRole('alert').filter({ hasText: '輸入你而家嘅密碼' }).waitFor();
  await form.locator('[name=password]').waitFor();
  await focusIn(page).toBe('password');
  expect(await form.locator('[name=email]').inputValue()).toBe(to);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.keyboard.type('not-the-password');
  await page.keyboard.press('Enter');
  await form.getByRole('alert').filter({ hasText: '密碼唔啱' }).waitFor();
  await focusIn(page).toBe('password');
  expect(await form.locator('[name=email]').inputValue()).toBe(to);
  await form.locator('[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await says(page, '確認連結寄緊去新電郵');
  expect(await mailedLink(to, '/member/user/verifyEmail')).toContain('code=');
  await close();
});

it('asks for a passkey, and makes it once the password was given', async () => {
  const { page, close } = await logInAt('/security');
  await addVirtualAuthenticator(page);
  await waitQuarter();
  const form = formOf(page, 'passkeyOptions');
  await form.getByRole('button', { name: '加入通行密鑰' }).click();
  await form.getByRole('alert').filter({ hasText: '輸入你而家嘅密碼' }).waitFor();
  await focusIn(page).toBe('password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await says(page, '已經加入通行密鑰');
  await page.locator('li:has([value=passkeyRename])').filter({ hasText: 'Chrome' }).first().waitFor();
  await close();
});

it('asks before other browsers are signed out, one or all', async () => {
  const others = [await logInAt('/devices'), await logInAt('/devices')];
  const { page, close } = await logInAt('/security');
  const items = page.locator('li').filter({ hasText: 'IP 地址' }).filter({ hasText: '登入：' });
  const before = await items.count();
  await waitQuarter();
  const one = items.filter({ has: page.locator('details') }).first();
  await one.locator('summary').click();
  await one.getByRole('button').click();
  await one.locator('[name=password]').fill('wrong-password-1');
  await page.keyboard.press('Enter');
  await one.getByRole('alert').filter({ hasText: '密碼唔啱' }).waitFor();
  await one.locator('[name=password]').fill(PASSWORD);
  await one.locator('button[type=submit]').click();
  await page.waitForFunction(
    (count) => document.querySelectorAll('li details form [value=endSession]').length === count,
    before - 2,
  );
  const all = formOf(page, 'endOthers');
  await all.getByRole('button', { name: '登出其他所有瀏覽器' }).click();
  await all.locator('[name=password]').fill(PASSWORD);
  // Once the previous submission is done.
  await all.getByRole('button', { name: '登出其他所有瀏覽器' }).click();
  await says(page, '其他瀏覽器已經全部登出');
  for (const other of others) {
    await other.page.goto(`${siteUrl()}/member/userinfo/devices`);
    expect(new URL(other.page.url()).pathname).toBe('/member/user/login');
    await other.close();
  }
  await close();
});

it('asks before an account is left, without scripts too', async () => {
  const { page, close } = await logInAt('/data', { width: 390, javaScriptEnabled: false });
  await page.getByText('我要刪除帳戶').click();
  await waitQuarter();
  await page.getByRole('button', { name: '申請刪除帳戶' }).click();
  const password = page.locator('[name=password]');
  await page.getByRole('alert').filter({ hasText: '輸入你而家嘅密碼' }).waitFor();
  expect(await password.evaluate((field) => field.hasAttribute('autofocus'))).toBe(true);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: '申請刪除帳戶' }).click();
  await says(page, '收到刪除帳戶嘅申請');
  // Cancelling the deletion needs no reauthentication, because nothing can be lost by it.
  await page.getByRole('button', { name: '收回申請，留低帳戶' }).click();
  await says(page, '帳戶會留低');
  await close();
});
