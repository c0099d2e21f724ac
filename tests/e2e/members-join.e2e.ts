import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { faultsAtBothWidths, launchBrowser, siteUrl, visit, type Visit } from '#tests/setup/browser.ts';
import { focusWith } from './focus-with.ts';
import { addVirtualAuthenticator } from '#tests/setup/virtual-authenticator.ts';
import { JOIN_PAGES } from './public-pages.ts';
import {
  focusIn,
  isAt,
  isMember,
  logIn,
  mailedLink,
  mailsTo,
  newMember,
  reach,
  ready,
  seen,
  textedCode,
} from './members-site.ts';

// Registration and log-in as people do them: by mouse, by keyboard, and without scripts.

const PASSWORD = 'rainbow-hill-77';
const [siuming] = memberFixtures;
const owner = siuming?.email ?? '';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Newcomer {
  email: string;
  phone: string;
  dob?: string;
}
async function fillRegistration(page: Page, { email, phone, dob = '1990-05-17' }: Newcomer): Promise<void> {
  await page.getByLabel('電郵', { exact: false }).first().fill(email);
  await page.locator('[name=surname]').fill('陳');
  await page.locator('[name=given_name]').fill('大文');
  await page.locator('[name=dispaly_name]').fill('大文');
  await page.locator('[name=phone_no]').fill(phone);
  await page.getByLabel('女').check();
  await page.locator('[name=dob]').fill(dob);
  await page.locator('[name=terms][type=checkbox]').check();
}

describe('a page before the log-in', () => {
  /** One tab for all, which shows another page for half of the work of a new one. */
  let tab: Visit;
  beforeAll(async () => {
    tab = await visit(browser, '/robots.txt', { width: 390 });
  });
  afterAll(() => tab.close());

  it.each(JOIN_PAGES)('%s is clean, private and kept out of search', async (path) => {
    const { page, faults } = tab;
    // As a new tab: each page marks itself as ready.
    await page.evaluate(() => sessionStorage.clear());
    await page.setViewportSize({ width: 390, height: 844 });
    // What the former page reports while it is left is not a fault of the next one.
    page.once('framenavigated', () => void faults.splice(0));
    const response = await page.goto(siteUrl() + path, { waitUntil: 'load' });
    expect(response?.status()).toBe(200);
    await ready(page);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    expect(faults).toEqual([]);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    expect((await fetch(siteUrl() + path)).headers.get('cache-control')).toBe('no-store');
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});

it('makes a member: form, texted code, mailed link, password, log-in', async () => {
  const email = 'join390@members.example.com';
  const phone = '55100390';
  const { page, close } = await visit(browser, '/member/register', { width: 390 });
  await ready(page);
  await page.getByRole('button', { name: '登記', exact: true }).click();
  await focusIn(page).toBe('email');
  await fillRegistration(page, { email: `wrong-${email}`, phone });
  await seen(page);
  await page.getByRole('button', { name: '登記', exact: true }).click();
  await page.waitForURL('**/registerFinish');
  // The mail is the next step; the phone can wait.
  await page.getByRole('heading', { name: '去信箱開電郵' }).waitFor();
  expect(await page.locator('main h2').allTextContents()).toEqual(['去信箱開電郵', '驗證手提電話']);
  const resend = page.getByRole('button', { name: /秒後可以再寄/ });
  expect(await resend.getAttribute('aria-disabled')).toBe('true');
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByText('電郵打錯咗').click();
  await page.locator('[name=email]').fill(email);
  await page.getByRole('button', { name: '改電郵，再寄過' }).click();
  await page.getByText(`寄緊去 ${email}`).waitFor();

  // Together with its field: digits that are typed from then on are not lost.
  const focused = focusWith(page, '驗證碼已經傳去');
  await page.getByRole('button', { name: '傳送驗證碼' }).click();
  expect(await focused).toContain('name="verify_code"');
  expect(await page.getByRole('button', { name: /秒後可以再傳/ }).getAttribute('aria-disabled')).toBe('true');
  const code = await textedCode(phone);
  const give = async (digits: string) => {
    await page.locator('[name=verify_code]').fill(digits);
    await seen(page);
    await page.getByRole('button', { name: '驗證', exact: true }).click();
  };
  await give(code === '0000' ? '1111' : '0000');
  // A wrong code is marked at its field, which is emptied.
  await page.getByText('驗證碼唔啱，請再輸入').first().waitFor();
  expect(await page.locator('[name=verify_code]').getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('[name=verify_code]').inputValue()).toBe('');
  await focusIn(page).toBe('verify_code');
  // Also where the page's data is loaded again, as by the poll for whether the text was delivered.
  await page.evaluate('__reactRouterDataRouter.revalidate().then(() => new Promise(requestAnimationFrame))');
  expect(await page.locator('[name=verify_code]').getAttribute('aria-invalid')).toBe('true');
  await give(code);
  await page.getByText('手提電話驗證好喇').waitFor();

  const link = await mailedLink(email, '/member/register/welcome');
  // A scanner opens the link first.
  for (const path of [link, link.replace('/member/register', '')])
    expect((await fetch(siteUrl() + path)).status).toBe(200);
  await page.goto(siteUrl() + link);
  await ready(page);
  // What the server would reject is reported while typing: the password is derived from the address.
  await page.locator('[name=password]').fill('join390-2026');
  await page.getByText('好易估').first().waitFor();
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: '設定密碼，啟用帳戶' }).click();
  await page.waitForURL('**/registerSuccess');
  expect(await isMember(page)).toBe(true);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.goto(siteUrl() + link);
  await page.getByRole('heading', { name: '呢個帳戶已經啟用' }).waitFor();
  await page.context().clearCookies({ name: '__Host-session' });
  await page.getByRole('link', { name: '登入', exact: true }).click();
  await page.waitForURL(isAt('/member/user/login'));
  await page.goto(`${siteUrl()}/member/user/login?return=/chart`);
  await ready(page);
  await logIn(page, email, PASSWORD);
  await page.waitForURL(isAt('/chart'));
  // This is a trusted device, so no new-device mail is sent.
  expect(await mailsTo(email)).not.toContain('新裝置');
  await page.goto(`${siteUrl()}/member/user/login?return=/chart`);
  expect(new URL(page.url()).pathname).toBe('/chart');
  await close();
});

it('takes a registration from the keyboard alone', async () => {
  const { page, close } = await visit(browser, '/member/register');
  await ready(page);
  await page.locator('[name=email]').focus();
  const written: [name: string, keys: string][] = [
    ['email', 'keys@members.example.com'],
    ['surname', 'Chan'],
    ['given_name', 'Tai Man'],
    ['dispaly_name', 'Taiman'],
    ['phone_no', '55106666'],
    ['gender', ' '],
    ['dob', '19900517'],
    ['terms', ' '],
    ['is_subscribe_edm', ' '],
  ];
  for (const [name, keys] of written) {
    await reach(page, name);
    await page.keyboard.type(keys);
  }
  await seen(page);
  await reach(page, '登記');
  await page.keyboard.press('Enter');
  await page.waitForURL(isAt('/member/register/registerFinish'));
  await page.getByRole('heading', { name: '去信箱開電郵' }).waitFor();
  expect(await page.locator('main h2').first().textContent()).toBe('去信箱開電郵');
  await close();
});

it('leads from home to sound as a new member with at most 8 values and 8 presses', async () => {
  const email = 'quick@members.example.com';
  const { page, close } = await visit(browser, '/', { width: 390 });
  await ready(page);
  let values = 0;
  let presses = 0;
  const press = async (thing: Locator) => {
    await thing.click();
    presses += 1;
  };
  const give = async (name: string, value: string) => {
    await page.locator(`[name=${name}]`).fill(value);
    values += 1;
  };
  await press(page.getByRole('button', { name: '開啟選單' }));
  await press(page.getByRole('link', { name: '免費登記' }).first());
  await page.waitForURL(isAt('/member/register'));
  await give('email', email);
  await give('surname', '陳');
  await give('given_name', '大文');
  await give('phone_no', '55109999');
  await give('dob', '1990/5/17');
  // A choice and a checkbox count as one value and one press each.
  await press(page.getByLabel('女'));
  await press(page.locator('[name=terms][type=checkbox]'));
  values += 2;
  await seen(page);
  await press(page.getByRole('button', { name: '登記', exact: true }));
  await page.waitForURL(isAt('/member/register/registerFinish'));
  // Following the mailed link.
  presses += 1;
  await page.goto(siteUrl() + (await mailedLink(email, '/member/register/welcome')));
  await ready(page);
  await give('password', PASSWORD);
  await press(page.getByRole('button', { name: '設定密碼，啟用帳戶' }));
  await page.waitForURL(isAt('/member/register/registerSuccess'));
  await press(page.locator('main [data-listen-there="903"]'));
  await page.waitForURL(isAt('/live/903'));
  await page.getByRole('button', { name: /暫停/ }).first().waitFor();
  expect({ values, presses }).toEqual({ values: 8, presses: 8 });
  await close();
});

it('asks for a guardian once the day of birth says so, and not before', async () => {
  const { page, close } = await visit(browser, '/member/register');
  await ready(page);
  const consent = page.locator('[name=under_18_terms][type=checkbox]');
  await fillRegistration(page, { email: 'young@members.example.com', phone: '55107777' });
  expect(await consent.isVisible()).toBe(false);
  await page.locator('[name=dob]').fill(`${new Date().getUTCFullYear() - 12}-01-01`);
  await consent.waitFor();
  await seen(page);
  await page.getByRole('button', { name: '登記', exact: true }).click();
  await focusIn(page).toBe('under_18_terms');
  expect(await page.locator('[name=surname]').inputValue()).toBe('陳');
  await close();
});

it('lets the owner of a forgotten password in again, and ends what was open', async () => {
  const email = 'forgot@members.example.com';
  await newMember(email, PASSWORD, '55303002');
  const before = await visit(browser, '/member/user/login');
  await ready(before.page);
  await logIn(before.page, email, PASSWORD);
  await before.page.waitForURL((url) => !url.pathname.includes('login'));
  const { page, close } = await visit(browser, '/member/user/forgetPassword', { width: 390 });
  await ready(page);
  await seen(page);
  await page.getByRole('button', { name: '寄連結畀我' }).click();
  await page.getByText('最少填一項').first().waitFor();
  await seen(page);
  await page.locator('[name=email]').fill(email);
  await page.getByRole('button', { name: '寄連結畀我' }).click();
  await page.waitForURL('**/resetPasswordMailSent');
  await page.goto(siteUrl() + (await mailedLink(email, '/member/user/resetPassword')));
  await ready(page);
  await page.locator('[name=password]').fill('rainbow-hill-78');
  await page.getByRole('button', { name: '設定新密碼' }).click();
  await page.waitForURL('**/resetPasswordSuccess');
  const state = await before.page.evaluate(async () => (await fetch('/api/user/state')).json() as Promise<unknown>);
  expect(state).toMatchObject({ response: { user: null } });
  await before.close();
  await close();
});

it('is logged in to with the keyboard alone, showing the password on the way', async () => {
  const { page, close } = await visit(browser, '/member/user/login');
  await ready(page);
  await page.locator('[name=email]').focus();
  await page.keyboard.type(owner);
  await reach(page, 'password');
  await page.keyboard.type(DEMO_PASSWORD);
  await reach(page, '顯示');
  await page.keyboard.press('Space');
  expect(await page.locator('[name=password]').getAttribute('type')).toBe('text');
  await reach(page, 'rememberMe');
  await page.keyboard.press('Space');
  await reach(page, '登入');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('login'));
  const session = (await page.context().cookies()).find(({ name }) => name === '__Host-session');
  // Not remembered: it ends with the browser.
  expect(session).toMatchObject({ expires: -1, httpOnly: true, secure: true });
  await close();
});

it('says the same of a wrong password and of an address that nobody has, and keeps no password', async () => {
  const answer = async (email: string) => {
    const reply = await fetch(`${siteUrl()}/member/user/login`, {
      method: 'POST',
      body: new URLSearchParams({ email, password: 'wrong-password-1', rememberMe: '' }),
    });
    const html = await reply.text();
    expect(html).not.toContain('wrong-password-1');
    return { status: reply.status, said: /role="alert"[^]*?<\/p>/.exec(html)?.[0] };
  };
  const ofOwner = await answer(memberFixtures[2]?.email ?? '');
  expect(ofOwner.said).toContain('電郵或者密碼唔啱');
  expect(await answer('nobody-at-all@members.example.com')).toEqual(ofOwner);
});

it('never leads to another site after the log-in', async () => {
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example']) {
    const query = new URLSearchParams({ return: to }).toString();
    const reply = await fetch(`${siteUrl()}/member/user/login?${query}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `redirect=${encodeURIComponent(to)}` },
      body: new URLSearchParams({ email: owner, password: DEMO_PASSWORD, rememberMe: '' }),
    });
    expect(reply.status).toBe(303);
    expect(reply.headers.get('location')).toBe('/member/userinfo');
  }
});

it('goes back to the page that the cookie remembers, once', async () => {
  const reply = await fetch(`${siteUrl()}/member/user/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: `redirect=${encodeURIComponent('/live/903')}` },
    body: new URLSearchParams({ email: owner, password: DEMO_PASSWORD, rememberMe: '' }),
  });
  expect(reply.headers.get('location')).toBe('/live/903');
  expect(reply.headers.getSetCookie()).toContain('redirect=; Path=/; Max-Age=0; Secure; SameSite=Lax');
});

it('keeps the replay that somebody wanted to hear while a link leads them over the log-in to a plan (R-434)', async () => {
  const plan = '/member/userinfo/newSubscription?plan=2';
  const reply = await fetch(`${siteUrl()}/member/user/login?${new URLSearchParams({ return: plan }).toString()}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: `redirect=${encodeURIComponent('/program/archives/1?at=60')}` },
    body: new URLSearchParams({ email: owner, password: DEMO_PASSWORD, rememberMe: '' }),
  });
  expect(reply.headers.get('location')).toBe(plan);
  expect(reply.headers.getSetCookie().join()).not.toContain('redirect=');
});

it('takes registration, log-in and mailed link without scripts', async () => {
  const email = 'plain@members.example.com';
  const { page, close } = await visit(browser, '/member/register', { width: 390, javaScriptEnabled: false });
  await fillRegistration(page, { email: 'plain+tag@members.example.com', phone: '55108888' });
  // A ticket is valid once a person could have filled in the form.
  await page.waitForTimeout(4_200);
  await page.getByRole('button', { name: '登記', exact: true }).click();
  await page.getByText('電郵唔可以有 + 號').first().waitFor();
  expect(await page.locator('[name=surname]').inputValue()).toBe('陳');
  expect(await page.locator('[name=email]').evaluate((field) => field.hasAttribute('autofocus'))).toBe(true);
  await page.locator('[name=email]').fill(email);
  await page.waitForTimeout(4_200);
  await page.getByRole('button', { name: '登記', exact: true }).click();
  await page.waitForURL('**/registerFinish*');
  // The mail has been sent: an immediate repetition is answered with the time to wait.
  await page.getByRole('button', { name: /再寄/ }).click();
  await page.getByText(/請等 \d+ 秒再試/).waitFor();
  await page.goto(siteUrl() + (await mailedLink(email, '/member/register/welcome')));
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: '設定密碼，啟用帳戶' }).click();
  await page.waitForURL('**/registerSuccess');
  expect(await isMember(page)).toBe(true);
  await close();
});

it('is logged in to by passkey alone', async () => {
  // On a page that does not request passkeys itself: a browser handles one request at a time.
  const { page, close } = await visit(browser, '/member/user/forgetPassword');
  await addVirtualAuthenticator(page);
  await page.evaluate(
    async ({ email, password }) => {
      const post = async (call: string, body: object) => {
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(`/api/user/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return ((await reply.json()) as { response: PublicKeyCredentialCreationOptionsJSON }).response;
      };
      await post('login', { email, password, rememberMe: false });
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await post('passkeys/addOptions', {}));
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      await post('passkeys/add', { name: 'Chromium', credential: made.toJSON() as object });
      await post('logout', {});
    },
    { email: owner, password: DEMO_PASSWORD },
  );
  // The address field offers the passkey automatically; the virtual authenticator accepts.
  await page.goto(`${siteUrl()}/member/user/login?return=/chart`);
  await page.waitForURL(isAt('/chart'));
  expect(await isMember(page)).toBe(true);
  // Where the browser does not offer it, a button requests it.
  await page.context().clearCookies({ name: '__Host-session' });
  await page.addInitScript(() =>
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false }),
  );
  await page.goto(`${siteUrl()}/member/user/login?return=/chart`);
  await ready(page);
  await page.getByRole('button', { name: '用通行密鑰登入' }).click();
  await page.waitForURL(isAt('/chart'));
  expect(await isMember(page)).toBe(true);
  await close();
});

it('names the accounts of the demo and where its mail and texts land', async () => {
  const { page, close } = await visit(browser, '/member/user/login');
  await page.getByText(owner).waitFor();
  expect(await page.getByRole('link', { name: '示範信箱' }).getAttribute('href')).toBe('/sandbox/mail');
  expect(await page.getByRole('link', { name: '示範短訊同電話' }).getAttribute('href')).toBe('/sandbox/phones');
  await close();
});

it('leads bare addresses to their pages with what stands behind them', async () => {
  for (const [from, to] of [
    ['/welcome?code=abc-1', '/member/register/welcome?code=abc-1'],
    ['/registerSuccess?x=1', '/member/register/registerSuccess?x=1'],
  ]) {
    const reply = await fetch(siteUrl() + from, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, to]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  }
});
