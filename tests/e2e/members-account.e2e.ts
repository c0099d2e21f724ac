import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#fixtures/members.ts';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { addVirtualAuthenticator } from '#tests/setup/virtual-authenticator.ts';
import { focusWith } from './focus-with.ts';
import { focusIn, mailedLink, newMember, textedCode, wasPrompted } from './members-site.ts';
import { ACCOUNT_PAGES } from './public-pages.ts';

// Account pages: each form confirms its change, with mouse, keyboard and without scripts.

/** A subscriber with two devices; an account with an unverified address. */
const SUBSCRIBER = { id: 3, email: 'chikeung@demo.radio.example', name: '強仔夜貓', phone: '55000864' };
const UNPROVED = { id: 2, email: 'meiyee@demo.radio.example' };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** An account page, logged in. */
async function visitAs(
  { id, email, password = DEMO_PASSWORD }: { id: number; email: string; password?: string },
  path: string,
  { width = 1440, javaScriptEnabled = true } = {},
) {
  const visited = await visit(browser, '/robots.txt', { width, ...(javaScriptEnabled ? {} : { javaScriptEnabled }) });
  const { page } = visited;
  const context = page.context();
  await wasPrompted(page, id);
  const data = { email, password, rememberMe: false };
  const reply = await context.request.post(`${siteUrl()}/api/user/login`, { data });
  expect(reply.status()).toBe(200);
  await page.goto(`${siteUrl()}/member/userinfo${path}`, { waitUntil: 'load' });
  if (javaScriptEnabled) await ready(page);
  return visited;
}

const ready = (page: Page) => page.waitForFunction(() => sessionStorage.getItem('airwave.ready') === '1');
const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
const row = (page: Page, label: string) => page.locator('details').filter({ hasText: label }).first();

it('sends a guest to the log-in and back, and keeps no page of the account', async () => {
  const { page, close } = await visit(browser, '/member/userinfo/devices');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    '/member/user/login?return=%2Fmember%2Fuserinfo%2Fdevices',
  );
  await page.locator('[name=email]').fill(UNPROVED.email);
  await page.locator('[name=password]').fill(DEMO_PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL((url) => url.pathname === '/member/userinfo/devices');
  const again = await page.reload();
  expect(again?.headers()['cache-control']).toBe('no-store');
  await close();
});

it('has one title a page, nothing wrong for axe, and no sideways scroll at 320, 390 and 1440 px', async () => {
  const { page, faults, close } = await visitAs(SUBSCRIBER, '');
  const pictures = new Set<string>();
  for (const [i, path] of ACCOUNT_PAGES.entries()) {
    await page.goto(siteUrl() + path, { waitUntil: 'load' });
    await ready(page);
    // Checks every form, including collapsed ones.
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
    });
    expect(await page.locator('h1').count(), path).toBe(1);
    expect(await page.locator('meta[name=robots]').getAttribute('content'), path).toContain('noindex');
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      // axe takes longest: once a page, on a phone and a desktop in turn.
      if (width === (i % 2 ? 390 : 1440)) expect(await axeFaults(page), `${path} at ${width} px`).toEqual([]);
    }
    for (const src of await page.locator('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src)))
      pictures.add(src);
  }
  // This browser loads none, so a missing one is no error in its console.
  for (const src of pictures) if (src.startsWith('http')) expect((await fetch(src)).status, src).toBe(200);
  expect(faults).toEqual([]);
  await close();
});

it('changes the display name, focuses what is wrong, and says what was done', async () => {
  const { page, close } = await visitAs(SUBSCRIBER, '', { width: 390 });
  const name = row(page, '顯示名稱');
  const rename = async (to: string) => {
    await name.locator('summary').press('Enter');
    await name.locator('[name=display_name]').fill(to);
    await page.keyboard.press('Enter');
  };
  await rename('');
  await name.getByText('呢格要填').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('display_name');
  await name.locator('[name=display_name]').fill('夜貓二號');
  // The row is closed together with the words: what is typed into it next is not taken away.
  const focused = focusWith(page, '已經更改顯示名稱');
  await page.keyboard.press('Enter');
  expect(await focused).toContain('<summary');
  await says(page, '已經更改顯示名稱');
  await page.reload();
  await ready(page);
  expect(await name.locator('summary').textContent()).toContain('夜貓二號');
  await rename(SUBSCRIBER.name);
  await says(page, '已經更改顯示名稱');
  await page.locator('summary').filter({ hasText: SUBSCRIBER.name }).waitFor();
  await close();
});

it('keeps every choice of the preferences, and writes consents down', async () => {
  const { page, close } = await visitAs(SUBSCRIBER, '/changePreference', { width: 390 });
  const news = page.locator('[name=is_subscribe_edm][type=checkbox]');
  // Each is saved on change, without a button.
  expect(await page.locator('main').getByRole('button', { name: '儲存' }).count()).toBe(0);
  await news.uncheck();
  await says(page, '已撤回同意，我們不再以電郵作直接促銷');
  await page.locator('[name=mobileDefaultResolution]').selectOption('1');
  await says(page, '已經更改手機預設畫質');
  await page.locator('[name=timetable_text][type=checkbox]').check();
  await says(page, '已經更改版面設定');
  await page.reload();
  await ready(page);
  expect(await news.isChecked()).toBe(false);
  expect(await page.locator('[name=mobileDefaultResolution]').inputValue()).toBe('1');
  expect(await page.locator('[name=timetable_text][type=checkbox]').isChecked()).toBe(true);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'timetable_text')?.value).toBe('1');
  await news.check();
  await says(page, '已記錄你同意電郵直接促銷');
  await page.locator('[name=mobileDefaultResolution]').selectOption('2');
  await says(page, '已經更改手機預設畫質');
  await page.locator('[name=timetable_text][type=checkbox]').uncheck();
  await says(page, '已經更改版面設定');
  await page.goto(`${siteUrl()}/member/userinfo/data`);
  expect(await page.locator('li').filter({ hasText: '電郵直接促銷' }).count()).toBeGreaterThanOrEqual(3);
  await close();
});

it('takes the next press as soon as it has said what came of the one before', async () => {
  const { page, close } = await visitAs(SUBSCRIBER, '');
  const name = row(page, '顯示名稱');
  const reading = Promise.withResolvers<void>();
  // The page does not reload its data until the second press was handled.
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === 'GET') await reading.promise;
    await route.continue();
  });
  const rename = async (to: string) => {
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('.data'));
    if (!(await name.locator('[name=display_name]').isVisible())) await name.locator('summary').press('Enter');
    await name.locator('[name=display_name]').fill(to);
    await page.keyboard.press('Enter');
    await sent;
  };
  await rename('夜貓三號');
  await says(page, '已經更改顯示名稱');
  await rename(SUBSCRIBER.name);
  reading.resolve();
  await page.locator('summary').filter({ hasText: SUBSCRIBER.name }).waitFor();
  await close();
});

it('says which password is wrong, and changes it', async () => {
  // A test account, because the demo accounts' password cannot be set.
  const owner = { id: 0, email: 'password@members.example.com', password: 'lantau-morning-31' };
  await newMember(owner.email, owner.password, '55303001');
  const { page, close } = await visitAs(owner, '/security');
  const form = page.locator('form:has([name=intent][value=password])');
  const change = async (old: string, next: string) => {
    await form.locator('[name=old_password]').fill(old);
    await form.locator('[name=new_password]').fill(next);
    await form.locator('[name=confirmed_password]').fill(next);
    await page.keyboard.press('Enter');
  };
  await change('not-the-password', 'harbour-night-42');
  await form.getByRole('alert').filter({ hasText: '密碼唔啱' }).waitFor();
  await change(owner.password, 'airwave-881');
  await form.getByText('密碼唔可以淨係用').waitFor();
  await focusIn(page).toBe('new_password');
  await change(owner.password, 'harbour-night-42');
  await says(page, '已經更改密碼');
  await expect.poll(() => form.locator('[name=new_password]').inputValue()).toBe('');
  await close();
});

it('refuses the present address as the new one, and proves it by the press of a button, not by opening its link', async () => {
  const { page, close } = await visitAs(UNPROVED, '', { width: 390 });
  const isProved = () =>
    page.evaluate(async () => {
      const { response } = (await (await fetch('/api/user/state')).json()) as { response: object };
      return 'is_email_verified' in response && response.is_email_verified;
    });
  await page.getByRole('button', { name: '寄驗證電郵' }).click();
  await says(page, '驗證電郵寄緊出嚟');
  const email = row(page, '新電郵');
  await email.locator('summary').click();
  await email.locator('[name=email]').fill(UNPROVED.email);
  await page.keyboard.press('Enter');
  await email.getByRole('alert').filter({ hasText: '而家嘅電郵' }).waitFor();
  const link = await mailedLink(UNPROVED.email, '/member/user/verifyEmail');
  await page.goto(siteUrl() + link);
  expect(await isProved()).toBe(false);
  await page.getByRole('button', { name: '驗證電郵' }).click();
  await page.getByRole('heading', { name: '電郵驗證好喇' }).waitFor();
  expect(await isProved()).toBe(true);
  await page.goto(siteUrl() + link);
  await page.getByRole('heading', { name: '呢條連結用唔到' }).waitFor();
  await close();
});

it('lets a browser out that another signs out', async () => {
  const first = await visitAs(UNPROVED, '/security');
  const second = await visitAs(UNPROVED, '/devices');
  await first.page.reload();
  await ready(first.page);
  await first.page.getByRole('button', { name: '登出其他所有瀏覽器' }).click();
  await says(first.page, '其他瀏覽器已經全部登出');
  await second.page.goto(`${siteUrl()}/member/userinfo`);
  await second.page.waitForURL((url) => url.pathname === '/member/user/login');
  expect(await first.page.getByText('呢個瀏覽器', { exact: true }).count()).toBe(1);
  await first.close();
  await second.close();
});

it('takes another phone by the code that is texted to it', async () => {
  const { page, close } = await visitAs(SUBSCRIBER, '/p2aPhoneVerify', { width: 390 });
  const present = row(page, '而家嘅號碼');
  // A busy browser reports late that the form was opened, when the number may already be typed.
  const focusedField = await present.evaluate((details: HTMLDetailsElement) => {
    details.open = true;
    details.querySelector<HTMLElement>('[name=phone_no]')?.focus();
    const toggled = new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true }));
    return toggled.then(() => document.activeElement?.getAttribute('name'));
  });
  expect(focusedField).toBe('phone_no');
  await present.locator('summary').click();
  const moveTo = async (phone: string) => {
    await present.locator('summary').click();
    await present.locator('[name=phone_no]').fill(phone);
    await page.keyboard.press('Enter');
    await says(page, '已經收到新號碼');
    await page.getByRole('button', { name: '傳驗證碼' }).click();
    const code = page.locator('[name=verify_code]');
    await code.waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=turnstileToken]')?.value !== '');
    await code.fill(await textedCode(phone));
    await page.getByRole('button', { name: '驗證', exact: true }).click();
    await says(page, '驗證成功');
    // The page reads its data again after it has said so.
    await present.locator('summary').filter({ hasText: phone }).waitFor();
  };
  await moveTo('55000777');
  await page.reload();
  await ready(page);
  await moveTo(SUBSCRIBER.phone);
  await close();
});

it('adds, names and removes a passkey', async () => {
  const { page, close } = await visitAs(SUBSCRIBER, '/security');
  await addVirtualAuthenticator(page);
  const form = page.locator('form:has([name=intent][value=passkeyOptions])');
  await form.getByRole('button', { name: '加入通行密鑰' }).click();
  await says(page, '已經加入通行密鑰');
  // Named automatically after its browser.
  const key = page.locator('li:has([value=passkeyRename])').filter({ hasText: 'Chrome' }).first();
  await key.locator('summary').click();
  await key.locator('form:has([value=passkeyRename]) [name=name]').fill('辦公室電腦');
  await page.keyboard.press('Enter');
  const renamed = page.locator('li').filter({ hasText: '辦公室電腦' }).first();
  await renamed.waitFor();
  await renamed.getByRole('button', { name: '移除通行密鑰 辦公室電腦' }).click();
  await page.getByText('未有通行密鑰').waitFor();
  await says(page, '已經移除通行密鑰');
  await page.getByText('加入通行密鑰').first().waitFor();
  await close();
});

it('asks for the account to be erased, says so on every page, and takes it back', async () => {
  const { page, close } = await visitAs(UNPROVED, '/data', { width: 390 });
  await page.getByText('我要刪除帳戶').click();
  await page.getByRole('button', { name: '申請刪除帳戶' }).click();
  await says(page, '收到刪除帳戶嘅申請');
  // The button that was pressed is gone.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('leave');
  await page.getByRole('region', { name: '帳戶等候刪除' }).waitFor();
  await page.goto(`${siteUrl()}/member/userinfo`);
  await page.getByText('你申請咗刪除帳戶').waitFor();
  await page.getByRole('link', { name: '收回申請' }).click();
  await page.getByRole('button', { name: '收回申請，留低帳戶' }).click();
  await says(page, '帳戶會留低');
  await close();
});

it('gives everything that is held, as JSON and as a page', async () => {
  const { page, close } = await visitAs(SUBSCRIBER, '/data');
  for (const [name, ending] of [
    ['下載網頁版', 'html'],
    ['下載 JSON', 'json'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: new RegExp(name) }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
  }
  await close();
});

it('changes the account without scripts', async () => {
  const { page, close } = await visitAs(SUBSCRIBER, '', { width: 390, javaScriptEnabled: false });
  const name = row(page, '顯示名稱');
  const rename = async (to: string) => {
    await name.locator('summary').click();
    await name.locator('[name=display_name]').fill(to);
    await name.getByRole('button', { name: '儲存' }).click();
  };
  await rename('冇程式');
  await says(page, '已經更改顯示名稱');
  expect(await name.locator('summary').textContent()).toContain('冇程式');
  await rename(SUBSCRIBER.name);
  await name.locator('summary').click();
  await name.locator('[name=display_name]').fill('');
  await name.getByRole('button', { name: '儲存' }).click();
  await name.getByText('呢格要填').waitFor();
  expect(await page.locator('[name=display_name]').getAttribute('aria-invalid')).toBe('true');
  await page.goto(`${siteUrl()}/member/userinfo/p2aPhoneVerify`);
  await page.getByText('已經驗證').waitFor();
  await page.goto(`${siteUrl()}/member/userinfo/security`);
  await page.getByRole('button', { name: '登出呢個瀏覽器' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${siteUrl()}/member/userinfo`);
  expect(new URL(page.url()).pathname).toBe('/member/user/login');
  await close();
});

it('removes devices, and not again for 14 days', async () => {
  const { page, close } = await visitAs(SUBSCRIBER, '/devices');
  await page.getByRole('button', { name: '移除揀咗嘅裝置' }).click();
  await page.getByText('請最少揀一部裝置').waitFor();
  const [box] = await page.getByRole('checkbox').all();
  await box?.check();
  await page.getByRole('button', { name: '移除揀咗嘅裝置' }).click();
  await says(page, '已經移除裝置');
  await page.getByText('之後先可以再移除').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await close();
});
