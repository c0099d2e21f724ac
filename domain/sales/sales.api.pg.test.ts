import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { guestBuyers, saleQueueEntries } from '#db/tables/sales.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyPayments, PAY_START } from '#tests/factories/money/payments.ts';
import { createSalesHouse, FILM, SEAT_CENTS } from '#tests/factories/money/sales.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';

const EMAIL = 'buyer@mail.example';
const SEAT = { product_type: 'Campaign', lines: [{ kind: 'goods', id: 7 }], terms_version: '2026-11' };

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyPayments(database);
  for (const table of [attempts, guestBuyers, saleQueueEntries]) await database.db.delete(table);
  const { sales } = await createSalesHouse(database.db, { seats: 2 });
  app = await createApiApp({ db: database.db, clock: () => PAY_START, sales });
});

async function call(path: string, payload: object, headers: Record<string, string> = {}) {
  const reply = await app.inject({ method: 'POST', url: `/api/payment/${path}`, payload, headers });
  const { response_code: code, response } = reply.json<{ response_code: number; response: Record<string, unknown> }>();
  return { status: reply.statusCode, code, response, cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0]! };
}
const buy = (cookie: string, over: object = {}, key?: string) =>
  call('salesTransaction', { ...SEAT, ...over }, { cookie, ...(key ? { 'idempotency-key': key } : {}) });

async function guest(email = EMAIL): Promise<string> {
  await call('askGuestProof', { email });
  const { rows } = await database.pool.query<{ text_body: string }>(
    'select text_body from mails where recipient = $1 order by id desc limit 1',
    [email],
  );
  const code = /\b(\d{6})\b/.exec(rows[0]?.text_body ?? '')?.[1];
  return (await call('proveGuest', { email, verify_code: code })).cookie;
}

it('sells to a guest who proved an address, at the price of the station', async () => {
  const cookie = await guest();
  expect(cookie).toContain('__Host-guest_buyer=');
  const price = { unit_cents: 1, price: 1, total_cents: 1 };
  const { status, response } = await buy(cookie, { ...price, lines: [{ ...SEAT.lines[0], ...price, quantity: 2 }] });
  expect(status).toBe(200);
  const path = `/pay/${String(response['order_id'])}`;
  expect(response).toMatchObject({ total_cents: 2 * SEAT_CENTS, checkout_path: path });
});

it('sells to nobody who is not known, and to no guest what members buy: 10004', async () => {
  expect(await buy('')).toMatchObject({ status: 401, code: 10_004 });
  expect(await buy('__Host-guest_buyer=1.9999999999.x')).toMatchObject({ status: 401, code: 10_004 });
  const film = { product_type: 'Premium', lines: [{ kind: 'film', id: FILM.id }] };
  expect(await buy(await guest(), film)).toMatchObject({ status: 401, code: 10_004 });
});

it('tells members what they would pay, and guests, who have no codes, nothing', async () => {
  const film = { product_type: 'Premium', lines: [{ kind: 'premium', id: FILM.id, quantity: 2 }] };
  const memberId = await insertMember(database.db, 'quoted@member.example');
  const by = { memberId, rememberMe: true, userAgent: '', remoteIp: '203.0.113.9', now: PAY_START };
  const { token } = await openSession({ db: database.db }, by);
  const quote = (cookie: string, over: object = {}) => call('quoteSale', { ...film, ...over }, { cookie });
  const cookie = `__Host-session=${token}`;
  expect(await quote(cookie)).toMatchObject({
    status: 200,
    response: { discount_cents: 0, total_cents: 2 * FILM.cents },
  });
  expect(await quote(await guest())).toMatchObject({ status: 401 });
  expect(await quote('')).toMatchObject({ status: 401 });
  for (const wrong of [{ lines: [] }, { lines: 7 }, { lines: [{ ...film.lines[0], promotion_code: 'A\u0000' }] }])
    expect((await quote(cookie, wrong)).status, JSON.stringify(wrong)).toBeLessThan(500);
  expect((await quote(cookie, { lines: [{ ...film.lines[0], id: 2_147_483_648 }] })).status).toBe(400);
  expect((await database.pool.query('select 1 from orders')).rowCount).toBe(0);
});

it('refuses what is no sale before anything is asked of the database', async () => {
  const cookie = await guest();
  for (const wrong of [
    { lines: [] },
    { lines: [{ kind: 'goods', id: 0 }] },
    { lines: [{ kind: 'goods', id: 7, quantity: -1 }] },
    { lines: [{ kind: 'goods', id: 7, quantity: 1_000 }] },
    { lines: Array.from({ length: 50 }, () => SEAT.lines[0]) },
    { product_type: 'Subscription' },
  ])
    expect((await buy(cookie, wrong)).status).toBe(400);
  expect((await database.pool.query('select 1 from orders')).rowCount).toBe(0);
});

it('refuses signs that cannot be kept in whatever field they stand, and does not fall over them', async () => {
  const cookie = await guest();
  for (const text of ['\u0000', '8c\u0000', '\ud800'])
    for (const wrong of [
      { utm_source: text },
      { utm_medium: text },
      { terms_version: text },
      { return_path: text },
      { lines: [{ ...SEAT.lines[0], kind: text }] },
      { lines: [{ ...SEAT.lines[0], unit: text }] },
      { lines: [{ ...SEAT.lines[0], promotion_code: text }] },
    ])
      expect([wrong, await buy(cookie, wrong)]).toMatchObject([wrong, { status: 400, code: 1 }]);
  expect((await database.pool.query('select 1 from orders')).rowCount).toBe(0);
});

it('says 20008 of what is not sold', async () => {
  expect(await buy(await guest(), { product_type: 'Livestream' })).toMatchObject({ code: 20_008 });
});

it('answers a press that is sent again with its order, and another’s with their own', async () => {
  const [mine, theirs] = [await guest(), await guest('other@mail.example')];
  const first = await buy(mine, {}, 'press');
  expect((await buy(mine, {}, 'press')).response['order_id']).toBe(first.response['order_id']);
  expect((await buy(theirs, {}, 'press')).response['order_id']).not.toBe(first.response['order_id']);
  // Both are held.
  expect(await buy(await guest('third@mail.example'))).toMatchObject({ response: { order_id: 0 } });
});

it('answers who looks for orders the same, whether there are any or not', async () => {
  await buy(await guest());
  const [some, none] = [
    await call('findGuestOrder', { email: EMAIL }),
    await call('findGuestOrder', { email: 'nobody@mail.example' }),
  ];
  expect(some).toEqual(none);
});
