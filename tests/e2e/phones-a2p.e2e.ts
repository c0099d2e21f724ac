import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, faultsAtBothWidths, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { logInByCall, newMember, ready, seen, textedCode } from './members-site.ts';

// Verification by a texted code, in the account and during registration, and its failures.

const PASSWORD = 'harbour-light-42';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
const refuses = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor();
/** Reported at the field, which is emptied. */
const refusesCode = (page: Page) =>
  page.waitForFunction(() => {
    const field = document.querySelector<HTMLInputElement>('[name=verify_code][aria-invalid=true]');
    return field?.value === '' && field.form?.innerText.includes('驗證碼唔啱');
  });
const wrongOf = (code: string) => (code === '0000' ? '1111' : '0000');
const secondsIn = (words: string | null) => Number(/(\d+) 秒/.exec(words ?? '')?.[1]);

/** A new member on the verification page. */
async function visitAs(phone: string, width = 1440) {
  const email = `a2p-${phone}@members.example.com`;
  await newMember(email, PASSWORD, phone);
  const visited = await visit(browser, '/robots.txt', { width });
  const { page } = visited;
  await logInByCall(page, email, PASSWORD);
  await page.goto(`${siteUrl()}/member/userinfo/p2aPhoneVerify`);
  await ready(page);
  return visited;
}
async function moveTo(page: Page, phone: string): Promise<void> {
  const row = page.locator('details').filter({ hasText: '而家嘅號碼' }).first();
  await row.locator('summary').click();
  await row.locator('[name=phone_no]').fill(phone);
  // Once the previous form is done.
  await row.locator('button[type=submit]').click();
  await page.getByText(`驗證 +852 ${phone}`).waitFor();
}
async function giveCode(page: Page, code: string): Promise<void> {
  const form = page.locator('form:has([name=verify_code])');
  await form.locator('[name=verify_code]').fill(code);
  await seen(page);
  await form.getByRole('button').click();
}

it('proves the number of the account, the code over a reload, and says that the text arrived', async () => {
  const phone = '55200390';
  const { page, close } = await visitAs(phone, 390);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await press(page, '傳驗證碼');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'verify_code');
  await says(page, '短訊送到咗');
  // First what is there for twenty seconds only.
  expect(await page.getByRole('button', { name: '再傳一次' }).getAttribute('aria-disabled')).toBe('true');
  await page.reload();
  await ready(page);
  expect(secondsIn(await page.getByText(/秒後可以再傳/).textContent())).toBeLessThanOrEqual(20);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  const code = await textedCode(phone);
  await giveCode(page, wrongOf(code));
  await refusesCode(page);
  await giveCode(page, code);
  await says(page, '驗證成功');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await close();
});

it('keeps the code of a registration over a reload, with the seconds that are left', async () => {
  const phone = '55300390';
  const { page, close } = await visit(browser, '/member/register', { width: 390 });
  await ready(page);
  await page.locator('[name=email]').fill('reload@members.example.com');
  for (const [name, words] of [
    ['surname', '陳'],
    ['given_name', '大文'],
    ['dispaly_name', '大文'],
    ['phone_no', phone],
    ['dob', '1990-05-17'],
  ] as const)
    await page.locator(`[name=${name}]`).fill(words);
  await page.getByLabel('女').check();
  await page.locator('[name=terms][type=checkbox]').check();
  await seen(page);
  await press(page, '登記');
  await page.waitForURL('**/registerFinish');
  expect(await page.locator('[name=verify_code]').count()).toBe(0);
  await press(page, '傳送驗證碼');
  await page.locator('[name=verify_code]').waitFor();
  await page.reload();
  await ready(page);
  await page.locator('[name=verify_code]').waitFor();
  await page.getByText('5 分鐘內有效').waitFor();
  const again = page.getByRole('button', { name: /秒後可以再傳/ });
  if (await again.count()) expect(secondsIn(await again.textContent())).toBeLessThanOrEqual(20);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  // The tab was closed, and the page opened again.
  const { page: later } = { page: await page.context().newPage() };
  await later.goto(`${siteUrl()}/member/register/registerFinish`);
  await ready(later);
  await giveCode(later, await textedCode(phone));
  await later.getByText('手提電話驗證好喇').waitFor();
  await later.reload();
  await later.getByText('手提電話驗證好喇').waitFor();
  expect(await later.locator('[name=verify_code]').count()).toBe(0);
  await close();
});

it('says by itself that the carrier stops the text, that a number is refused, and waits for a slow provider', async () => {
  const { page, close } = await visitAs('55400002', 390);
  await press(page, '傳驗證碼');
  await says(page, '電訊商唔畀短訊送去呢個號碼');
  // No code was sent, so there is no field for it.
  expect(await page.locator('[name=verify_code]').count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await moveTo(page, '55400004');
  await press(page, '傳驗證碼');
  await refuses(page, '呢個號碼驗證唔到');
  await moveTo(page, '55400005');
  await press(page, '傳驗證碼');
  await page.getByRole('button', { name: '處理緊' }).waitFor();
  await page.locator('[name=verify_code]').waitFor();
  await giveCode(page, await textedCode('55400005'));
  await says(page, '驗證成功');
  await close();
});

it('ends the tries of a code after five, and the texts of an account after three', async () => {
  const { page, close } = await visitAs('55401001', 390);
  await press(page, '傳驗證碼');
  const code = await textedCode('55401001');
  for (let tries = 0; tries < 5; tries++) {
    const answered = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await giveCode(page, wrongOf(code));
    await answered;
    await refusesCode(page);
  }
  await giveCode(page, code);
  await refuses(page, '請等 10 分鐘再試');
  for (const phone of ['55401002', '55401003']) {
    await moveTo(page, phone);
    await press(page, '傳驗證碼');
    await page.locator('[name=verify_code]').waitFor();
  }
  await moveTo(page, '55401004');
  await press(page, '傳驗證碼');
  await refuses(page, '請等 10 分鐘再試');
  expect(await page.locator('[name=verify_code]').count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});
