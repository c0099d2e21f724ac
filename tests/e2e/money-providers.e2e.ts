import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stationDayOf } from '#shared/station-day.ts';
import { axeFaults, launchBrowser, siteUrl, visit } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { focusWith } from './focus-with.ts';
import { isAt, logInByCall, mailedDigits, mailedLink, newMember } from './members-site.ts';

// Paying through each provider, from the plan via its page and back; and the messages if it refuses, is slow, or is
// abandoned.

const PASSWORD = 'sai-ying-pun-27';
const CARDS = 'card-payer@members.example.com';
const WALLETS = 'wallet-payer@members.example.com';
const REFUSED = 'refused-payer@members.example.com';
const WAITING = 'waiting-payer@members.example.com';
const LATE = 'late-payer@members.example.com';
const SINGLE = 'single-payer@members.example.com';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  const numbers = {
    [CARDS]: '55304911',
    [WALLETS]: '55304912',
    [REFUSED]: '55304913',
    [WAITING]: '55304914',
    [LATE]: '55304915',
    [SINGLE]: '55304916',
  };
  await Promise.all(Object.entries(numbers).map(([email, phone]) => newMember(email, PASSWORD, phone)));
});
afterAll(() => browser.close());

interface Part {
  program_archive_id: number;
  section_no: number;
  broadcast_day: string;
}

const PHONE = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};

async function payerAt(width: 390 | 1440, email: string) {
  const visited = await visit(browser, '/robots.txt', { width, ...(width === 390 ? PHONE : {}) });
  await logInByCall(visited.page, email, PASSWORD);
  return visited;
}

const payButton = (page: Page) => page.getByRole('button', { name: /^付款 HK\$/ });

/** From the plan to the provider: two presses. */
async function choose(page: Page, way: RegExp): Promise<void> {
  await page.goto(`${siteUrl()}/member/userinfo/newSubscription`, { waitUntil: 'load' });
  await page.getByRole('radio', { name: way }).check();
  await payButton(page).click();
}

const isPaid = isAt('/member/userinfo/newSubscriptionSuccess');
const isUnpaid = isAt('/member/userinfo/newSubscriptionFailure');
async function seesPaid(page: Page): Promise<void> {
  await page.waitForURL(isPaid);
  await page.getByRole('heading', { name: /^付款成功/ }).waitFor();
}

/** A wallet's page on the phone that scanned the newest code. */
async function confirmElsewhere(page: Page, wallet: 'payme' | 'eft', what?: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${siteUrl()}/sandbox/${wallet}/`);
  await other.getByRole('link', { name: 'Pay it' }).first().click();
  if (what) await other.getByLabel('What happens').selectOption(what);
  await other.getByRole('button', { name: 'Go on' }).click();
  await other.getByText(/^(Paid|Declined)/).waitFor();
  await other.close();
}

/** On the Mastercard gateway's page, including 3-D Secure. */
async function payAtMastercard(page: Page, { bank, told }: { bank?: string; told?: string } = {}): Promise<void> {
  await page.waitForURL(/\/sandbox\/mpgs\/checkout\/page\//);
  if (bank) await page.getByLabel('What the bank does').selectOption(bank);
  if (told) await page.getByLabel('How the site is notified').selectOption(told);
  await page.getByRole('button', { name: /Pay HK\$/ }).click();
  await page.getByRole('button', { name: /It is me/ }).click();
}

it('is paid through the Mastercard gateway by the keyboard alone', async () => {
  const { page, faults, close } = await payerAt(1440, CARDS);
  await page.goto(`${siteUrl()}/member/userinfo/newSubscription`, { waitUntil: 'load' });
  await page.getByRole('radio', { name: /JETCO/ }).focus();
  // Selection wraps from the last method to the first.
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: /信用卡/ }).isChecked()).toBe(true);
  const reach = async (name: RegExp) => {
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      if (name.test((await page.evaluate(() => document.activeElement?.textContent)) ?? '')) return;
    }
    throw new Error(`${name} cannot be reached`);
  };
  await reach(/^付款 HK\$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/sandbox\/mpgs\/checkout\/page\//);
  await reach(/Pay HK\$/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /It is me/ }).waitFor();
  await reach(/It is me/);
  await page.keyboard.press('Enter');
  await seesPaid(page);
  expect(await axeFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  // Going back once more: it is paid, and no new payment is requested.
  await page.goto(`${siteUrl()}/member/mpgs/checkout?order=${new URL(page.url()).searchParams.get('order')}`);
  await seesPaid(page);
  await close();
});

it('is paid by card on PayDollar’s page on a telephone, whose schedule is said to renew it', async () => {
  const { page, faults, close } = await payerAt(390, CARDS);
  await page.goto(`${siteUrl()}/member/userinfo/testingPaydollarSubscription`, { waitUntil: 'load' });
  await page.getByRole('button', { name: /節目重溫每月續訂/ }).click();
  await page.waitForURL(/payForm\.jsp$/);
  await page.getByRole('button', { name: /Pay HK\$/ }).click();
  await seesPaid(page);
  expect(await page.getByText('不會自動收費').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

describe('a wallet', () => {
  it('is confirmed on a telephone while the code stands on a desktop: PayMe, and WeChat Pay by EFT', async () => {
    const { page, faults, close } = await payerAt(1440, WALLETS);
    await choose(page, /PayMe/);
    await page.getByRole('img', { name: /的二維碼$/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await confirmElsewhere(page, 'payme');
    await seesPaid(page);
    await choose(page, /微信/);
    await page.getByRole('img', { name: /的二維碼$/ }).waitFor();
    await confirmElsewhere(page, 'eft');
    await seesPaid(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('is opened on a telephone and leads back: PayMe, and JETCO, whose browser brings the only word of it', async () => {
    const { page, faults, close } = await payerAt(390, WALLETS);
    await choose(page, /PayMe/);
    await page.getByRole('link', { name: /Open the PayMe app/ }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('link', { name: /Back to the shop/ }).click();
    await seesPaid(page);
    await choose(page, /JETCO/);
    await page.waitForURL(/\/sandbox\/jetco\//);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: /Back to the shop/ }).click();
    await seesPaid(page);
    expect(faults).toEqual([]);
    await close();
  });
});

it('is told why it was refused, pays the same order another way, and never twice after a refusal', async () => {
  const { page, close } = await payerAt(390, REFUSED);
  // Alipay through PayDollar.
  await choose(page, /支付寶/);
  await page.waitForURL(/payForm\.jsp$/);
  await page.getByLabel('What the bank does').selectOption('funds');
  await page.getByRole('button', { name: /Pay HK\$/ }).click();
  await page.waitForURL(isUnpaid);
  await page.getByText('銀行表示可用額不足', { exact: false }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // A card is refused and another accepted on the same provider page, which reports neither.
  await page.getByRole('radio', { name: /信用卡/ }).check();
  await payButton(page).click();
  await payAtMastercard(page, { bank: 'DECLINED' });
  await page.getByText('The bank refused').waitFor();
  await payAtMastercard(page, { bank: 'APPROVED', told: 'never' });
  await seesPaid(page);
  await close();
});

/** The Mastercard gateway does not answer this many queries of an order. */
async function silence(page: Page, times: number): Promise<void> {
  const form = { call: 'order', kind: 'hang', times: String(times) };
  expect((await page.context().request.post(`${siteUrl()}/sandbox/mpgs/_sim/faults`, { form })).status()).toBe(200);
}

it('leaves the provider’s page, also where the bank asks who pays: one thing is said of it, and one thing offered', async () => {
  const { page, close } = await payerAt(1440, REFUSED);
  await choose(page, /信用卡/);
  await page.waitForURL(/\/sandbox\/mpgs\//);
  await page.getByRole('button', { name: /Pay HK\$/ }).click();
  await page.getByRole('button', { name: /It is me/ }).waitFor();
  // Returned from 3-D Secure. The provider reports no payment, so paying is offered; nobody is redirected automatically.
  const checkout = isAt('/member/mpgs/checkout');
  while (!checkout(new URL(page.url()))) await page.goBack();
  const goOn = page.getByRole('button', { name: /^去付款 HK\$/ });
  const warning = page.getByText('請勿再次付款', { exact: false });
  await goOn.waitFor();
  expect(await warning.count()).toBe(0);
  // While the provider does not answer, every page waits and asks nobody to pay.
  const left = page.url();
  await silence(page, 1_000);
  for (const path of [
    left,
    `${siteUrl()}/member/userinfo/cancelPayment`,
    `${siteUrl()}/member/userinfo/newSubscription`,
  ]) {
    // A provider's answer is reused for two seconds.
    await expect
      .poll(async () => {
        await page.goto(path, { waitUntil: 'load' });
        return page.getByRole('heading', { name: '等候付款結果' }).count();
      })
      .toBe(1);
    expect(await warning.count()).toBe(1);
    expect(await page.getByRole('button', { name: /付款 HK\$/ }).count()).toBe(0);
  }
  expect(await axeFaults(page)).toEqual([]);
  await silence(page, 0);
  // The unanswered query must time out first.
  await page.waitForURL(isAt('/member/userinfo/cancelPayment'), { timeout: 90_000 });
  expect(await warning.count()).toBe(0);
  await page.goto(left, { waitUntil: 'load' });
  await goOn.click();
  await page.waitForURL(/\/sandbox\/mpgs\//);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(isAt('/member/userinfo/cancelPayment'));
  await payButton(page).waitFor();
  expect(await warning.count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('radio', { name: /JETCO/ }).check();
  await payButton(page).click();
  await page.waitForURL(/\/sandbox\/jetco\//);
  await page.getByLabel('What happens').selectOption('CC');
  await page.getByRole('button', { name: 'Go on' }).click();
  // Another browser returns instead: it sees the outcome, but nothing about the buyer.
  const form = page.locator('form[action*="/api/payment/return/jetco"]');
  const fields = await form
    .locator('input')
    .evaluateAll((inputs) =>
      inputs.map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]),
    );
  const elsewhere = await visit(browser, '/robots.txt');
  const back = await elsewhere.page.context().request.post((await form.getAttribute('action')) ?? '', {
    form: Object.fromEntries(fields) as Record<string, string>,
    maxRedirects: 0,
  });
  expect(back.status()).toBe(303);
  await elsewhere.page.goto(new URL(back.headers()['location'] ?? '', siteUrl()).href);
  await elsewhere.page.waitForURL(isAt('/member/user/newSubscriptionFailure'));
  await elsewhere.close();
  await form.getByRole('button').click();
  await page.waitForURL(isUnpaid);
  await close();
});

describe('what is bought one by one', () => {
  it('is a film, which a member rents by card', async () => {
    const { page, faults, close } = await payerAt(390, CARDS);
    await page.goto(`${siteUrl()}/crgovideo/purchase/1204`, { waitUntil: 'load' });
    await page.getByRole('radio', { name: /信用卡/ }).check();
    await payButton(page).click();
    await payAtMastercard(page);
    await page.waitForURL(isAt('/crgovideo/purchaseSuccess'));
    await page.getByRole('heading', { name: '租看成功' }).waitFor();
    await page.goto(`${siteUrl()}/member/userinfo/memberHistory`, { waitUntil: 'load' });
    await page.locator('#payments').getByText('街市收音').first().waitFor();
    expect(faults).toEqual([]);
    // It ends without a network: what there was stays, and is asked for again with the network.
    await page.clock.install();
    await page.goto(`${siteUrl()}/crgovideo/myvideo`, { waitUntil: 'load' });
    const state = page.locator('main article').filter({ hasText: '街市收音' }).locator('b').first();
    await state.getByText('未開始').waitFor();
    await inSiteDatabase(
      `update rentals set watch_by = now(), ends_at = now() where member_id = (select id from members where email = $1)`,
      [CARDS],
    );
    await page.context().setOffline(true);
    await page.clock.fastForward(31 * 86_400_000);
    await state.getByText('即將到期').waitFor();
    await page.context().setOffline(false);
    await page.clock.fastForward(60_000);
    await state.getByText('已到期').waitFor();
    await close();
  });

  it('is one replay, which a member without a plan buys by card and hears', async () => {
    const { page, faults, close } = await payerAt(390, SINGLE);
    const reply = await page.context().request.get(`${siteUrl()}/api/programarchives/1031?limit=20`);
    const { response } = (await reply.json()) as { response: { items: Part[] } };
    // While a broadcast is on air, it is not sold, although its first sections are complete.
    const today = stationDayOf(new Date());
    const part = response.items.find(({ broadcast_day: day, section_no: no }) => day < today && no === 1)!;
    await page.goto(`${siteUrl()}/program/archives/${part.program_archive_id}`, { waitUntil: 'load' });
    await page.getByRole('link', { name: '淨係買呢一集 HK$18' }).click();
    await page.getByRole('radio', { name: /信用卡/ }).check();
    await payButton(page).click();
    await payAtMastercard(page);
    await page.waitForURL(isAt('/program/archives/bought'));
    await page.getByText('購買成功').waitFor();
    await page.getByRole('link', { name: '去聽' }).click();
    await page.getByRole('link', { name: /^買咗，到/ }).waitFor();
    const leased = page.waitForResponse((answered) => answered.url().includes('/api/programarchives/playback/'));
    await page.getByRole('link', { name: '由頭聽' }).click();
    const answer = (await (await leased).json()) as { response: { lease: object | null } };
    // The free minutes are played without one.
    expect(answer.response.lease).not.toBeNull();
    // The right ends while its purchase page is open.
    await page.clock.install();
    await page.goto(`${siteUrl()}/program/archives/${part.program_archive_id}/buy`, { waitUntil: 'load' });
    await page.getByText('你已購買這一集').waitFor();
    await inSiteDatabase(
      `update replay_purchases set ends_at = now() where member_id = (select id from members where email = $1)`,
      [SINGLE],
    );
    await page.clock.fastForward(31 * 86_400_000);
    await payButton(page).waitFor();
    expect(await page.getByText('你已購買這一集').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('is a postcard, which a guest pays by PayMe, and finds again with a mailed link', async () => {
    const email = 'postcards@guests.example.com';
    const { page, faults, close } = await visit(browser, '/18c_postcard/payment', { width: 1440 });
    await page.getByRole('radio', { name: /香港送貨上門/ }).check();
    await page.getByLabel(/收件人/).fill('陳大文');
    await page.getByLabel(/手提電話/).fill('61234567');
    await page.getByLabel(/地區/).fill('觀塘');
    await page.getByLabel(/地址/).fill('月街 8 號');
    await page.getByLabel('電郵', { exact: false }).first().fill(email);
    await page.getByRole('checkbox').check();
    // Together with its field: digits that are typed from then on are not lost.
    const focused = focusWith(page, '確認，去付款');
    await page.getByRole('button', { name: '寄驗證碼' }).click();
    expect(await focused).toContain('name="verify_code"');
    await page.locator('[name=verify_code]').fill(await mailedDigits(email));
    await page.getByRole('button', { name: '確認，去付款' }).click();
    await page.waitForURL(isAt('/member/user/guestOrders'));
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('radio', { name: /PayMe/ }).check();
    await payButton(page).click();
    await page.getByRole('img', { name: /的二維碼$/ }).waitFor();
    await confirmElsewhere(page, 'payme');
    await page.waitForURL(isAt('/18c_postcard/purchase_success'));
    await page.getByRole('heading', { name: '落咗單，多謝幫襯' }).waitFor();

    // Later, in another browser.
    await page.context().clearCookies();
    await page.goto(`${siteUrl()}/member/user/guestOrders`, { waitUntil: 'load' });
    await page.getByLabel('電郵地址').fill(email);
    await page.getByRole('button', { name: '寄出連結' }).click();
    await page.goto(siteUrl() + (await mailedLink(email, '/member/user/guestOrders')), { waitUntil: 'load' });
    await page.getByRole('button', { name: '查看訂單' }).click();
    await page.getByText('付款成功').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a payment that nobody tells of in time', () => {
  it('is waited for by a card’s payer, is never called failed, and is left to a mail', async () => {
    const { page, close } = await payerAt(390, WAITING);
    await choose(page, /信用卡/);
    await page.waitForURL(/\/sandbox\/mpgs\//);
    await page.clock.install();
    await payAtMastercard(page, { told: 'late' });
    await page.getByRole('heading', { name: '等候付款結果' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.clock.runFor(61_000);
    await page.waitForURL(isAt('/member/error/transactionProcessing'));
    await page.getByText('請勿再次付款', { exact: false }).first().waitFor();
    await close();
  });

  it('keeps a wallet’s payer from paying twice when the code runs out', async () => {
    const { page, close } = await payerAt(1440, LATE);
    await page.clock.install();
    await choose(page, /PayMe/);
    await page.getByRole('img', { name: /的二維碼$/ }).waitFor();
    await confirmElsewhere(page, 'payme', 'late');
    await page.clock.runFor(301_000);
    // PayMe does not report it yet; it cancels no payment that was made.
    await page.waitForURL(isAt('/member/userinfo/cancelPayment'));
    await page.getByRole('radio', { name: /信用卡/ }).check();
    await payButton(page).click();
    await page.getByText('請勿再次付款', { exact: false }).waitFor();
    await close();
  });
});
