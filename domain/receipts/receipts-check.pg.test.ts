import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { refunds } from '#db/tables/payments.ts';
import { receipts } from '#db/tables/receipts.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import { post } from '#domain/ledger/ledger.ts';
import { listWork, recordFacts, refundOrder, sendDueRefunds } from '#domain/payments/payments.ts';
import { changePlan } from '#domain/renewals/renewals.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { attemptFor, createPaymentHouse, makeGivenTable, orderFor, seen } from '#tests/factories/money/payments.ts';
import { insertPlans, openShop, PLAN, PRICE } from '#tests/factories/money/plan-shop.ts';
import { insertOrder, insertRefund, noted, notedRefund } from '#tests/factories/money/receipts.ts';
import { comingAt } from '#tests/factories/visitor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { checkReceipts, noteReceipt } from './receipts.ts';

const DAY = '2026-11-21';
const now = new Date('2026-11-22T03:47:00+08:00');
const paidAt = new Date('2026-11-21T12:00:00+08:00');

let database: TestDatabase;
let memberId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  memberId = await insertMember(database.db, 'me@member.example');
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('truncate receipts, ledger_transfers, work_items, orders cascade'));

const book = (orderId: number, cents: number, uniqueKey: string, kind: 'fulfil' | 'refund', dayHk = DAY) =>
  database.db.transaction((tx) =>
    post(tx, [{ debit: 'unapplied', credit: 'deferred:subscription', cents, kind, orderId, uniqueKey, dayHk }]),
  );
const paper = (orderId: number) => database.db.transaction((tx) => noteReceipt(tx, noted(orderId, paidAt)));
const check = () => checkReceipts({ db: database.db, now }, DAY);
const waiting = async () => (await listWork(database.db, 10)).map(({ kind, subject }) => `${kind} ${subject}`);

/** Paid, fulfilled and with a receipt. */
async function bought(): Promise<number> {
  const orderId = await insertOrder(database.db, memberId);
  await book(orderId, 38_800, `fulfil:${orderId}:1`, 'fulfil');
  await paper(orderId);
  return orderId;
}

it('finds that papers and books agree, a refund that is on its way included', async () => {
  const orderId = await bought();
  const refundId = await insertRefund(database.db, orderId, 5_000);
  await book(orderId, 3_000, `refund:${refundId}:1:deferred`, 'refund');
  await book(orderId, 2_000, `refund:${refundId}:1`, 'refund');
  expect(await check()).toEqual({ orders: 1, receiptCents: 38_800, refundNoteCents: 0, differences: [] });
  await database.db.update(refunds).set({ state: 'confirmed', endedAt: now }).where(eq(refunds.id, refundId));
  expect((await check()).differences).toEqual([{ orderId, refundId, paperCents: 0, bookCents: 5_000 }]);
  await database.db.transaction((tx) => noteReceipt(tx, notedRefund(orderId, refundId, 5_000, paidAt)));
  expect(await check()).toMatchObject({ refundNoteCents: 5_000, differences: [] });
});

it('puts each order whose papers differ from the books before a person once, though the day as a whole agrees', async () => {
  await bought();
  const [without, unbooked] = [await insertOrder(database.db, memberId), await insertOrder(database.db, memberId)];
  await book(without, 38_800, `fulfil:${without}:1`, 'fulfil');
  await paper(unbooked);
  const { differences, receiptCents } = await check();
  expect(receiptCents).toBe(2 * 38_800);
  expect(differences).toEqual([
    { orderId: without, refundId: null, paperCents: 0, bookCents: 38_800 },
    { orderId: unbooked, refundId: null, paperCents: 38_800, bookCents: 0 },
  ]);
  await check();
  expect(await waiting()).toEqual([`receipt_difference order:${without}`, `receipt_difference order:${unbooked}`]);
});

it('takes a difference off the list once it is gone, whatever day is looked at', async () => {
  const orderId = await insertOrder(database.db, memberId);
  await book(orderId, 38_800, `fulfil:${orderId}:1`, 'fulfil');
  await check();
  expect(await waiting()).toHaveLength(1);
  await paper(orderId);
  await checkReceipts({ db: database.db, now }, '2026-11-25');
  expect(await waiting()).toEqual([]);
  expect(await database.db.select().from(receipts)).toHaveLength(1);
});

it('finds that they agree where a bank took a part of a refund, and again of what was left of it', async () => {
  await makeGivenTable(database.db);
  const house = createPaymentHouse(database.db);
  house.services.noteReceipt = noteReceipt;
  const { mpgs } = house.gateways;
  const order = await orderFor(house, memberId);
  const attempt = await attemptFor(house, order);
  await recordFacts(house.services, [seen(mpgs.pay(attempt))]);
  await refundOrder(house.services, { orderId: order.id, cents: 30_000, reason: 'asked', who: 'a test' });
  // The first takes 11,200 of the refund and what was not to be refunded, the second more of its rest.
  for (const cents of [20_000, 5_000]) {
    await recordFacts(house.services, [seen(mpgs.pay(attempt, { kind: 'chargeback', cents }))]);
    expect(await check()).toMatchObject({ refundNoteCents: 0, differences: [] });
  }
  await sendDueRefunds(house.services);
  expect(await check()).toMatchObject({ receiptCents: 38_800, refundNoteCents: 13_800, differences: [] });
  // A note of another amount still differs.
  await database.db.update(receipts).set({ cents: 13_700 }).where(eq(receipts.kind, 'refund_note'));
  expect((await check()).differences).toMatchObject([{ paperCents: 13_700, bookCents: 13_800 }]);
});

it('finds that they agree where a refund took its value back from another order, to which it had moved', async () => {
  await insertPlans(database.db, new Date('2026-11-11T14:30:00+08:00'));
  const shop = openShop(database.db, paidAt);
  shop.services.payments.noteReceipt = noteReceipt;
  const terms = { planId: PLAN.monthly, isAutopay: true };
  const { orderId: monthly } = await buyPlan(shop.services, { memberId }, terms, comingAt(paidAt));
  await shop.pay(memberId, monthly);
  await changePlan(shop.services, memberActor(memberId), { planId: PLAN.yearly, when: 'now' }, paidAt);
  await refundOrder(shop.services.payments, { orderId: monthly, cents: 'all', reason: 'asked', who: 'a test' });
  // The change cost the difference of the two.
  expect(await check()).toEqual({ orders: 2, receiptCents: PRICE.yearly, refundNoteCents: 0, differences: [] });
  // Its provider confirms it the day after.
  shop.at(new Date(paidAt.getTime() + 86_400_000));
  await sendDueRefunds(shop.services.payments);
  expect(await check()).toMatchObject({ refundNoteCents: PRICE.monthly, differences: [] });
  const next = await checkReceipts({ db: database.db, now }, '2026-11-22');
  expect(next).toMatchObject({ orders: 1, refundNoteCents: PRICE.monthly, differences: [] });
  // A missing note is one of the refunded order, found on the day of the books.
  await database.db.delete(receipts).where(eq(receipts.kind, 'refund_note'));
  expect((await check()).differences).toMatchObject([{ orderId: monthly, paperCents: 0, bookCents: PRICE.monthly }]);
});
