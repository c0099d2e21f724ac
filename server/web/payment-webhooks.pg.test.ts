import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleWebhook } from '#domain/webhooks/webhooks.ts';
import { queryDueAttempts } from '#domain/payments/attempts/queries.ts';
import {
  queryNow,
  findPayment,
  openOrder,
  orderStory,
  resultOf,
  startAttempt,
  type GatewayName,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import type { CheckoutStart } from '#domain/payments/checkout.rules.ts';
import type { PaymentMethod } from '#domain/payments/gateway.types.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createPaymentServices, createPaymentTickets, paymentWebhookHandlers } from '#server/services/payments.ts';
import { paymentSandboxes } from '#server/demo/payment-sandboxes.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import {
  createPaymentHouse,
  emptyPayments,
  LINE,
  PAY_START,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { freePort } from '#tests/setup/site.ts';
import { TEST_IP } from '#tests/factories/visitor.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { installErrors } from './errors.ts';
import { rateLimits } from './rate-limits.ts';
import { paymentWebhooks } from './payment-webhooks.ts';

// Every provider over HTTP with its stand-in on a socket: genuine requests are accepted, and forged ones change and
// reveal nothing.

let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let config: Config;
let house: PaymentHouse;
let services: PaymentServices;
let me: number;
let other: number;
const tickets = createPaymentTickets('a key');

beforeAll(async () => {
  database = await createPaymentDatabase();
  const { db } = database;
  house = createPaymentHouse(db);
  folder = mkdtempSync(join(tmpdir(), 'payment-webhooks-'));
  const port = await freePort();
  config = readConfig({
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    PAYMENT_GATEWAYS: 'alipay=eft',
  });
  const clock = house.services.clock;
  const { gateways } = createPaymentServices(config, { db, clock, secretKey: 'a key' });
  services = { ...house.services, siteUrl: config.siteUrl, gateways };
  app = fastify({ forceCloseConnections: true });
  installErrors(app);
  rateLimits(app, { siteUrl: config.siteUrl, writesPerSecond: 0, readsPerSecond: 0 });
  await app.register((scope) => paymentWebhooks(scope, { db, services, tickets, clock }));
  await paymentSandboxes(app, { config, dataDir: folder, clock });
  await app.listen({ port, host: '127.0.0.1' });
  me = await insertMember(db, 'me@member.example');
  other = await insertMember(db, 'other@member.example');
});
beforeEach(async () => {
  await emptyPayments(database);
  await database.pool.query('truncate hook_notices');
  await database.pool.query('truncate given_things');
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

const WAYS: readonly { gateway: GatewayName; method: PaymentMethod }[] = [
  { gateway: 'paydollar', method: 'card' },
  { gateway: 'mpgs', method: 'card' },
  { gateway: 'payme', method: 'payme' },
  { gateway: 'eft', method: 'alipay' },
  { gateway: 'jetco', method: 'jetco' },
];

interface Begun {
  gateway: GatewayName;
  orderId: number;
  number: string;
  start: CheckoutStart;
}

async function begin(
  { gateway, method }: { gateway: GatewayName; method: PaymentMethod },
  { memberId = me, isPhone = false, returnPath = null as string | null } = {},
): Promise<Begun> {
  const order = await services.db.transaction((tx) =>
    openOrder(
      tx,
      { memberId, kind: 'subscription', lines: [LINE], isAutopay: false, returnPath, now: PAY_START },
      services,
    ),
  );
  const asked = { orderId: order.id, gateway, method, isPhone, remoteIp: TEST_IP };
  const { attempt, start } = await startAttempt(services, memberActor(memberId), asked);
  return { gateway, orderId: order.id, number: attempt.number, start };
}

const post = (address: string, fields: Record<string, string> | [string, string][], headers = {}) =>
  fetch(new URL(address, config.siteUrl), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers,
  });
const read = (html: string) => html.replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
/** The form on a stand-in's page that returns to the site. */
function formBack(html: string): { action: string; fields: Record<string, string> } {
  const [, action = '', inputs = ''] =
    /<form method="post" action="([^"]*\/return\/[^"]*)">([^]*?)<\/form>/.exec(html) ?? [];
  const fields = [...inputs.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: read(action),
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, read(value)])),
  };
}

const CARD = { do: 'pay', cardNo: '4918914107195005', expiry: '01/39', cvc: '100', bank: 'ok' };

/** Pays at the provider, or makes another choice there; returns its page. */
async function pay({ gateway, number, start }: Begun, how: string): Promise<string> {
  if (gateway === 'paydollar' && start.kind === 'form') {
    await post(start.url, start.fields);
    await post(`/sandbox/paydollar/pay/${number}`, { ...CARD, told: how });
  } else if (gateway === 'mpgs' && start.kind === 'script') {
    const page = `/sandbox/mpgs/checkout/page/${start.sessionId}`;
    await post(page, { ...CARD, bank: 'APPROVED', told: how });
    await post(page, { do: 'pass' });
  } else if (gateway === 'jetco' && start.kind === 'form') {
    await post(start.url, start.fields);
    return (await post(`/sandbox/jetco/page/${number}`, { do: how })).text();
  } else {
    const url = start.kind === 'qr' ? start.text : start.kind === 'redirect' ? start.url : '';
    return (await post(url.replace('/payme/pay/', '/payme/app/'), { do: how })).text();
  }
  return '';
}

const notices = async () =>
  (await database.pool.query<{ id: number; payload: string }>('select id, payload from hook_notices order by id')).rows;
/** Runs worker and clock: processes webhooks and polls due attempts. */
async function workOffNotices(): Promise<void> {
  const handlers = paymentWebhookHandlers(services);
  for (const { id } of await notices()) await handleWebhook({ db: database.db, now: PAY_START, handlers }, id);
}
async function work(): Promise<void> {
  await workOffNotices();
  await queryDueAttempts(services);
}
const heard = (count: number) =>
  vi.waitFor(async () => expect((await notices()).length).toBeGreaterThanOrEqual(count), { timeout: 10_000 });
const stateOf = async ({ orderId }: Begun) => (await orderStory(database.db, orderId)).order.state;
const facts = async () =>
  (await database.pool.query<{ kind: string; source: string }>('select kind, source from payment_facts order by id'))
    .rows;

/** Captures a provider's request to the site as sent. */
async function caught(
  begun: Begun,
  how = 'once',
): Promise<{ url: string; headers: Record<string, string>; body: string }> {
  const sent: { url: string; headers: Record<string, string>; body: string }[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    const body = init?.body;
    if (typeof body !== 'string' || !String(url).includes('/api/payment/callback/')) return real(url, init);
    sent.push({
      url: String(url),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body,
    });
    return real(url, init);
  });
  await pay(begun, how);
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), { timeout: 10_000 });
  vi.unstubAllGlobals();
  return sent.at(-1)!;
}

/** Each provider's name for the query of a payment; JETCO has none. */
const QUESTIONS: Partial<Record<GatewayName, string>> = {
  paydollar: 'Query',
  mpgs: 'order',
  payme: 'status',
  eft: 'query',
};
/** This many queries get no reply. */
const silence = (gateway: GatewayName, times: number) =>
  post(`/sandbox/${gateway}/_sim/faults`, { call: QUESTIONS[gateway] ?? '', kind: 'error', times: String(times) });

/** The state known a little later: a reply is reused for two seconds. */
async function outcome({ number }: Begun) {
  house.clock.now = new Date(house.clock.now.getTime() + 3_000);
  return queryNow(services, number);
}

describe.each(WAYS)('$gateway', (way) => {
  const { gateway } = way;
  const usual = gateway === 'paydollar' || gateway === 'mpgs' ? 'once' : 'pays';

  it('is known not to be paid by who left its page, and nothing is known while it says nothing', async () => {
    const begun = await begin(way);
    if (begun.start.kind === 'form') await post(begun.start.url, begun.start.fields);
    // Up to the bank's authentication of the payer: 3-D Secure.
    if (begun.start.kind === 'script')
      await post(`/sandbox/mpgs/checkout/page/${begun.start.sessionId}`, { ...CARD, bank: 'APPROVED', told: 'never' });
    const known = gateway === 'jetco' ? 'unknown' : 'unpaid';
    expect(await outcome(begun)).toBe(known);
    await silence(gateway, 100);
    expect(await outcome(begun)).toBe('unknown');
    await silence(gateway, 0);
    expect(await outcome(begun)).toBe(known);
    if (gateway !== 'jetco') {
      await pay(begun, 'never');
      expect(await outcome(begun)).toBe('paid');
    }
    house.clock.now = PAY_START;
  });

  it('is paid by, once, however often and by whatever way it is told', async () => {
    const begun = await begin(way);
    const page = await pay(begun, 'twice');
    if (gateway === 'jetco') {
      const { action, fields } = formBack(page);
      const back = [await post(action, fields), await post(action, fields)];
      for (const { status, headers } of back) {
        expect(status).toBe(303);
        expect(headers.get('location')).toMatch(
          new RegExp(`^/member/jetco/resultCallback\\?transaction_id=${begun.number}&ticket=`),
        );
      }
    } else await heard(1);
    await work();
    expect(await stateOf(begun)).toBe('paid');
    expect((await facts()).filter(({ kind }) => kind === 'paid')).toHaveLength(1);
    expect(await resultOf(services, memberActor(me), { number: begun.number })).toMatchObject({ status: 'success' });
  });

  it('with another amount than was asked for is nobody’s payment until a person looked', async () => {
    const begun = await begin(way);
    const page = await pay(begun, 'otherAmount');
    if (gateway === 'jetco') {
      const { action, fields } = formBack(page);
      await post(action, fields);
    } else await heard(1);
    // PayDollar's stand-in falsifies only the webhook: a query corrects it.
    if (gateway === 'paydollar') await workOffNotices();
    else await work();
    expect(await stateOf(begun)).not.toBe('paid');
    expect((await database.pool.query('select 1 from given_things')).rowCount).toBe(0);
    expect((await database.pool.query('select 1 from work_items where closed_at is null')).rowCount).toBeGreaterThan(0);
    expect(await resultOf(services, memberActor(me), { number: begun.number })).toMatchObject({ status: 'pending' });
    await work();
    expect(await stateOf(begun)).toBe(gateway === 'paydollar' ? 'paid' : 'review');
  });

  it('badly signed is told by nobody', async () => {
    const begun = await begin(way);
    if (gateway === 'jetco') {
      const { action, fields } = formBack(await pay(begun, 'badSignature'));
      expect((await post(action, fields)).headers.get('location')).toBe('/member/error/transactionProcessing');
    } else {
      const { url, headers, body } = await caught(begun, 'badSignature');
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(403);
    }
    expect(await notices()).toEqual([]);
    expect(await facts()).toEqual([]);
    expect(await stateOf(begun)).toBe('open');
  });

  it.runIf(gateway !== 'jetco')('is told again by who caught a notice, and nothing comes of it', async () => {
    const begun = await begin(way);
    const { url, headers, body } = await caught(begun, usual);
    await heard(1);
    await work();
    const before = [await facts(), (await notices()).length, await stateOf(begun)];
    const again = () => fetch(url, { method: 'POST', headers, body });
    expect((await again()).status).toBe(200);
    await work();
    expect([await facts(), (await notices()).length, await stateOf(begun)]).toEqual(before);
    // With one change: another attempt number, or another amount.
    const victim = await begin(way, { memberId: other });
    const changes = [body.replaceAll(begun.number, victim.number), body.replaceAll('388.00', '1.00')];
    for (const changed of changes.filter((one) => one !== body)) {
      const answer = await fetch(url, { method: 'POST', headers, body: changed });
      // Mastercard's webhooks are unsigned and only trigger a query.
      if (gateway === 'mpgs') expect(answer.status).toBe(200);
      else expect(answer.status).toBe(403);
    }
    await work();
    expect(await stateOf(victim)).toBe('open');
    // Through another provider's endpoint.
    for (const { gateway: another } of WAYS.filter((one) => one.gateway !== gateway)) {
      const door = url.replace(`/callback/${gateway}`, `/callback/${another}`);
      expect((await fetch(door, { method: 'POST', headers, body })).status, another).toBe(403);
    }
  });

  it('leads a browser on, and shows nothing of a payment to who only knows its number', async () => {
    const begun = await begin(way);
    for (const name of ['Ref', 'transaction_id', 'out_trade_no', 'inv', 'order']) {
      for (const back of [
        await fetch(`${config.siteUrl}/api/payment/return/${gateway}?${name}=${begun.number}`, { redirect: 'manual' }),
        await post(`/api/payment/return/${gateway}`, { [name]: begun.number }, { 'sec-fetch-site': 'cross-site' }),
      ]) {
        expect(back.status).toBe(303);
        expect(back.headers.get('location')).toBe('/member/error/transactionProcessing');
      }
    }
    const { number, orderId } = begun;
    const ticket = tickets.ticketFor('UR26112100000001');
    expect(tickets.isTicketOf(ticket, number)).toBe(false);
    for (const requester of [memberActor(other), { kind: 'guest' } as const]) {
      await expect(resultOf(services, requester, { number })).rejects.toMatchObject({ errorName: 'dataNotFound' });
      expect(await findPayment(services, requester, { orderId })).toBeNull();
      expect(await findPayment(services, requester, { number })).toBeNull();
    }
    await expect(
      startAttempt(services, memberActor(other), { ...way, orderId, isPhone: false, remoteIp: TEST_IP }),
    ).rejects.toMatchObject({
      errorName: 'dataNotFound',
    });
  });
});

it('asks before it says anything to who comes back after a refusal, as they may have paid since on the same page', async () => {
  const begun = await begin({ gateway: 'mpgs', method: 'card' });
  if (begun.start.kind !== 'script') throw new Error('no script');
  const page = `/sandbox/mpgs/checkout/page/${begun.start.sessionId}`;
  await post(page, { ...CARD, bank: 'DECLINED', told: 'once' });
  await post(page, { do: 'pass' });
  await heard(1);
  await work();
  const result = () => resultOf(services, memberActor(me), { number: begun.number });
  expect(await result()).toMatchObject({ status: 'failure' });
  await pay(begun, 'never');
  await queryNow(services, begun.number);
  expect(await result()).toMatchObject({ status: 'success' });
  expect(await stateOf(begun)).toBe('paid');
});

it('takes a JETCO answer for the payment that it is of, and for no other', async () => {
  const way = { gateway: 'jetco', method: 'jetco' } as const;
  const [cheap, victim] = [await begin(way), await begin(way, { memberId: other })];
  const { action, fields } = formBack(await pay(cheap, 'pays'));
  const changes: Record<string, string>[] = [{ inv: victim.number }, { amt: '1.00' }, { rc: '00' }, { mid: '1' }];
  for (const change of changes)
    expect((await post(action, { ...fields, ...change })).headers.get('location')).toBe(
      '/member/error/transactionProcessing',
    );
  expect(await facts()).toEqual([]);
  // Rejected, then resent as approved.
  const { fields: rejected } = formBack(await pay(victim, 'RJ-05'));
  await post(action, { ...rejected, sts: 'AP', rc: '0' });
  expect(await stateOf(victim)).toBe('open');
  expect(await facts()).toEqual([]);
});

it('keeps no address of another site to lead back to', async () => {
  const way = { gateway: 'mpgs', method: 'card' } as const;
  const kept = async (returnPath: string) => {
    await emptyPayments(database);
    const { orderId } = await begin(way, { returnPath });
    return (await orderStory(database.db, orderId)).order.returnPath;
  };
  expect(await kept('/archive/play/12?t=60')).toBe('/archive/play/12?t=60');
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    '/.//evil.example',
  ])
    expect(await kept(elsewhere), elsewhere).toBeNull();
});

it('has a payer who lowers the sum of their own form refused by its provider', async () => {
  const { orderId, start } = await begin({ gateway: 'paydollar', method: 'card' });
  if (start.kind !== 'form') throw new Error('no form');
  // The amount in the form is signed: the provider refuses a payer who lowers it.
  const lowered = start.fields.map(([name, value]): [string, string] => [name, name === 'amount' ? '1.00' : value]);
  const refused = await post(start.url, lowered);
  expect(refused.status).toBe(400);
  expect((await orderStory(database.db, orderId)).order.state).toBe('open');
});
