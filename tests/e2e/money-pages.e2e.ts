import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, memberFixtures } from '#fixtures/members.ts';
import { axeFaults, launchBrowser, ready as answers, siteUrl, visit } from '#tests/setup/browser.ts';
import { anotherTab, isAt, logInByCall, mailedLink, newMember, ready, seen } from './members-site.ts';

// Behaviour of payment pages themselves; paying through each provider is in `money-providers.e2e.ts`.

const BUYER = 'buyer@members.example.com';
const PAYS_IN = 'pays-in@members.example.com';
const PASSWORD = 'kwun-tong-line-4';
const OWN = '/member/userinfo/';
const renewing = memberFixtures.find(({ hasCardEnding }) => hasCardEnding)!;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await newMember(BUYER, PASSWORD, '55305881');
  await newMember(PAYS_IN, PASSWORD, '55305903');
});
afterAll(() => browser.close());

async function visitAs(email: string, path: string, { password = PASSWORD, width = 390 } = {}) {
  const visited = await visit(browser, '/robots.txt', { width });
  await logInByCall(visited.page, email, password);
  await visited.page.goto(siteUrl() + path, { waitUntil: 'load' });
  return visited;
}

const open = (page: Page, path: string) => page.goto(siteUrl() + path, { waitUntil: 'load' });
const payButton = (page: Page) => page.getByRole('button', { name: /^付款 HK\$/ });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Goes to the bank's JETCO page, chooses an outcome and returns. */
async function payByJetco(page: Page, what: string): Promise<void> {
  await page.getByRole('radio', { name: /JETCO/ }).check();
  await payButton(page).click();
  await page.waitForURL(isAt('/sandbox/jetco/page'));
  await page.locator('select[name=do]').selectOption(what);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: /shop/i }).click();
}

it('keeps what is paid and its button in sight on a phone, and says what each plan costs a day', async () => {
  const { page, close } = await visitAs(BUYER, `${OWN}newSubscription?plan=2`);
  const isInSight = () =>
    payButton(page).evaluate((button) => {
      const { x, y, width, height, bottom } = button.getBoundingClientRect();
      return bottom <= innerHeight && document.elementFromPoint(x + width / 2, y + height / 2) === button;
    });
  // With the consent bar below it, at either end of the page.
  await page.locator('[data-consent-bar]').waitFor();
  await expect.poll(isInSight).toBe(true);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(isInSight).toBe(true);
  const last = page.locator('footer').getByRole('link').last();
  const [footer, bar] = await Promise.all([last.boundingBox(), payButton(page).boundingBox()]);
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  const plans = page.getByRole('list', { name: '計劃' }).getByRole('link');
  expect(await plans.filter({ hasText: /平均每日 HK\$\d/ }).count()).toBe(await plans.count());
  expect(await plans.filter({ hasText: '每日計最平' }).count()).toBe(1);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

it('says how many days of a plan there are still, as a sentence', async () => {
  const { email } = memberFixtures.find(({ hasCardEnding, plan }) => plan && !hasCardEnding)!;
  const { page, close } = await visitAs(email, `${OWN}memberHistory`, { password: DEMO_PASSWORD });
  await page.getByText(/^尚餘 \d+ 日$/).waitFor();
  await close();
});

describe('a code at the sum', () => {
  it('is looked up as it is typed, lowers the price on the button, and is told why it does not hold', async () => {
    const { page, faults, close } = await visitAs(BUYER, `${OWN}newSubscription?plan=2`);
    const field = page.getByLabel('優惠碼');
    await payButton(page).filter({ hasText: 'HK$388' }).waitFor();
    await field.fill('no-such-code');
    await page.getByText('找不到這個優惠碼').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    // As people type it.
    await field.fill('radio 10');
    await payButton(page).filter({ hasText: 'HK$349.20' }).waitFor();
    expect(await page.getByText('−HK$38.80').count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    await page.reload({ waitUntil: 'load' });
    await payButton(page).filter({ hasText: 'HK$349.20' }).waitFor();
    await page.getByRole('link', { name: '移除優惠碼' }).click();
    await payButton(page).filter({ hasText: 'HK$388' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

it('asks for the token of the archive offer anew while its page is open, and sells by it (K-025)', async () => {
  const { page, close } = await visitAs(BUYER, '/robots.txt');
  await page.clock.install();
  await open(page, `${OWN}newSubscription?offer=1`);
  await page.locator('html[data-ready]').waitFor();
  await payButton(page).filter({ hasText: 'HK$388' }).waitFor();
  const first = await page.locator('input[name=offer_token]').inputValue();
  expect(first).toMatch(/^2\.38800\./);
  await page.clock.runFor(181_000);
  await page.locator(`input[name=offer_token]:not([value="${first}"])`).waitFor({ state: 'attached' });
  // JETCO cannot be queried: only its own page ends the payment.
  await payByJetco(page, 'CC');
  await page.waitForURL(isAt(`${OWN}newSubscriptionFailure`));
  await open(page, `${OWN}cancelPayment`);
  await page.getByRole('button', { name: '取消訂單' }).click();
  await page.getByRole('heading', { name: /付款已取消|訂單已經結束/ }).waitFor();
  await close();
});

it('says that nothing was charged, pays by another way, and lets no other tab pay again; access opens in an open page', async () => {
  const { page, close } = await visitAs(BUYER, `${OWN}newSubscription?plan=2&code=RADIO10`);
  const listening = await anotherTab(page);
  await listening.goto(`${siteUrl()}/member/userinfo/playlist`, { waitUntil: 'load' });
  await answers(listening);
  await listening.getByRole('link', { name: '睇計劃' }).waitFor();

  await payByJetco(page, 'RJ-51');
  await page.waitForURL(isAt(`${OWN}newSubscriptionFailure`));
  await heading(page, '付款未能完成');
  await page.getByText('這次沒有收費').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const failed = page.url();

  const other = await anotherTab(page);
  await other.goto(failed, { waitUntil: 'load' });
  await answers(other);
  await payByJetco(page, 'pays');
  await page.waitForURL(isAt(`${OWN}newSubscriptionSuccess`));
  await heading(page, '付款成功');
  expect(await page.getByText('HK$349.20').count()).toBeGreaterThan(0);
  expect(await axeFaults(page)).toEqual([]);

  // The tab that displayed the failure is updated, and nothing is charged twice.
  await other.waitForURL(isAt(`${OWN}newSubscriptionSuccess`));
  await open(other, `${OWN}cancelPayment`);
  await other.getByText('你沒有未完成的訂單').waitFor();
  // Without another log-in, the plan is effective.
  await listening.getByRole('link', { name: '睇計劃' }).waitFor({ state: 'detached' });

  await open(page, `${OWN}memberHistory`);
  expect(await page.locator('#payments').getByText('付款成功').count()).toBe(1);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});

it('gives the days of a code to redeem once, behind those that were bought', async () => {
  const { page, close } = await visitAs(BUYER, `${OWN}redeem`);
  await page.getByLabel('兌換碼').fill('demo-30-days');
  await page.getByText('可以兌換').waitFor();
  await page.getByRole('button', { name: '兌換', exact: true }).click();
  await page.waitForURL(isAt(`${OWN}redeemSuccess`));
  await heading(page, '兌換成功');
  await open(page, `${OWN}redeem?code=DEMO30DAYS`);
  await page.getByText('這個兌換碼已經用過').waitFor();
  expect(await page.getByRole('button', { name: '兌換', exact: true }).count()).toBe(0);
  await close();
});

it('stops what renews at one press, starts it again for its owner, and takes a planned change back', async () => {
  const { page, close } = await visitAs(renewing.email, `${OWN}stopRecurring`, { password: DEMO_PASSWORD });
  await page.getByRole('button', { name: '停止續訂' }).click();
  await heading(page, '已停止續訂');
  // Only a plan that renews can be changed.
  await open(page, `${OWN}changePlan`);
  await page.getByText('自動續訂的計劃才可以轉').waitFor();
  await open(page, `${OWN}memberHistory`);
  await page.getByRole('link', { name: '恢復續訂' }).click();
  const password = page.locator('[name=password]');
  await password.fill('not-the-password');
  await page.getByRole('button', { name: '恢復續訂' }).click();
  await page.getByText('密碼唔啱').first().waitFor();
  await password.fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '恢復續訂' }).click();
  // What is shown is that it renews again, not how to stop it.
  await page.waitForURL(isAt(`${OWN}memberHistory`));
  await page.getByText('自動續訂：下次').waitFor();

  await open(page, `${OWN}changePlan?plan=3`);
  await page.getByText('今次不收費').waitFor();
  await password.fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '轉計劃' }).click();
  await page.waitForURL(isAt(`${OWN}changePlanSuccess`));
  await heading(page, '已安排轉計劃');
  await page.getByText('下次續訂轉為').waitFor();
  await open(page, `${OWN}changePlan`);
  expect(await axeFaults(page)).toEqual([]);
  const keep = page.locator('form[data-intent=keep]');
  await keep.locator('[name=password]').fill(DEMO_PASSWORD);
  await keep.getByRole('button', { name: '唔轉住' }).click();
  await page.waitForURL(isAt(`${OWN}memberHistory`));
  await page.getByText('下次續訂轉為').waitFor({ state: 'detached' });
  await close();
});

it('takes the picture of a receipt by its content, says until when there is an answer, and one application at a time', async () => {
  const { page, close } = await visitAs(PAYS_IN, `${OWN}offlineSubscription`);
  const picture = page.locator('[name=receipt]');
  const send = page.getByRole('button', { name: '送出申請' });
  await page.getByLabel('365 日計劃').selectOption('2');
  await page.getByText('HK$1,080', { exact: true }).waitFor();
  for (const [name, mimeType, buffer] of [
    ['slip.pdf', 'application/pdf', Buffer.from('%PDF-1.4\n')],
    [
      'photo.jpg',
      'image/jpeg',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(900)]),
    ],
  ] as const) {
    await picture.setInputFiles({ name, mimeType, buffer });
    const refused = page.waitForResponse((reply) => reply.request().method() === 'POST' && reply.status() === 400);
    await send.click();
    await refused;
    await page.locator('#apply-receipt-fault').waitFor();
  }
  expect(await page.getByLabel('365 日計劃').inputValue()).toBe('2');
  expect(await axeFaults(page)).toEqual([]);
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#eee' } })
    .png()
    .toBuffer();
  await picture.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer });
  await send.click();
  await page.waitForURL(isAt(`${OWN}offlineSubscriptionSuccess`));
  await page.getByText('10 個工作天內').waitFor();

  // An order awaiting a cheque cannot be paid by card, and blocks another order.
  await open(page, `${OWN}cancelPayment`);
  expect(new URL(page.url()).pathname).toBe(`${OWN}offlineSubscription`);
  await open(page, `${OWN}newSubscription`);
  expect(await payButton(page).count()).toBe(0);
  await open(page, `${OWN}offlineSubscription`);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: '取消申請' }).click();
  await send.waitFor();
  await page.getByText('已取消').waitFor();
  await close();
});

it('leads who registers on the way to a plan to its payment, in two taps from the price list', async () => {
  const email = 'from-prices@members.example.com';
  const { page, close } = await visit(browser, '/pricing', { width: 390, viewport: { width: 390, height: 664 } });
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('link', { name: /每年續訂/ }).click();
  await page.waitForURL(isAt('/member/user/login'));
  await open(page, '/member/register');
  await ready(page);
  await page.getByLabel('電郵', { exact: false }).first().fill(email);
  await page.locator('[name=surname]').fill('陳');
  await page.locator('[name=given_name]').fill('大文');
  await page.locator('[name=dispaly_name]').fill('大文');
  await page.locator('[name=phone_no]').fill('55305864');
  await page.getByLabel('女').check();
  await page.locator('[name=dob]').fill('1990-05-17');
  await page.locator('[name=terms][type=checkbox]').check();
  await seen(page);
  await page.locator('[name=terms][type=checkbox]').press('Enter');
  await page.waitForURL((url) => url.pathname !== '/member/register');
  await open(page, await mailedLink(email, '/member/register/welcome'));
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: '設定密碼，啟用帳戶' }).click();
  await page.waitForURL(isAt('/member/register/registerSuccess'));
  await page.getByRole('link', { name: '去訂閱揀咗嘅計劃' }).click();
  await page.waitForURL(isAt(`${OWN}newSubscription`));
  await payButton(page).filter({ hasText: 'HK$480' }).waitFor();
  expect(await page.getByText('由你的信用卡自動扣除').isVisible()).toBe(true);
  await close();
});
