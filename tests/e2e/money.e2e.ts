import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COOKIES } from '#app/cookies.ts';
import { faultsAtBothWidths, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { isAt, newMember } from './members-site.ts';
import { PAY_RESULT_PAGES } from './public-pages.ts';

// From a plan to the provider's page and back: the charge is displayed beside the button, and every return page shows
// the true state.

const EMAIL = 'payer@members.example.com';
const OTHER = 'other-payer@members.example.com';
const PASSWORD = 'sai-ying-pun-27';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await newMember(EMAIL, PASSWORD, '55304881');
  await newMember(OTHER, PASSWORD, '55304903');
});
afterAll(() => browser.close());

async function logInAs(context: BrowserContext, email: string): Promise<void> {
  const data = { email, password: PASSWORD, rememberMe: false };
  expect((await context.request.post(`${siteUrl()}/api/user/login`, { data })).status()).toBe(200);
}

async function visitAs(email: string, path: string, options: { width?: number; javaScriptEnabled?: boolean } = {}) {
  const visited = await visit(browser, '/robots.txt', options);
  await logInAs(visited.page.context(), email);
  await visited.page.goto(siteUrl() + path, { waitUntil: 'load' });
  return visited;
}

/** The pay button, on the payer's page of plans. */
const payButton = (page: Page) => page.getByRole('button', { name: /^付款 HK\$/ });
const isCheckout = (url: URL) => /^\/member\/\w+\/checkout$/.test(url.pathname);

/** Chooses a provider with a form post and stops at our last page before it. */
async function toCheckout(page: Page): Promise<string> {
  // The provider's page belongs to another test.
  await page.route('**/sandbox/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>bank</h1>' }));
  await page.getByRole('radio', { name: /JETCO/ }).check();
  const checkout = page.waitForResponse((reply) => isCheckout(new URL(reply.url())) && reply.status() === 200);
  await payButton(page).click();
  const address = (await checkout).url();
  // The page submits itself: until then the browser is navigating.
  await page.getByRole('heading', { name: 'bank' }).waitFor();
  return address;
}

/** Cancels the member's open order, if any. */
async function cancelOpen(page: Page): Promise<void> {
  await page.goto(`${siteUrl()}/member/userinfo/cancelPayment`, { waitUntil: 'load' });
  // No page offers to cancel what may have been paid.
  const number = new URL(page.url()).searchParams.get('transaction_id');
  if (number !== null) {
    const cancelled = page
      .context()
      .request.post(`${siteUrl()}/api/payment/cancel`, { data: { transaction_id: number } });
    expect((await cancelled).status()).toBe(200);
    return;
  }
  const cancel = page.getByRole('button', { name: '取消訂單' });
  if ((await cancel.count()) === 0) return;
  await cancel.click();
  // An order at a provider that cannot be cancelled may still be paid, which is stated.
  await page.getByRole('heading', { name: /付款已取消|訂單已經結束/ }).waitFor();
}

it('keeps a guest’s plan over the log-in, with the sum, what follows and how it stops beside the button', async () => {
  const { page, faults, close } = await visit(browser, '/pricing', { width: 390 });
  const plan = page.getByRole('link', { name: /250/ }).first();
  const price = /HK\$[\d.,]+/.exec((await plan.textContent()) ?? '')?.[0] ?? '';
  await plan.click();
  await page.waitForURL(isAt('/member/user/login'));
  await page.locator('[name=email]').fill(EMAIL);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL(isAt('/member/userinfo/newSubscription'));
  await page.getByRole('button', { name: `付款 ${price}` }).waitFor();
  expect(await page.getByText('不會再收費').count()).toBeGreaterThan(0);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('goes to a checkout whose policy lets its own provider through, and no link of which is followed in place', async () => {
  const { page, close } = await visitAs(EMAIL, '/member/userinfo/newSubscription', { width: 390 });
  const address = await toCheckout(page);
  // As another browser of the payer: this one has been at the provider, and is led to where it waits.
  const cookies = (await page.context().cookies()).filter(({ name }) => !name.endsWith(COOKIES.sent));
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const reply = await fetch(address, { headers: { cookie } });
  const policy = reply.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/form-action 'self'/);
  expect(policy).not.toMatch(/youtube|facebook/);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(await reply.text()).not.toMatch(/autocomplete="cc-/);
  // JETCO cannot be queried: a returning payer waits, is sent there to finish, and is not asked to pay.
  await page.goto(address, { waitUntil: 'load' });
  await page.getByRole('heading', { name: '等候付款結果' }).waitFor();
  expect(await page.getByRole('button', { name: /付款 HK\$/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: '而家查一次' }).count()).toBe(0);
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.goto(`${siteUrl()}/member/userinfo/newSubscription`, { waitUntil: 'load' });
  await page.getByRole('heading', { name: '等候付款結果' }).waitFor();
  await page.getByRole('link', { name: '返回 JETCO 網頁' }).click();
  await page.getByRole('button', { name: '返回 JETCO 網頁' }).click();
  await page.getByRole('heading', { name: 'bank' }).waitFor();
  await cancelOpen(page);
  await close();
});

it('says of an order what is true of it, whichever of its pages is opened', async () => {
  const { page, close } = await visitAs(EMAIL, '/member/userinfo/newSubscription');
  const order = new URL(await toCheckout(page)).searchParams.get('order') ?? '';
  await cancelOpen(page);
  await page.goto(`${siteUrl()}/member/userinfo/newSubscriptionSuccess?order=${order}`, { waitUntil: 'load' });
  await page.waitForURL(isAt('/member/userinfo/newSubscriptionFailure'));
  await page.getByRole('heading', { name: '訂單已經結束' }).waitFor();
  await page.goto(`${siteUrl()}/member/jetco/checkout?order=${order}`, { waitUntil: 'load' });
  await page.waitForURL(isAt('/member/userinfo/newSubscriptionFailure'));
  await close();
});

it('shows nothing of an order to another member, and to a guest the log-in', async () => {
  const { page, close } = await visitAs(EMAIL, '/member/userinfo/newSubscription');
  const address = new URL(await toCheckout(page));
  const order = address.searchParams.get('order') ?? '';
  const other = await visitAs(OTHER, '/robots.txt');
  for (const path of [`/member/userinfo/newSubscriptionSuccess?order=${order}`, address.pathname + address.search])
    expect((await other.page.context().request.get(siteUrl() + path)).status(), path).toBe(404);
  await other.close();
  const guest = await fetch(address, { redirect: 'manual' });
  expect(guest.headers.get('location')).toContain('/member/user/login');
  await cancelOpen(page);
  await close();
});

it('leads on from pages of results who has bought nothing', async () => {
  const { page, close } = await visitAs(OTHER, '/robots.txt');
  for (const path of PAY_RESULT_PAGES) {
    const reply = await page.context().request.get(siteUrl() + path);
    expect(reply.status(), path).toBe(200);
    if (!path.endsWith('offlineSubscriptionFailure')) expect(new URL(reply.url()).pathname, path).not.toBe(path);
  }
  await close();
});

it('reaches the provider without scripts', async () => {
  const { page, close } = await visitAs(EMAIL, '/member/userinfo/newSubscription', { javaScriptEnabled: false });
  await page.getByRole('radio', { name: /JETCO/ }).check();
  await payButton(page).click();
  await page.waitForURL(isCheckout);
  const form = page.locator('form[method=post][action*="jetco"]');
  await form.getByRole('button', { name: /^去付款 HK\$/ }).waitFor();
  await cancelOpen(page);
  await close();
});
