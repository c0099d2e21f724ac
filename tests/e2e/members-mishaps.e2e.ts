import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { focusIn, isAt, logIn, newMember, ready, seen } from './members-site.ts';

// Problems around member forms: sessions that end elsewhere, early input, and people's number formats.

const PASSWORD = 'harbour-light-42';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('keeps what was written when the session ended elsewhere, for the same member only, and shows nothing after a log-out', async () => {
  await newMember('mishap-a@members.example.com', PASSWORD, '55301001');
  await newMember('mishap-b@members.example.com', PASSWORD, '55301002');
  const { page, faults, close } = await visit(browser, '/member/user/login', { width: 390 });
  await ready(page);
  await logIn(page, 'mishap-a@members.example.com', PASSWORD);
  await page.waitForURL(isAt('/member/userinfo'));
  await page.locator('header').getByText('大文').waitFor({ state: 'attached' });
  const name = page.locator('details').filter({ hasText: '顯示名稱' }).first();
  const rename = async (to: string) => {
    await name.locator('[name=display_name]').fill(to);
    await name.getByRole('button', { name: '儲存' }).click();
  };
  await name.locator('summary').click();
  await page.context().request.get(`${siteUrl()}/api/user/logout`);
  await rename('打咗好耐嘅名');
  await page.waitForURL(isAt('/member/user/login'));
  await page.getByText('登入時間過咗，請再登入。啱啱填嘅嘢仲喺度').waitFor();
  expect(await axeFaults(page)).toEqual([]);

  // Another person at the same screen sees none of it.
  await logIn(page, 'mishap-b@members.example.com', PASSWORD);
  await page.waitForURL(isAt('/member/userinfo'));
  expect(await name.locator('[name=display_name]').inputValue()).toBe('大文');
  await page.getByRole('button', { name: '開啟選單' }).click();
  // It disappears by itself, so the page measures it: polling from outside may be too late.
  const saidDownTo = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = () => {
          const { singleNodeValue: said } = document.evaluate(
            "//*[normalize-space(text())='已經登出']",
            document,
            null,
            XPathResult.FIRST_ORDERED_NODE_TYPE,
          );
          if (said instanceof HTMLElement) done(said.getBoundingClientRect().bottom);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.getByRole('button', { name: '登出', exact: true }).click();
  await page.waitForURL(isAt('/'));
  // The message is above the cookie bar, not on it.
  const bar = await page.getByRole('region', { name: 'Cookie' }).boundingBox();
  expect(await saidDownTo).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.goBack();
  await page.waitForURL(isAt('/member/user/login'));
  // The URL changes before the page is rendered.
  await page.locator('[name=password]').waitFor();
  expect(await page.locator('body').innerText()).not.toContain('mishap-');

  await logIn(page, 'mishap-a@members.example.com', PASSWORD);
  await page.waitForURL(isAt('/member/userinfo'));
  // It is restored after the page is rendered.
  await expect.poll(() => name.getAttribute('open')).not.toBeNull();
  await expect.poll(() => name.locator('[name=display_name]').inputValue()).toBe('打咗好耐嘅名');
  await name.getByRole('button', { name: '儲存' }).click();
  await page.getByText('已經更改顯示名稱').waitFor();

  // Earlier confirmations are not displayed beside an error; clearing a field is not confirmed.
  await name.locator('summary').click();
  await rename('');
  await name.getByText('呢格要填').first().waitFor();
  await page.getByText('已經更改顯示名稱').waitFor({ state: 'detached' });
  await page.goto(`${siteUrl()}/member/userinfo/security`);
  await ready(page);
  const next = 'lantern-harbour-77-tram';
  await page.locator('[name=old_password]').fill(PASSWORD);
  await page.locator('[name=new_password]').fill(next);
  await page.locator('[name=confirmed_password]').fill(next);
  await page.locator('li[data-state=met]').nth(2).waitFor();
  await page.getByRole('button', { name: '更改密碼' }).click();
  await page.getByText('已經更改密碼').waitFor();
  await expect.poll(() => page.locator('li[data-state=met]').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

it('hears in one tab of what is done in another: a log-out, and an address that is proved', async () => {
  const { page, close } = await visit(browser, '/member/user/login');
  await ready(page);
  await newMember('mishap-tabs@members.example.com', PASSWORD, '55301003');
  await logIn(page, 'mishap-tabs@members.example.com', PASSWORD);
  await page.waitForURL(isAt('/member/userinfo'));
  await page.locator('header').getByText('大文').waitFor({ state: 'attached' });
  const other = await page.context().newPage();
  await other.goto(`${siteUrl()}/member/userinfo`);
  await ready(other);
  const row = other.locator('details:has([name=intent][value=displayName])');
  await row.locator('summary').click();
  // Opening a row focuses its field, and cancelling discards the input.
  await focusIn(other).toBe('display_name');
  await other.keyboard.type('x');
  await row.getByRole('button', { name: '取消' }).click();
  expect(await row.getAttribute('open')).toBeNull();
  await row.locator('summary').click();
  expect(await row.locator('[name=display_name]').inputValue()).toBe('大文');
  await row.locator('[name=display_name]').fill('大文文');
  await row.getByRole('button', { name: '儲存' }).click();
  await page.locator('summary').filter({ hasText: '大文文' }).waitFor();
  await other.getByRole('button', { name: '開啟選單' }).click();
  await other.getByRole('button', { name: '登出', exact: true }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: '再登入' }).waitFor();
  await close();
});

it('takes a number as people write it, shows what it made of it, and refuses what is none', async () => {
  const { page, close } = await visit(browser, '/member/register', { width: 390 });
  await ready(page);
  const phone = page.locator('[name=phone_no]');
  await phone.fill('+852 5530-2001');
  await page.locator('[name=email]').fill('ｍｉｓｈａｐ-c@members.example。com');
  await page.getByRole('button', { name: '登記', exact: true }).click();
  expect(await phone.inputValue()).toBe('55302001');
  expect(await phone.getAttribute('aria-invalid')).toBeNull();
  expect(await page.locator('[name=email]').inputValue()).toBe('mishap-c@members.example.com');
  await phone.fill('五五三零二零零一');
  await page.getByRole('button', { name: '登記', exact: true }).click();
  expect(await phone.getAttribute('aria-invalid')).toBe('true');
  await close();
});

it('asks for the guardian of who wrote a day of birth before the scripts came', async () => {
  const { page, close } = await visit(browser, '/robots.txt', { width: 390 });
  let goOn = () => {};
  const written = new Promise<void>((done) => (goOn = done));
  await page.route('**/assets/**/*.js', async (route) => {
    await written;
    await route.continue();
  });
  // Resolves when the page is interactive, which it cannot be yet.
  const there = page.goto(`${siteUrl()}/member/register`);
  await page.locator('[name=dob]').fill(`${new Date().getUTCFullYear() - 12}-01-01`);
  await page.locator('[name=email]').fill('early@members.example.com');
  goOn();
  await there;
  await page.locator('[name=under_18_terms][type=checkbox]').waitFor();
  expect(await page.locator('[name=email]').inputValue()).toBe('early@members.example.com');
  await seen(page);
  await page.getByRole('button', { name: '登記', exact: true }).click();
  await focusIn(page).toBe('surname');
  await close();
});

it('sells no plan to who has one, or registered today', async () => {
  const { page, close } = await visit(browser, '/robots.txt');
  await page.context().addCookies([{ name: 'cookie_consent', value: '2.3', url: siteUrl() }]);
  let isOffered = false;
  await page.route('**/api/user/state', async (route) => {
    const reply = await route.fetch();
    const told = (await reply.json()) as { response: object };
    await route.fulfill({
      response: reply,
      json: { ...told, response: { ...told.response, show_archive_offer: isOffered } },
    });
  });
  const offer = page.getByRole('dialog', { name: '重溫優惠' });
  const known = page.waitForResponse('**/api/user/state');
  await page.goto(`${siteUrl()}/host`);
  await known;
  await ready(page);
  expect(await offer.count()).toBe(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('archive_offer');
  isOffered = true;
  await page.reload();
  await offer.waitFor();
  await close();
});
