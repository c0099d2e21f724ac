import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, faultsAtBothWidths, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { focusIn, isAt, mailedLink, newMember, ready, seen } from './members-site.ts';

// Member forms not covered by other files: effect, validation messages, and retained input.

const EMAIL = 'forms@members.example.com';
const PHONE = '55305001';
const PASSWORD = 'tram-to-shaukeiwan-9';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await newMember(EMAIL, PASSWORD, PHONE);
});
afterAll(() => browser.close());

interface Options {
  width?: number;
  javaScriptEnabled?: boolean;
}

async function open(path: string, options: Options = {}) {
  const visited = await visit(browser, path, options);
  if (options.javaScriptEnabled !== false) await ready(visited.page);
  return visited;
}

async function openAccount(path: string, options: Options = {}) {
  const visited = await visit(browser, '/robots.txt', options);
  const { page } = visited;
  const data = { email: EMAIL, password: PASSWORD, rememberMe: false };
  expect((await page.context().request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
  await page.goto(`${siteUrl()}/member/userinfo${path}`, { waitUntil: 'load' });
  if (options.javaScriptEnabled !== false) await ready(page);
  return visited;
}

const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
const rowOf = (page: Page, intent: string) => page.locator(`details:has([name=intent][value=${intent}])`);
const opensAt = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.hasAttribute('autofocus'));

it('changes real name, gender and day of birth, and keeps what is wrong in its place', async () => {
  const { page, faults, close } = await openAccount('', { width: 390 });
  const save = (intent: string) => rowOf(page, intent).getByRole('button', { name: '儲存' }).click();
  const real = rowOf(page, 'realName');
  await real.locator('summary').click();
  await real.locator('[name=surname]').fill('李');
  await real.locator('[name=given_name]').fill('');
  await save('realName');
  await focusIn(page).toBe('given_name');
  // The field is not covered by the sticky bar.
  const bar = await page.getByRole('navigation', { name: '主導覽' }).boundingBox();
  const label = await real.locator('label[for$=given_name]').boundingBox();
  expect(label?.y).toBeGreaterThanOrEqual(bar ? bar.y + bar.height : 0);
  expect(await real.locator('[name=surname]').inputValue()).toBe('李');
  await real.locator('[name=given_name]').fill('四');
  await save('realName');
  await says(page, '已經更改姓名');
  await real.locator('summary').filter({ hasText: '李四' }).waitFor();
  // After a change the focus moves to where the value is displayed.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');

  const gender = rowOf(page, 'gender');
  await gender.locator('summary').click();
  await gender.getByLabel('男').check();
  await save('gender');
  await says(page, '已經更改性別');

  const dob = rowOf(page, 'dob');
  await dob.locator('summary').click();
  await dob.locator('[name=dob]').fill('2999-01-01');
  await save('dob');
  await focusIn(page).toBe('dob');
  expect(await dob.locator('[name=dob]').getAttribute('aria-invalid')).toBe('true');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await dob.locator('[name=dob]').fill('1988-08-08');
  await save('dob');
  await says(page, '已經更改出生日期');
  await dob.locator('summary').filter({ hasText: '1988年8月8日' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('asks for a link to a forgotten password by number and by old names, and tells nobody whether there is one', async () => {
  for (const [name, value] of [
    ['phone_no', PHONE],
    ['acc881', 'nobody_here'],
    ['acc903', 'nobody.there'],
  ] as const) {
    const { page, close } = await open('/member/user/forgetPassword', { width: 390 });
    await page.getByText('用其他資料搵帳戶').click();
    const field = page.locator(`[name=${name}]`);
    await field.fill(name === 'phone_no' ? '1234' : 'a b');
    await seen(page);
    await page.getByRole('button', { name: '寄連結畀我' }).click();
    await page.getByRole('alert').waitFor();
    await focusIn(page).toBe(name);
    await field.fill(value);
    await page.getByRole('button', { name: '寄連結畀我' }).click();
    await page.waitForURL(isAt('/member/user/resetPasswordMailSent'));
    await page.getByRole('heading', { name: '去信箱睇吓' }).waitFor();
    await close();
  }
});

it('changes the same without scripts, and comes back open at what is wrong', async () => {
  const { page, close } = await openAccount('', { width: 390, javaScriptEnabled: false });
  const real = rowOf(page, 'realName');
  await real.locator('summary').click();
  await real.locator('[name=surname]').fill('');
  await real.locator('[name=given_name]').fill('冇程式');
  await real.getByRole('button', { name: '儲存' }).click();
  await real.getByText('呢格要填').waitFor();
  expect(await opensAt(page, '[name=surname]')).toBe(true);
  expect(await real.locator('[name=given_name]').inputValue()).toBe('冇程式');
  await real.locator('[name=surname]').fill('何');
  await real.getByRole('button', { name: '儲存' }).click();
  await says(page, '已經更改姓名');

  await page.goto(`${siteUrl()}/member/userinfo/changePreference`);
  const press = (intent: string) =>
    page.locator(`form:has([name=intent][value=${intent}])`).getByRole('button').last().click();
  await page.locator('[name=is_subscribe_edm][type=checkbox]').check();
  await press('marketing');
  await says(page, '已記錄你同意電郵直接促銷');
  await page.locator('[name=mobileDefaultResolution]').selectOption('2');
  await press('quality');
  await says(page, '已經更改手機預設畫質');
  await page.goto(`${siteUrl()}/member/userinfo/security`);
  await page.locator('[name=old_password]').fill(PASSWORD);
  await page.locator('[name=new_password]').fill('short');
  await page.locator('[name=confirmed_password]').fill('shorter');
  await press('password');
  await page.getByText('密碼未符合要求').waitFor();
  expect(await opensAt(page, '[name=new_password]')).toBe(true);
  // Passwords are never sent back.
  expect(await page.locator('[name=old_password]').inputValue()).toBe('');
  await close();
});

it('opens at what is wrong above the fields where no field is, without scripts', async () => {
  const { page, close } = await open('/member/user/login', { javaScriptEnabled: false });
  await page.locator('[name=email]').fill(EMAIL);
  await page.locator('[name=password]').fill('not-the-password');
  await page.getByRole('button', { name: '登入', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: '電郵或者密碼唔啱' }).waitFor();
  expect(await opensAt(page, '[data-summary]')).toBe(true);
  expect(await page.locator('[name=email]').inputValue()).toBe(EMAIL);
  await page.goto(`${siteUrl()}/member/user/forgetPassword`);
  await page.locator('[name=email]').fill(EMAIL);
  // Like that of a form sent faster than by a human: the bot check that needs scripts is required.
  await page.locator('[name=ticket]').evaluate((field: HTMLInputElement) => (field.value = ''));
  await page.getByRole('button', { name: '寄連結畀我' }).click();
  await page.getByText('請完成真人驗證').first().waitFor();
  expect(await opensAt(page, '[id$=turnstileToken]')).toBe(true);
  await close();
});

it('sets a forgotten password by a link once: not when it is opened again, or too late', async () => {
  const { page, close } = await open('/member/user/forgetPassword', { width: 390 });
  await seen(page);
  await page.locator('[name=email]').fill(EMAIL);
  await page.getByRole('button', { name: '寄連結畀我' }).click();
  await page.waitForURL(isAt('/member/user/resetPasswordMailSent'));
  const link = await mailedLink(EMAIL, '/member/user/resetPassword');
  const isDead = () => page.getByRole('heading', { name: '呢條連結用唔到' }).waitFor();
  // Opening the link has no effect, however often a scanner does it.
  for (let times = 0; times < 2; times++) await page.goto(siteUrl() + link);
  const endsIn = (span: string) =>
    inSiteDatabase(`update mailed_links set expires_at = now() + $1::interval where email = $2`, [span, EMAIL]);
  await endsIn('-1 second');
  await page.goto(siteUrl() + link);
  await isDead();
  await endsIn('10 minutes');
  await page.goto(siteUrl() + link);
  await ready(page);
  await page.locator('[name=password]').fill(EMAIL);
  await page.getByRole('button', { name: '設定新密碼' }).click();
  await page.getByText('密碼唔可以淨係用').first().waitFor();
  await focusIn(page).toBe('password');
  await page.locator('[name=password]').fill(PASSWORD);
  // The same link in another tab is void once it has been used.
  const other = await page.context().newPage();
  await other.goto(siteUrl() + link);
  await page.getByRole('button', { name: '設定新密碼' }).click();
  await page.waitForURL(isAt('/member/user/resetPasswordSuccess'));
  await other.locator('[name=password]').fill('another-word-7');
  await other.getByRole('button', { name: '設定新密碼' }).click();
  await other.getByRole('heading', { name: '呢條連結用唔到' }).waitFor();
  await other.close();

  await page.goto(siteUrl() + link);
  await isDead();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('link', { name: '再攞一條連結' }).click();
  await page.waitForURL(isAt('/member/user/forgetPassword'));
  for (const path of ['/member/user/resetPassword', '/member/user/verifyEmail', '/member/register/welcome']) {
    await page.goto(`${siteUrl()}${path}?code=not-a-code-at-all-but-long-enough`);
    await isDead();
  }
  await close();
});

it('takes back a change of phone number that waits, in the same place, and says so', async () => {
  const { page, close } = await openAccount('', { width: 390 });
  const pending = page.getByRole('heading', { name: '等緊新電話驗證' });
  expect(await pending.count()).toBe(0);
  const data = { verify_sms: true, phone_no_country: '852', phone_no: '61239876' };
  expect((await page.context().request.post(`${siteUrl()}/api/userinfo/updatePhoneNo`, { data })).status()).toBe(200);
  await page.reload();
  await pending.waitFor();
  await page.getByText('話要轉用 +852 61239876。').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await ready(page);
  await page.getByRole('button', { name: '取消更改' }).press('Enter');
  await says(page, '已經取消更改，電話號碼冇變。');
  await pending.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('已經取消更改');
  await page.goto(`${siteUrl()}/member/userinfo/p2aPhoneVerify`);
  expect(await page.getByText('想轉用嘅號碼').count()).toBe(0);
  await close();
});

it('shows a change of address that waits, sends it again, takes it back, and moves by its link alone', async () => {
  const { page, close } = await openAccount('', { width: 390 });
  const row = rowOf(page, 'email');
  const pending = page.getByRole('heading', { name: '等緊新電郵確認' });
  const ask = async (to: string) => {
    await row.locator('[name=email]').fill(to);
    await row.getByRole('button', { name: '寄確認連結' }).click();
  };
  const askFor = async (to: string) => {
    await ask(to);
    await says(page, '確認連結寄緊去新電郵');
    await pending.waitFor();
    await page.getByText(`話要轉用 ${to}。`).waitFor();
    return mailedLink(to, '/member/user/verifyEmail');
  };
  const isDead = () => page.getByRole('heading', { name: '呢條連結用唔到' }).waitFor();
  expect(await pending.count()).toBe(0);
  await row.locator('summary').click();
  await ask('forms+2@members.example.com');
  await row.getByText('電郵唔可以有 + 號').first().waitFor();
  await focusIn(page).toBe('email');

  const unwanted = await askFor('forms-unwanted@members.example.com');
  // The change stays pending, however often the page is opened meanwhile.
  await page.reload();
  await pending.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: '再寄連結' }).click();
  await says(page, '連結寄緊去新電郵');
  await page.getByRole('button', { name: '取消更改' }).click();
  await says(page, '已經取消更改');
  await pending.waitFor({ state: 'detached' });
  // The button was removed with its box: the focus moves to its place.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('已經取消更改');
  await page.goto(siteUrl() + unwanted);
  await isDead();

  await page.goto(`${siteUrl()}/member/userinfo`);
  await ready(page);
  await row.locator('summary').click();
  const link = await askFor('forms-moved@members.example.com');
  await page.goto(siteUrl() + link);
  await page.getByRole('heading', { name: '更改登入電郵' }).waitFor();
  await page.getByRole('button', { name: '確認更改' }).click();
  await page.getByRole('heading', { name: '登入電郵改好喇' }).waitFor();
  await page.goto(siteUrl() + link);
  await isDead();
  await close();
});
