import { array, assert, asyncProperty, constantFrom, dictionary, oneof, string } from 'fast-check';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession } from '#domain/auth/sessions.ts';
import { createPaymentTickets } from '#server/services/payments.ts';
import { frameworkErrors, installErrors } from '#server/web/errors.ts';
import { paymentWebhooks } from '#server/web/payment-webhooks.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import {
  attemptFor,
  createPaymentHouse,
  orderFor,
  PAY_START,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { fuzzValue } from '#tests/factories/server/fuzz-values.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { orderStory, processWebhook } from './payments.ts';

// Fuzzing the payment calls, callbacks and returns: no server error, and no order changes.

let database: TestDatabase;
let app: FastifyInstance;
let outside: FastifyInstance;
let house: PaymentHouse;
let cookie = '';
let strangersCookie = '';
let orderId = 0;
let number = '';
const tickets = createPaymentTickets('a key');
beforeAll(async () => {
  database = await createPaymentDatabase();
  const { db } = database;
  house = createPaymentHouse(db);
  const members = createMemberServices(db);
  app = await createApiApp({ db, clock: () => PAY_START, members, payments: house.services });
  outside = fastify({ frameworkErrors });
  installErrors(outside);
  await outside.register((scope) =>
    paymentWebhooks(scope, { db, services: house.services, tickets, clock: () => PAY_START }),
  );
  await outside.ready();
  const by = { rememberMe: true, userAgent: '', remoteIp: '', now: PAY_START };
  const me = await insertMember(db, 'me@member.example');
  const stranger = await insertMember(db, 'stranger@member.example');
  cookie = `__Host-session=${(await openSession({ db }, { ...by, memberId: me })).token}`;
  strangersCookie = `__Host-session=${(await openSession({ db }, { ...by, memberId: stranger })).token}`;
  const order = await orderFor(house, me);
  orderId = order.id;
  number = await attemptFor(house, order);
});
afterAll(async () => {
  await Promise.all([app.close(), outside.close()]);
  await database.close();
});

const value = fuzzValue('UR26112100000001', 'UR2611210000000１');
const anyBody = oneof(dictionary(constantFrom('order_id', 'transaction_id', 'other'), value, { maxKeys: 3 }), value);
const stateNow = async () => (await orderStory(database.db, orderId)).order.state;

it('answers whatever is sent to the cancelling of an order, and cancels nobody else’s', async () => {
  await assert(
    asyncProperty(anyBody, async (body) => {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/payment/cancel',
        headers: { cookie: strangersCookie, 'content-type': 'application/json' },
        payload: JSON.stringify(body) ?? '',
      });
      expect(reply.statusCode).toBeLessThan(500);
      expect(reply.statusCode).not.toBe(200);
    }),
    { numRuns: 150 },
  );
  for (const body of [{ order_id: orderId }, { transaction_id: number }])
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/api/payment/cancel',
          headers: { cookie: strangersCookie },
          payload: body,
        })
      ).statusCode,
    ).toBe(404);
  expect(await stateNow()).toBe('open');
});

it('answers whatever is asked about a result, and tells nobody of another’s', async () => {
  await assert(
    asyncProperty(
      dictionary(constantFrom('transaction_id', 'product_type', 'ticket'), string({ maxLength: 40 })),
      async (query) => {
        const url = `/api/payment/result?${new URLSearchParams(query).toString()}`;
        expect((await app.inject({ url, headers: { cookie: strangersCookie } })).statusCode).toBeLessThan(500);
      },
    ),
    { numRuns: 150 },
  );
  const url = `/api/payment/result?transaction_id=${number}`;
  expect((await app.inject({ url, headers: { cookie: strangersCookie } })).statusCode).toBe(404);
  expect((await app.inject({ url })).statusCode).toBe(404);
  expect((await app.inject({ url, headers: { cookie } })).json()).toMatchObject({ response: { status: 'pending' } });
  expect((await app.inject({ url: `${url}&ticket=a+ticket` })).json()).toMatchObject({
    response: { status: 'pending' },
  });
});

it('refuses every notice that is not signed, whatever is in it, and writes nothing of it', async () => {
  await assert(
    asyncProperty(
      constantFrom('mpgs', 'paydollar', 'jetco', 'nobody', 'free', '__proto__', 'constructor'),
      oneof(
        string({ unit: 'binary', maxLength: 200 }),
        array(value).map((list) => JSON.stringify(list)),
      ),
      constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'image/png'),
      async (gateway, payload, type) => {
        const url = `/api/payment/callback/${gateway}`;
        const reply = await outside.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
        expect([403, 404]).toContain(reply.statusCode);
      },
    ),
    { numRuns: 150 },
  );
  expect((await database.pool.query('select 1 from hook_notices')).rowCount).toBe(0);
  expect((await database.pool.query('select 1 from payment_facts')).rowCount).toBe(0);
});

it('answers a genuine notice, the same again alike, and gives once what it told twice', async () => {
  const fact = house.gateways.mpgs.pay(number);
  const send = () =>
    outside.inject({
      method: 'POST',
      url: '/api/payment/callback/mpgs',
      headers: { 'content-type': 'application/json', 'x-signature': 'right' },
      payload: JSON.stringify({ id: 'event-1', facts: [fact] }),
    });
  for (const reply of [await send(), await send()]) {
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('OK');
  }
  const { rows } = await database.pool.query<{ payload: string }>('select payload from hook_notices');
  expect(rows).toHaveLength(1);
  for (let times = 0; times < 2; times++)
    await database.db.transaction((tx) => processWebhook(tx, house.services, 'mpgs', rows[0]?.payload ?? ''));
  expect(await stateNow()).toBe('paid');
  expect((await database.pool.query('select 1 from ledger_transfers')).rowCount).toBe(2);
});

it('leads a browser that comes back by POST on to our page with a ticket of that attempt alone', async () => {
  const send = (payload: object) =>
    outside.inject({
      method: 'POST',
      url: '/api/payment/return/mpgs',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: JSON.stringify(payload),
    });
  const reply = await send({ attempt: number });
  expect(reply.statusCode).toBe(303);
  const to = new URL(reply.headers.location ?? '', 'https://radio.example');
  expect(to.pathname).toBe('/member/mpgs/resultCallbackSubscription');
  expect(to.searchParams.get('transaction_id')).toBe(number);
  const ticket = to.searchParams.get('ticket') ?? '';
  expect(tickets.isTicketOf(ticket, number)).toBe(true);
  expect(tickets.isTicketOf(ticket, 'UR26112100000001')).toBe(false);
  const strange = await send({ attempt: 'UR26112100000001' });
  expect([strange.statusCode, strange.headers.location]).toEqual([303, '/member/error/transactionProcessing']);
});
