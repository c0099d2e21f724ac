import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { faultsAtBothWidths, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { focusIn, ready, seen, wasPrompted } from './members-site.ts';

// Live validation messages of member forms. No account is changed.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const field = (page: Page, name: string) => page.locator(`[name=${name}]:not([type=hidden])`);
const isWrong = (page: Page, name: string) => field(page, name).getAttribute('aria-invalid');
/** Announced once the user pauses. */
const said = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor({ state: 'attached' });

async function leave(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value);
  await page.keyboard.press('Tab');
}

async function openPassword() {
  const visited = await visit(browser, '/robots.txt', { width: 390 });
  const { page } = visited;
  await wasPrompted(page, 1);
  const data = { email: memberFixtures[0]?.email, password: DEMO_PASSWORD, rememberMe: false };
  expect((await page.context().request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
  await page.goto(`${siteUrl()}/member/userinfo/security`);
  await ready(page);
  return visited;
}

it('says what is wrong with a field when it is left, and takes it back when it is mended', async () => {
  const { page, close } = await visit(browser, '/member/register', { width: 390 });
  await ready(page);
  // Tabbing through an empty field reports nothing.
  await field(page, 'email').focus();
  await page.keyboard.press('Tab');
  await leave(page, 'phone_no', '2123456');
  await said(page, '手提電話：只輸入數字，最少 8 位');
  expect([await isWrong(page, 'email'), await isWrong(page, 'phone_no')]).toEqual([null, 'true']);
  expect(await page.getByRole('alert').count()).toBe(0);
  // Eight digits, but not a mobile number: still invalid.
  await field(page, 'phone_no').fill('21234567');
  expect(await isWrong(page, 'phone_no')).toBe('true');
  await field(page, 'phone_no').fill('91234567');
  await page.waitForFunction(() => !document.querySelector('[name=phone_no]')?.hasAttribute('aria-invalid'));
  await leave(page, 'email', 'chan+1@example.com');
  await page.getByText('電郵唔可以有 + 號').first().waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await close();
});

it('takes what is mended off the list of faults', async () => {
  const { page, close } = await visit(browser, '/member/register', { width: 390 });
  await ready(page);
  await page.getByRole('button', { name: '登記', exact: true }).click();
  const faults = page.getByRole('alert').locator('li');
  await faults.first().waitFor();
  const before = await faults.count();
  await field(page, 'surname').fill('陳');
  await faults.nth(before - 1).waitFor({ state: 'detached' });
  expect(await faults.count()).toBe(before - 1);
  expect(await faults.filter({ hasText: '姓：' }).count()).toBe(0);
  await close();
});

it('offers an address with a slip in its domain put right, by keyboard too', async () => {
  const { page, close } = await visit(browser, '/member/register', { width: 390 });
  await ready(page);
  await leave(page, 'email', 'chan.tm@gmial.com');
  await said(page, '你係咪想打 chan.tm@gmail.com？');
  await focusIn(page).toBe('surname');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  expect(await field(page, 'email').inputValue()).toBe('chan.tm@gmail.com');
  await focusIn(page).toBe('email');
  expect(await page.getByText('你係咪想打').count()).toBe(0);
  await close();
});

it('tells one by one what a new password does, not by colour alone, and of another that is not the same', async () => {
  const { page, faults, close } = await openPassword();
  const rules = page.locator('#password-new_password-rules li');
  const met = () => rules.evaluateAll((items) => items.map((item) => item.textContent));
  expect(await met()).toEqual(['最少 8 個字元', '冇空格、引號或者 < >', '愈長愈難估；唔好用常見密碼或者自己嘅資料']);
  expect(await field(page, 'new_password').getAttribute('aria-describedby')).toContain('password-new_password-rules');
  await field(page, 'new_password').fill('ab "1');
  expect((await met()).slice(0, 2)).toEqual(['最少 8 個字元', '冇空格、引號或者 < >，未做到']);
  await said(page, '密碼唔可以有空格、引號或者 < >');
  await field(page, 'new_password').fill('19900517');
  expect((await met()).slice(0, 2)).toEqual(['最少 8 個字元，做到', '冇空格、引號或者 < >，做到']);
  await said(page, '密碼好易估');
  await field(page, 'new_password').fill('harbour-night-42');
  expect((await met())[2]).toBe('夠難估，做到');
  await leave(page, 'confirmed_password', 'harbour-night');
  // The button that reveals the password belongs to its field.
  expect(await isWrong(page, 'confirmed_password')).toBeNull();
  await page.keyboard.press('Tab');
  await said(page, '再輸入一次新密碼：兩次輸入嘅密碼唔一樣');
  expect(await isWrong(page, 'confirmed_password')).toBe('true');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await field(page, 'confirmed_password').fill('harbour-night-42');
  await page.waitForFunction(() => !document.querySelector('[name=confirmed_password]')?.hasAttribute('aria-invalid'));
  expect(faults).toEqual([]);
  await close();
});

it('asks whether a domain takes mail, and says nothing where nobody answers', async () => {
  const { page, close } = await visit(browser, '/member/register');
  await ready(page);
  await leave(page, 'email', 'chan@nullmx.test');
  await page.getByText('@ 後面嘅網域收唔到信').first().waitFor();
  expect(await isWrong(page, 'email')).toBe('true');
  await leave(page, 'email', 'chan@nxdomain.test');
  await page.getByText('搵唔到 @ 後面嘅網域').first().waitFor();
  // The error belonged to another address.
  await field(page, 'email').pressSequentially('s');
  expect(await isWrong(page, 'email')).toBeNull();

  const asked = page.waitForRequest('**/api/user/checkMX');
  await leave(page, 'email', 'chan@slow.test');
  expect((await asked).postDataJSON()).toEqual({ domain: 'slow.test' });
  await page.route('**/api/user/checkMX', (route) => route.abort());
  await leave(page, 'email', 'chan@nullmx.test');
  await page.getByRole('button', { name: '登記', exact: true }).click();
  // The form moves on to errors it can detect itself.
  await focusIn(page).toBe('surname');
  expect(await isWrong(page, 'email')).toBeNull();
  await close();
});

it('loses no press by what it says of the field that the press leaves', async () => {
  const { page, close } = await visit(browser, '/member/register', { width: 390 });
  await ready(page);
  await field(page, 'phone_no').fill('1');
  const box = page.locator('[name=terms][type=checkbox]');
  await box.scrollIntoViewIfNeeded();
  const at = await box.boundingBox();
  await page.mouse.move((at?.x ?? 0) + 8, (at?.y ?? 0) + 8);
  await page.mouse.down();
  // The layout stays unchanged during a press.
  expect(await isWrong(page, 'phone_no')).toBeNull();
  await page.mouse.up();
  await said(page, '手提電話：只輸入數字');
  expect(await box.isChecked()).toBe(true);
  await seen(page);
  await close();
});

it('tells how much room is left near the end of a field, and takes more than fits, to be shortened', async () => {
  const { page, close } = await visit(browser, '/member/register', { width: 320 });
  await ready(page);
  const name = field(page, 'dispaly_name');
  await name.fill('夜貓夜貓夜貓夜貓');
  expect(await page.getByText('仲可以打').count()).toBe(0);
  await name.fill('夜貓'.repeat(9));
  await said(page, '仲可以打 2 個字');
  await leave(page, 'dispaly_name', '😀'.repeat(21));
  await said(page, '多咗 1 個字');
  expect(await isWrong(page, 'dispaly_name')).toBe('true');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await name.fill('😀'.repeat(20));
  await page.waitForFunction(() => !document.querySelector('[name=dispaly_name]')?.hasAttribute('aria-invalid'));
  await close();
});

it('tells password managers and keyboards what each field is for, and lets a password be pasted', async () => {
  const { page, close } = await openPassword();
  const uses = (names: string[]) => Promise.all(names.map((name) => field(page, name).getAttribute('autocomplete')));
  expect(await uses(['old_password', 'new_password', 'confirmed_password'])).toEqual([
    'current-password',
    'new-password',
    'new-password',
  ]);
  expect(await page.locator('form:has([name=new_password]) [autocomplete=username]').inputValue()).toBe(
    memberFixtures[0]?.email,
  );
  await field(page, 'old_password').fill('pasted-word-1');
  await page.getByRole('button', { name: '顯示而家嘅密碼' }).click();
  await field(page, 'old_password').press('Control+a');
  await page.keyboard.press('Control+c');
  await field(page, 'new_password').focus();
  await page.keyboard.press('Control+v');
  expect(await field(page, 'new_password').inputValue()).toBe('pasted-word-1');
  await page.context().clearCookies();
  await page.goto(`${siteUrl()}/member/user/login`);
  expect(await uses(['email', 'password'])).toEqual(['username webauthn', 'current-password']);
  await page.goto(`${siteUrl()}/member/user/forgetPassword`);
  expect(await uses(['email', 'phone_no'])).toEqual(['username', 'tel-national']);
  await page.goto(`${siteUrl()}/member/register`);
  expect(await uses(['email', 'surname', 'given_name', 'dispaly_name', 'phone_no', 'dob'])).toEqual([
    'email',
    'family-name',
    'given-name',
    'nickname',
    'tel-national',
    'bday',
  ]);
  await close();
});
