import { randomUUID } from 'node:crypto';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, ready, siteUrl, visit } from '#tests/setup/browser.ts';
import { inSiteDatabase } from '#tests/setup/site-database.ts';
import { buyPostcard, payByJetco } from './buying.ts';
import { deskUrl, sessionCookie } from './desk-site.ts';
import { anotherTab, isAt, logInByCall, newMember } from './members-site.ts';

// Pages that show a refund whose state changes elsewhere, at the desk or at the provider. JETCO has no refund call, so
// refunds of its payments wait for staff.

const MEMBER = 'is-refunded@members.example.com';
const PASSWORD = 'lai-king-hill-881';
const GUEST = 'is-refunded@guests.example.com';
const FINANCE_CHIEF = '鄭以誠';
/** Part of the note on each page. */
const WITH_STAFF = '未能自動完成';
const HISTORY = '/member/userinfo/memberHistory';

let browser: Browser;
let member: Bought;
let guest: Bought;
beforeAll(async () => {
  browser = await launchBrowser();
  await newMember(MEMBER, PASSWORD, '55304971');
  member = await buyAsMember();
  guest = await buyAsGuest();
});
afterAll(() => browser.close());

interface Bought {
  /** A tab of the buyer that asks for nothing. */
  first: Page;
  orderId: number;
  /** Page of the order. */
  url: string;
  /** Its story, if the page of the order leads to it. */
  storyUrl: string;
}

/** The buyer's browser from here on, with a clock that the test sets. */
async function bought(page: Page, order: Pick<Bought, 'orderId' | 'storyUrl'>): Promise<Bought> {
  const url = page.url();
  await page.goto(`${siteUrl()}/robots.txt`);
  await page.context().clock.install();
  return { first: page, url, ...order };
}

async function buyAsMember(): Promise<Bought> {
  const { page } = await visit(browser, '/robots.txt', { width: 390 });
  await logInByCall(page, MEMBER, PASSWORD);
  await page.goto(`${siteUrl()}/member/userinfo/newSubscription?plan=2`, { waitUntil: 'load' });
  await payByJetco(page);
  await page.waitForURL(isAt('/member/userinfo/newSubscriptionSuccess'));
  const orderId = Number(new URL(page.url()).searchParams.get('order'));
  return bought(page, { orderId, storyUrl: '' });
}

async function buyAsGuest(): Promise<Bought> {
  const { page } = await visit(browser, '/18c_postcard/payment', { width: 390 });
  await buyPostcard(page, GUEST);
  const story = await page.locator('a[href*=paymentStory]').getAttribute('href');
  const storyUrl = new URL(story!, siteUrl()).href;
  const [orderId] = new URL(storyUrl).searchParams.get('token')!.split('.');
  return bought(page, { orderId: Number(orderId), storyUrl });
}

/** An action of staff; what it answers. */
async function act(name: string, input: object): Promise<Record<string, unknown>> {
  const { name: cookie, value } = await sessionCookie(FINANCE_CHIEF);
  const reply = await fetch(`${deskUrl()}/api/staff/actions/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      origin: deskUrl(),
      cookie: `${cookie}=${value}`,
    },
    body: JSON.stringify({ input, reason: 'the buyer asked' }),
  });
  const { response } = (await reply.json()) as { response: { outcome?: string; result: Record<string, unknown> } };
  expect(response.outcome).toBe('done');
  return response.result;
}

/** Requests a refund, which waits for staff. Returns a function that completes it. */
async function refund({ orderId }: Bought, cents: number): Promise<() => Promise<unknown>> {
  const { refund: number } = await act('orders.refund', { order_id: orderId, cents });
  const read = () => inSiteDatabase('select state from refunds where number = $1', [number]);
  await expect.poll(read).toEqual([{ state: 'by_hand' }]);
  return () => act('refunds.confirm', { refund: number });
}

interface Opened {
  page: Page;
  polls: () => number;
}

/** Opens pages of a buyer, and counts what each asks for. */
async function open({ first }: Bought, ...urls: readonly string[]): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (const url of urls) {
    const page = await anotherTab(first);
    let polls = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.data')) polls += 1;
    });
    await page.goto(url, { waitUntil: 'load' });
    await ready(page);
    opened.push({ page, polls: () => polls });
  }
  return opened;
}

const reload = async ({ page }: Opened) => {
  await page.reload({ waitUntil: 'load' });
  await ready(page);
};
const pass = async (ms: number) => {
  for (const { first } of [member, guest]) await first.context().clock.runFor(ms);
};
/** After this a page asks for the first time. */
const FIRST_MS = 31_000;
/** In this time it would have asked several times. */
const LONG_MS = 600_000;

/** Nothing is under way: pages ask for nothing, once each has heard that its member opened another. */
async function expectQuiet(opened: readonly Opened[]): Promise<void> {
  await pass(LONG_MS);
  const before = opened.map(({ polls }) => polls());
  await pass(LONG_MS);
  expect(opened.map(({ polls }) => polls())).toEqual(before);
}

it('updates a member’s payments, a payment, and those of a guest while one of them is being refunded', async () => {
  const opened = [
    ...(await open(member, siteUrl() + HISTORY, member.url)),
    ...(await open(guest, `${siteUrl()}/member/user/guestOrders`)),
  ];
  await expectQuiet(opened);
  const ends = [await refund(member, 8_800), await refund(guest, 10_000)];
  for (const one of opened) {
    await reload(one);
    await one.page.getByText(WITH_STAFF).first().waitFor();
  }
  for (const end of ends) await end();
  await pass(FIRST_MS);
  for (const { page } of opened) await page.getByText(WITH_STAFF).first().waitFor({ state: 'detached' });
  await expectQuiet(opened);
  for (const { page } of opened) await page.close();
});

it('updates the story of a payment, and an order of a campaign', async () => {
  const end = await refund(guest, 5_000);
  const opened = await open(guest, guest.storyUrl, guest.url);
  const [story, order] = opened.map(({ page }) => page) as [Page, Page];
  await order.getByRole('heading', { name: '退款' }).waitFor();
  expect(await order.getByText('退款已完成').count()).toBe(0);
  const returned = story.getByText('款項已退回', { exact: true });
  const before = await returned.count();
  await end();
  await pass(FIRST_MS);
  await order.getByText('退款已完成').waitFor();
  await expect.poll(() => returned.count()).toBe(before + 1);
  await expectQuiet(opened);
  for (const { page } of opened) await page.close();
});

it('keeps the payment that it shows where it meets a fault or no network, and asks again later, each time later', async () => {
  const end = await refund(member, 5_000);
  const [{ page, polls }] = (await open(member, member.url)) as [Opened];
  await page.getByText(WITH_STAFF).waitFor();
  const answers: ((route: Route) => Promise<void>)[] = [
    (route) => route.fulfill({ status: 500, headers: { 'x-remix-response': 'yes' }, body: 'a fault' }),
    (route) => route.abort(),
    (route) => route.fulfill({ status: 502, body: 'a proxy' }),
  ];
  let answered = 0;
  for (const [n, answer] of answers.entries()) {
    await page.route('**/*.data*', async (route) => {
      await answer(route);
      answered += 1;
    });
    await pass(FIRST_MS * 2 ** n);
    await expect.poll(() => answered).toBe(n + 1);
    await page.unroute('**/*.data*');
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['付款成功']);
    expect(await page.locator('[data-obstacle]').count()).toBe(0);
    expect(polls()).toBe(n + 1);
  }
  // A poll that failed is in nobody's way.
  await page.locator('main').getByRole('link', { name: '會員紀錄' }).last().click();
  await page.getByRole('heading', { level: 1, name: '會員紀錄' }).waitFor();
  await page.getByText(WITH_STAFF).waitFor();
  await end();
  await pass(FIRST_MS);
  await page.getByText(WITH_STAFF).waitFor({ state: 'detached' });
  await page.close();
});
