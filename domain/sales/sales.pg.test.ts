import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { attempts } from '#db/tables/attempts.ts';
import { promotionBatches, promotionCodes, promotionUses } from '#db/tables/promotions.ts';
import { holdUnits, quotaHolds, quotas } from '#db/tables/quotas.ts';
import { guestBuyers, saleQueueEntries } from '#db/tables/sales.ts';
import { redeem } from '#domain/buying/buying.ts';
import {
  cancelOrder,
  expireOrders,
  findPayment,
  recordFacts,
  retryUnfulfilled,
  startAttempt,
} from '#domain/payments/payments.ts';
import { makeBatch, type NewBatch } from '#domain/promotions/promotions.ts';
import { endHolds, standingOf } from '#domain/quotas/quotas.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyPayments, givenTo, PAY_START, seen } from '#tests/factories/money/payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import {
  createSalesHouse,
  FILM,
  lineOf,
  saleOf,
  SEAT_CENTS,
  seatsOf,
  type SalesHouse,
} from '#tests/factories/money/sales.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { comingAt, TEST_IP } from '#tests/factories/visitor.ts';
import { createPaymentDatabase } from '#tests/factories/money/payment-looks.ts';
import { productsOfCodes, sell, type Buyer } from './sales.ts';
import type { AskedSale } from './sales.types.ts';
import { quoteSale } from './quoting.ts';

const MINUTE_MS = 60_000;
let database: TestDatabase;
let db: Db;
let house: SalesHouse;
let me: Buyer & { kind: 'member' };
let other: Buyer & { kind: 'member' };
let guest: Buyer & { kind: 'guest' };
let n = 0;

async function newMember(): Promise<Buyer & { kind: 'member' }> {
  return { kind: 'member', memberId: await insertMember(db, `buyer${++n}@member.example`) };
}
async function newGuest(): Promise<Buyer & { kind: 'guest' }> {
  const email = `guest${++n}@member.example`;
  const [row] = await db
    .insert(guestBuyers)
    .values({ email, emailHash: Buffer.from(email), provedAt: PAY_START })
    .returning({ id: guestBuyers.id });
  return { kind: 'guest', guestId: row!.id, email };
}

beforeAll(async () => {
  database = await createPaymentDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyPayments(database);
  const kept = [
    attempts,
    promotionUses,
    promotionCodes,
    promotionBatches,
    saleQueueEntries,
    holdUnits,
    quotaHolds,
    quotas,
  ];
  for (const table of kept) await db.delete(table);
  house = await createSalesHouse(db, { seats: 3 });
  [me, other, guest] = [await newMember(), await newMember(), await newGuest()];
});

const after = (ms: number) => {
  house.clock.now = new Date(house.clock.now.getTime() + ms);
};
const sold = async (buyer: Buyer, asked: AskedSale) => {
  const { order } = await sell(house.sales, buyer, asked, comingAt(house.clock.now));
  if (!order) throw new Error('not served yet');
  return order;
};
const standing = async () => (await standingOf(db, [house.quotaId])).get(house.quotaId);
const attempt = async (buyer: Buyer, orderId: number, gateway: 'mpgs' | 'payme' = 'mpgs') =>
  (
    await startAttempt(house.services, buyer, {
      orderId,
      gateway,
      method: gateway === 'payme' ? 'payme' : 'card',
      remoteIp: TEST_IP,
    })
  ).attempt.number;
const pay = async (buyer: Buyer, orderId: number) =>
  recordFacts(house.services, [seen(house.gateways.mpgs.pay(await attempt(buyer, orderId)))]);
const stateOf = async (orderId: number) => {
  const { rows } = await database.pool.query<{ state: string; fulfilled: boolean }>(
    'select state, fulfilled_at is not null as fulfilled from orders where id = $1',
    [orderId],
  );
  return rows[0];
};

describe('an order of what is bought one by one', () => {
  it('has the price of the station, whatever it is asked with, and its own terms and traces', async () => {
    const asked = { ...saleOf({ utmMedium: 'mail', termsVersion: 'v1' }), total_cents: 1, price_cents: 1 };
    const order = await sold(me, asked);
    expect(order).toMatchObject({ kind: 'premium', memberId: me.memberId, guestId: null, totalCents: FILM.cents });
    const { rows } = await database.pool.query<{ extra_data: unknown }>('select extra_data from orders');
    expect(rows[0]?.extra_data).toMatchObject({ utm_medium: 'mail', terms_version: 'v1' });
  });

  it('is answered again while it is open, at its price and not at that of later', async () => {
    const first = await sold(me, saleOf());
    house.prices.film = 9_900;
    const again = await sold(me, saleOf());
    expect(again).toMatchObject({ id: first.id, totalCents: FILM.cents });
    after(31 * MINUTE_MS);
    expect(await sold(me, saleOf())).toMatchObject({ totalCents: 9_900 });
  });

  it('is one for a key that is sent again, and refuses the key for something else; keys are each buyer’s own', async () => {
    const keyed = saleOf({ idempotencyKey: 'press-1' });
    const first = await sold(me, keyed);
    await pay(me, first.id);
    expect((await sold(me, keyed)).id).toBe(first.id);
    expect(await errorNameOf(sold(me, { ...seatsOf(), idempotencyKey: 'press-1' }))).toBe('conflict');
    const theirs = await sold(other, keyed);
    expect(theirs.id).not.toBe(first.id);
    expect(theirs.memberId).toBe(other.memberId);
  });

  it('makes room for another while nobody may be charged for it, and is refused with 20006 while somebody may', async () => {
    const first = await sold(me, seatsOf());
    const second = await sold(me, seatsOf({ quantity: 2 }));
    expect(await stateOf(first.id)).toMatchObject({ state: 'cancelled' });
    expect(await standing()).toMatchObject({ held: 2 });
    await attempt(me, second.id);
    expect(await errorNameOf(sold(me, seatsOf()))).toBe('transactionProcessing');
  });

  it('is opened for nothing that is not sold, not by a guest where members buy, and not for hundreds of it', async () => {
    expect(await errorNameOf(sold(me, saleOf({ productType: 'Livestream' })))).toBe('productNotFound');
    expect(await errorNameOf(sold(me, saleOf({ lines: [lineOf({ id: 99 })] })))).toBe('productNotFound');
    expect(await errorNameOf(sold(guest, saleOf()))).toBe('notAuthenticated');
    for (const quantity of [0, -1, 1.5, 100])
      expect(await errorNameOf(sold(me, saleOf({ lines: [lineOf({ quantity })] })))).toBe('invalidParam');
    expect(await errorNameOf(sold(me, saleOf({ lines: [] })))).toBe('invalidParam');
  });

  it('that costs nothing is had at once', async () => {
    house.prices.film = 0;
    const { order, checkoutPath } = await sell(house.sales, me, saleOf(), comingAt(house.clock.now));
    expect(checkoutPath).toBe('/done/premium/success');
    expect(await stateOf(order!.id)).toMatchObject({ state: 'paid', fulfilled: true });
  });
});

describe('what runs out', () => {
  it('is held for an open order, sold with it, and free again where it is given up', async () => {
    const order = await sold(me, seatsOf({ quantity: 2 }));
    expect(await standing()).toMatchObject({ held: 2, sold: 0 });
    await pay(me, order.id);
    expect(await standing()).toMatchObject({ held: 0, sold: 2 });
    const theirs = await sold(other, seatsOf());
    await cancelOrder(house.services, other, theirs.id);
    expect(await standing()).toMatchObject({ held: 0, sold: 2 });
  });

  it('is sold again once ten minutes are over, and not while its payer is at a provider', async () => {
    const idle = await sold(me, seatsOf({ quantity: 2 }));
    const paying = await sold(other, seatsOf());
    await attempt(other, paying.id);
    after(10 * MINUTE_MS);
    expect(await sold(guest, seatsOf())).toMatchObject({ guestId: guest.guestId });
    expect(await standing()).toMatchObject({ held: 2 });
    await expireOrders(house.services);
    expect(await stateOf(idle.id)).toMatchObject({ state: 'expired' });
    expect(await stateOf(paying.id)).toMatchObject({ state: 'open' });
  });

  it('waits thirty minutes for its payer and no longer, however often they begin to pay', async () => {
    const order = await sold(me, seatsOf());
    for (const _try of [1, 2, 3]) {
      await attempt(me, order.id, 'payme');
      after(8 * MINUTE_MS);
    }
    expect(await db.transaction((tx) => endHolds(tx, house.clock.now))).toBe(0);
    after(6 * MINUTE_MS);
    expect(await errorNameOf(attempt(me, order.id))).toBe('conflict');
    expect(await db.transaction((tx) => endHolds(tx, house.clock.now))).toBe(1);
  });

  it('is given to who pays late where it is left, and goes back as money where it is not', async () => {
    const mine = await sold(me, seatsOf({ quantity: 3 }));
    const number = await attempt(me, mine.id);
    after(40 * MINUTE_MS);
    await expireOrders(house.services);
    await pay(other, (await sold(other, seatsOf())).id);
    await recordFacts(house.services, [seen(house.gateways.mpgs.pay(number))]);
    expect(await stateOf(mine.id)).toMatchObject({ state: 'paid', fulfilled: false });
    expect(await standing()).toMatchObject({ sold: 1 });
    after(31 * MINUTE_MS);
    await retryUnfulfilled(house.services);
    const { rows } = await database.pool.query<{ reason: string; cents: number }>('select reason, cents from refunds');
    expect(rows).toEqual([{ reason: 'not_fulfilled', cents: 3 * SEAT_CENTS }]);

    const late = await sold(me, seatsOf({ quantity: 2 }));
    const lateNumber = await attempt(me, late.id);
    after(40 * MINUTE_MS);
    await expireOrders(house.services);
    await recordFacts(house.services, [seen(house.gateways.mpgs.pay(lateNumber))]);
    expect(await stateOf(late.id)).toMatchObject({ fulfilled: true });
    expect(await standing()).toMatchObject({ sold: 3, held: 0 });
  });

  it('pays once where two ways paid, and the second capture goes back', async () => {
    const order = await sold(me, seatsOf());
    const [card, wallet] = [await attempt(me, order.id), await attempt(me, order.id, 'payme')];
    await recordFacts(house.services, [seen(house.gateways.mpgs.pay(card)), seen(house.gateways.payme.pay(wallet))]);
    const { rows } = await database.pool.query<{ reason: string }>('select reason from refunds');
    expect(rows).toEqual([{ reason: 'second_capture' }]);
    expect(await standing()).toMatchObject({ sold: 1 });
  });
});

describe('orders of others', () => {
  it('are seen, paid and cancelled by their buyer alone: member, other member, guest, other guest', async () => {
    const own = [
      [me, (await sold(me, seatsOf())).id],
      [guest, (await sold(guest, seatsOf())).id],
    ] as const;
    const all: Buyer[] = [me, other, guest, await newGuest()];
    for (const [buyer, orderId] of own)
      for (const requester of all) {
        if (requester === buyer) continue;
        expect(await findPayment(house.services, requester, { orderId })).toBeNull();
        expect(await errorNameOf(attempt(requester, orderId))).toBe('dataNotFound');
        expect(await errorNameOf(cancelOrder(house.services, requester, orderId))).toBe('dataNotFound');
      }
    expect(await findPayment(house.services, { kind: 'guest' }, { orderId: own[1][1] })).toBeNull();
    await pay(guest, own[1][1]);
    const found = await findPayment(house.services, guest, { orderId: own[1][1] });
    expect(found).toMatchObject({ order: { state: 'paid' } });
  });

  it('of a guest and a member with the same number are not each other’s', async () => {
    const order = await sold(guest, seatsOf());
    expect(await findPayment(house.services, memberActor(guest.guestId), { orderId: order.id })).toBeNull();
  });
});

describe('codes', () => {
  const batch: NewBatch = {
    kind: 'discount',
    name: '電影九折',
    discount: { type: 2, value: 10 },
    planIds: [],
    product: { kind: 'premium', ids: [FILM.id] },
    startsAt: PAY_START,
    endsAt: new Date(PAY_START.getTime() + 86_400_000),
    maxPerMember: 1,
    maxInAll: 10,
    eligible: 'all',
    codes: ['FILM10'],
    maxUses: 10,
    who: 'a test',
  };
  const make = (over: Partial<NewBatch> = {}) => db.transaction((tx) => makeBatch(tx, { ...batch, ...over }));
  const withCode = (promotionCode: string) => saleOf({ lines: [lineOf({ promotionCode })] });
  const redeemBatch = (over: Partial<NewBatch> = {}) => {
    const { discount: _discount, maxUses: _maxUses, ...rest } = batch;
    return db.transaction((tx) => makeBatch(tx, { ...rest, kind: 'redeem', codes: ['FREEFILM'], ...over }));
  };
  const redeemIt = (buyer: Buyer & { kind: 'member' }, code: string) =>
    redeem({ db, products: productsOfCodes(house.sales.products) }, buyer, code, comingAt(house.clock.now));

  it('lower the price of what they are for, are held with the order and used with its payment', async () => {
    await make();
    const order = await sold(me, withCode('film-10'));
    expect(order.totalCents).toBe(FILM.cents - FILM.cents / 10);
    const uses = () => database.pool.query<{ state: string }>('select state from promotion_uses');
    expect((await uses()).rows).toEqual([{ state: 'held' }]);
    await pay(me, order.id);
    expect((await uses()).rows).toEqual([{ state: 'used' }]);
    expect(await errorNameOf(sold(me, withCode('FILM10')))).toBe('codeMemberLimit');
  });

  it('show what a press would cost before it, and open and hold nothing', async () => {
    await make();
    const quoted = (asked: AskedSale, buyer = me) => quoteSale(house.sales, buyer, asked, comingAt(house.clock.now));
    const reduced = { discountCents: 480, totalCents: 4_320 };
    expect(await quoted(saleOf())).toEqual({ discountCents: 0, totalCents: FILM.cents });
    expect(await quoted(withCode('film-10'))).toEqual(reduced);
    expect((await database.pool.query('select 1 from orders union all select 1 from promotion_uses')).rowCount).toBe(0);
    expect(await errorNameOf(quoted(withCode('NOSUCHCODE')))).toBe(await errorNameOf(sold(me, withCode('NOSUCHCODE'))));
    expect(await errorNameOf(quoted(saleOf({ lines: [] })))).toBe('invalidParam');
    // The price paid is the price shown, and is still shown while the order holds the code.
    const order = await sold(me, withCode('FILM10'));
    expect(order.totalCents).toBe(reduced.totalCents);
    house.prices.film = 9_900;
    expect(await quoted(withCode('FILM10'))).toEqual(reduced);
    // A code held by an open order does not block another of the same kind, because a submit would replace that order.
    expect(await quoted(saleOf({ lines: [lineOf({ promotionCode: 'FILM10', quantity: 2 })] }))).toEqual({
      discountCents: 1_980,
      totalCents: 17_820,
    });
    await pay(me, order.id);
    expect(await errorNameOf(quoted(withCode('FILM10')))).toBe('codeMemberLimit');
    const names = [];
    for (let i = 0; i < 121; i++) names.push(await errorNameOf(quoted(saleOf(), other)));
    expect(names.at(0)).toBeNull();
    expect(names.at(-1)).toBe('tooManyRequests');
  });

  it('are refused for something else, to guests, and two of an order', async () => {
    await make({ product: { kind: 'premium', ids: [99] } });
    expect(await errorNameOf(sold(me, withCode('FILM10')))).toBe('codeNotForPlan');
    const line = lineOf({ kind: 'goods', id: 7, promotionCode: 'FILM10' });
    expect(await errorNameOf(sold(guest, seatsOf({ promotionCode: 'FILM10' })))).toBe('codeNotEligible');
    expect(await errorNameOf(sold(me, saleOf({ productType: 'Campaign', lines: [line, line] })))).toBe('invalidParam');
  });

  it('give a film for nothing, once a code by itself (R-339), and say why not with the codes of the catalogue', async () => {
    await redeemBatch();
    expect(await redeemIt(me, 'free-film')).toEqual({ gives: 'product', name: '電影', path: `/film/${FILM.id}` });
    expect(await errorNameOf(redeemIt(me, 'FREEFILM'))).toBe('alreadyRedeemed');
    expect(await errorNameOf(redeemIt(other, 'FREEFILM'))).toBe('codeLimit');
    expect(await errorNameOf(redeemIt(me, 'NOSUCHCODE'))).toBe('redeemCodeNotFound');
    house.clock.now = new Date(PAY_START.getTime() - 1);
    expect(await errorNameOf(redeemIt(other, 'FREEFILM'))).toBe('codeNotStarted');
    house.clock.now = batch.endsAt;
    expect(await errorNameOf(redeemIt(other, 'FREEFILM'))).toBe('codeOver');
  });

  it('leave a code as it was where what it gives may not be had', async () => {
    await redeemBatch({ product: { kind: 'livestream', ids: [1] } });
    expect(await errorNameOf(redeemIt(me, 'FREEFILM'))).toBe('redeemCodeNotFound');
    expect((await database.pool.query('select 1 from promotion_uses')).rowCount).toBe(0);
    expect(await givenTo(db)).toEqual(new Map());
  });
});
