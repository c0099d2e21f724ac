import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { guestBuyers } from '#db/tables/sales.ts';
import type { Payer } from '#shared/actor.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import {
  createPaymentHouse,
  emptyPayments,
  LINE,
  PAY_START,
  seen,
  type PaymentHouse,
} from '#tests/factories/money/payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import {
  cancelOrder,
  chargeProfile,
  openOrder,
  recordFacts,
  startAttempt,
  type Fact,
  type Order,
} from '#domain/payments/payments.ts';

// Card testers try stolen cards at small shops. The limits on them, and who must not be affected.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOME = '203.0.113.7';
const CARRIER = '198.51.100.1';
const TOO_MANY = 'tooManyRequests';

let database: TestDatabase;
let house: PaymentHouse;
let me: Payer;
let n = 0;
beforeAll(async () => {
  database = await createPaymentDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyPayments(database);
  await database.db.delete(attempts);
  house = createPaymentHouse(database.db);
  me = await someone();
});

async function someone(): Promise<Payer> {
  return memberActor(await insertMember(database.db, `payer${++n}@member.example`));
}
async function someGuest(): Promise<Payer> {
  const email = `guest${++n}@guest.example`;
  const [row] = await database.db
    .insert(guestBuyers)
    .values({ email, emailHash: Buffer.from(email), provedAt: PAY_START })
    .returning({ id: guestBuyers.id });
  return { kind: 'guest', guestId: row!.id };
}
const passes = (ms: number) => {
  house.clock.now = new Date(house.clock.now.getTime() + ms);
};
const orderOf = (payer: Payer, kind = 'subscription'): Promise<Order> =>
  database.db.transaction((tx) =>
    openOrder(
      tx,
      {
        memberId: payer.kind === 'member' ? payer.memberId : null,
        guestId: payer.kind === 'guest' ? payer.guestId : null,
        kind,
        lines: [LINE],
        isAutopay: false,
        now: house.clock.now,
      },
      house.services,
    ),
  );
type Way = 'card' | 'payme';
const start = async (
  payer: Payer,
  order: Order,
  { way = 'card', remoteIp = HOME }: { way?: Way; remoteIp?: string } = {},
) => {
  const gateway = way === 'card' ? 'mpgs' : 'payme';
  const asked = { orderId: order.id, gateway, method: way, remoteIp } as const;
  return (await startAttempt(house.services, payer, asked)).attempt.number;
};
const refused = (number: string, txn = number): Fact => ({
  gateway: 'mpgs',
  attempt: number,
  gatewayTxn: `refused:${txn}`,
  kind: 'failed',
  cents: LINE.unitCents,
  currency: 'HKD',
  at: house.clock.now,
  detail: {},
});
/** A card that is refused, after which the window of its attempt ends. */
async function tryCard(payer: Payer, from: { remoteIp?: string } = {}): Promise<void> {
  const number = await start(payer, await orderOf(payer), from);
  await recordFacts(house.services, [seen(refused(number))]);
}
async function payCard(payer: Payer, from: { remoteIp?: string } = {}): Promise<void> {
  const number = await start(payer, await orderOf(payer), from);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
}

it('begins ten that are not paid an hour for a member, then says when again, and lets who was refused twice pay', async () => {
  await tryCard(me);
  await tryCard(me);
  await payCard(me);
  for (let i = 0; i < 8; i++) await tryCard(me);
  const order = await orderOf(me);
  passes(10 * MINUTE_MS);
  for (const way of ['card', 'payme'] as const)
    await expect(start(me, order, { way })).rejects.toMatchObject({ errorName: TOO_MANY, retryAfterSeconds: 3_000 });
  passes(50 * MINUTE_MS + 1);
  expect(await start(me, await orderOf(me))).toBeTruthy();
});

it('counts what is begun and left as well, by whichever ways and of whichever orders, and gives back what is paid after all', async () => {
  const numbers: string[] = [];
  for (let i = 0; i < 10; i++) {
    numbers.push(await start(me, await orderOf(me, `kind${i}`), { way: i % 2 === 0 ? 'card' : 'payme' }));
    passes(MINUTE_MS);
  }
  const order = await orderOf(me, 'one more');
  expect(await errorNameOf(start(me, order))).toBe(TOO_MANY);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(numbers[0]!))]);
  expect(await errorNameOf(start(me, order))).toBeNull();
});

it('begins no more than ten of a hundred that come at once', async () => {
  const orders: Order[] = [];
  for (let i = 0; i < 100; i++) orders.push(await orderOf(me, `kind${i}`));
  const names = await Promise.all(orders.map((order) => errorNameOf(start(me, order))));
  expect(names.filter((name) => name === null)).toHaveLength(10);
  expect(names.filter((name) => name === TOO_MANY)).toHaveLength(90);
});

it('begins thirty a day', async () => {
  for (let hour = 0; hour < 3; hour++) {
    for (let i = 0; i < 10; i++) await tryCard(me);
    passes(HOUR_MS + 1);
  }
  const order = await orderOf(me);
  const left = Math.ceil((21 * HOUR_MS - 3) / 1_000);
  await expect(start(me, order)).rejects.toMatchObject({ errorName: TOO_MANY, retryAfterSeconds: left });
});

it('counts each card that was refused on one page of a provider', async () => {
  const order = await orderOf(me);
  const number = await start(me, order);
  for (let i = 0; i < 10; i++) await recordFacts(house.services, [seen(refused(number, `${number}-${i}`))]);
  expect(await errorNameOf(start(me, order, { way: 'payme' }))).toBe(TOO_MANY);
  // A repeated report does not count again, and a reloaded page starts nothing.
  await recordFacts(house.services, [seen(refused(number, `${number}-1`))]);
  expect(await database.db.select().from(attempts)).toHaveLength(2);
});

it('gives up nothing that may still be paid for a try that it refuses', async () => {
  const order = await orderOf(me);
  const wallet = await start(me, order, { way: 'payme' });
  for (let i = 0; i < 9; i++) await start(me, await orderOf(me, `kind${i}`));
  expect(await errorNameOf(start(me, order))).toBe(TOO_MANY);
  expect(house.gateways.payme.pay(wallet).kind).toBe('paid');
});

it('counts no provider that did not answer', async () => {
  const order = await orderOf(me);
  for (const mood of ['away', 'refuses'] as const) {
    house.gateways.mpgs.mood = mood;
    for (let i = 0; i < 12; i++) {
      expect(await errorNameOf(start(me, order))).toBe('unavailable');
      passes(MINUTE_MS);
    }
  }
  house.gateways.mpgs.mood = 'well';
  expect(await errorNameOf(start(me, await orderOf(me)))).toBeNull();
});

it('holds a guest by their mailbox, and a stored card that its member has charged, but no renewal', async () => {
  const guest = await someGuest();
  for (let i = 0; i < 10; i++) await tryCard(guest);
  expect(await errorNameOf(start(guest, await orderOf(guest), { way: 'payme' }))).toBe(TOO_MANY);

  house.gateways.mpgs.chargeStored = async (_card, { number }) => [refused(number)];
  const charge = ({ id: orderId }: Order) =>
    chargeProfile(house.services, { orderId, profileId: 1, gateway: 'mpgs', card: { token: 't', agreement: null } });
  const renewal = await orderOf(me, 'renewal');
  for (let i = 0; i < 12; i++) expect(await charge(renewal)).toBe('failed');
  const change = await orderOf(me, 'plan_change');
  for (let i = 0; i < 10; i++) expect(await charge(change)).toBe('failed');
  expect(await errorNameOf(charge(change))).toBe(TOO_MANY);
  expect(await charge(renewal)).toBe('failed');
});

it('takes no card from an address whose cards were refused ten times, and every other way of paying', async () => {
  for (let i = 0; i < 10; i++) await tryCard(await someone(), { remoteIp: CARRIER });
  const [member, guest] = [await someone(), await someGuest()];
  for (const payer of [member, guest]) {
    const order = await orderOf(payer);
    await expect(start(payer, order, { remoteIp: CARRIER })).rejects.toMatchObject({
      errorName: 'tooManyCards',
      retryAfterSeconds: 3_600,
    });
    expect(await errorNameOf(start(payer, order, { remoteIp: CARRIER, way: 'payme' }))).toBeNull();
    await cancelOrder(house.services, payer, order.id);
    expect(await errorNameOf(start(payer, await orderOf(payer), { remoteIp: HOME }))).toBeNull();
  }
  passes(HOUR_MS);
  const next = await someone();
  expect(await errorNameOf(start(next, await orderOf(next), { remoteIp: CARRIER }))).toBeNull();
});

it('lets neighbours pay: who paid before is not held by an address, and what is paid there makes up for what is refused', async () => {
  await payCard(me, { remoteIp: HOME });
  for (let i = 0; i < 10; i++) await tryCard(await someone(), { remoteIp: CARRIER });
  await payCard(me, { remoteIp: CARRIER });
  // One was paid, so one more may be refused.
  await tryCard(await someone(), { remoteIp: CARRIER });
  const last = await someone();
  expect(await errorNameOf(start(last, await orderOf(last), { remoteIp: CARRIER }))).toBe('tooManyCards');
});

it('is full of nobody’s payments under way: forty who pay from one address at once all may', async () => {
  for (let i = 0; i < 40; i++) {
    const payer = await someone();
    expect(await errorNameOf(start(payer, await orderOf(payer), { remoteIp: CARRIER }))).toBeNull();
  }
});

it('keeps no address with an attempt, and nothing that stands for one once it was paid', async () => {
  const order = await orderOf(me);
  const number = await start(me, order);
  const kept = async () => {
    const { rows } = await database.pool.query<{ started: object }>(
      'select started from payment_attempts where number = $1',
      [number],
    );
    return rows[0]!.started;
  };
  expect(await kept()).toHaveProperty('from');
  expect(JSON.stringify(await kept())).not.toContain(HOME);
  await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
  expect(await kept()).not.toHaveProperty('from');
});
