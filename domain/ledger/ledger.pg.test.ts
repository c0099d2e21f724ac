import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tx } from '#db/database.ts';
import { orderLines, orders } from '#db/tables/payments.ts';
import { addDaysHk, instantHk } from '#shared/hk-time.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  balances,
  defer,
  earnDay,
  importSettlement,
  post,
  report,
  stopDeferral,
  unearnedOf,
  type Transfer,
} from './ledger.ts';
import { checkSeals, closeDays, sealDay } from './seals.ts';

const DAY = '2026-11-21';
const NOW = instantHk(DAY, 720);
const PRICE_CENTS = 38_800;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    'truncate orders, ledger_transfers, deferrals, day_seals, ledger_day_totals, settlement_lines cascade',
  );
});

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction(work);
const transfer = (over: Partial<Transfer> = {}): Transfer => ({
  debit: 'clearing:mpgs',
  credit: 'unapplied',
  cents: PRICE_CENTS,
  kind: 'capture',
  uniqueKey: 'fact:1',
  dayHk: DAY,
  ...over,
});
const books = () => ({ db: database.db, ledgerKey: LEDGER_KEY });
const balanceOf = async (account: string) =>
  (await balances(database.db)).find((one) => one.account === account)?.cents ?? 0;

/** An order with one line earned over 250 days. */
async function deferred(today = DAY, fromDay = DAY): Promise<number> {
  const { db } = database;
  const [order] = await db
    .insert(orders)
    .values({ kind: 'subscription', totalCents: PRICE_CENTS, expiresAt: NOW })
    .returning({ id: orders.id });
  const orderId = order!.id;
  await db
    .insert(orderLines)
    .values({ orderId, lineNo: 1, kind: 'plan', productId: 1, name: 'plan', quantity: 1, unitCents: PRICE_CENTS });
  await inTx(async (tx) => {
    const row = { debit: 'unapplied', credit: 'deferred:plan', uniqueKey: `fulfil:${orderId}`, orderId, dayHk: today };
    await post(tx, [transfer(row)]);
    await defer(tx, { orderId, lineNo: 1, kind: 'plan', cents: PRICE_CENTS, fromDay, days: 250, today });
  });
  return orderId;
}

it('writes a transfer once, however often and at once it is told, and nothing of nought', async () => {
  await Promise.all(
    [1, 2, 3].map(() => inTx((tx) => post(tx, [transfer(), transfer({ cents: 0, uniqueKey: 'fact:2' })]))),
  );
  expect(await balances(database.db)).toEqual([
    { account: 'clearing:mpgs', cents: PRICE_CENTS },
    { account: 'unapplied', cents: -PRICE_CENTS },
  ]);
});

it('refuses a transfer of less than nothing, and one of an account to itself', async () => {
  await expect(
    inTx((tx) => tx.transaction((inner) => post(inner, [transfer({ credit: 'clearing:mpgs' })]))),
  ).rejects.toThrow();
  expect(await inTx((tx) => post(tx, [transfer({ cents: -1 })]))).toBe(0);
});

it('earns a line over its days to the cent, once a day, and seals each day with the one before', async () => {
  await deferred();
  await deferred();
  for (let n = 0; n < 250; n++) {
    const day = addDaysHk(DAY, n);
    await Promise.all([earnDay(database.db, day), earnDay(database.db, day)]);
  }
  expect(await balanceOf('income:plan')).toBe(-2 * PRICE_CENTS);
  expect(await balanceOf('deferred:plan')).toBe(0);
  const after = instantHk(addDaysHk(DAY, 251), 600);
  expect(await closeDays(books(), after)).toBe(251);
  expect(await closeDays(books(), after)).toBe(0);
  expect(await checkSeals(books())).toEqual([]);
});

it('earns at once the days that were over when it was paid', async () => {
  await deferred(addDaysHk(DAY, 100));
  expect(await balanceOf('income:plan')).toBe(-15_520);
  await deferred(addDaysHk(DAY, 400));
  expect(await balanceOf('income:plan')).toBe(-15_520 - PRICE_CENTS);
});

it('takes what goes back out of what is still to be earned, and earns the rest over the days that are left', async () => {
  const orderId = await deferred();
  const today = addDaysHk(DAY, 100);
  expect(await unearnedOf(database.db, orderId, today)).toBe(PRICE_CENTS - 15_520);
  const taken = await inTx((tx) => stopDeferral(tx, { orderId, lineNo: 1, cents: 10_000, today }));
  expect(taken).toBe(10_000);
  // This also booked the earnings of days not yet earned.
  expect(await balanceOf('income:plan')).toBe(-15_520);
  for (let n = 100; n < 250; n++) await earnDay(database.db, addDaysHk(DAY, n));
  expect(await balanceOf('income:plan')).toBe(-(PRICE_CENTS - 10_000));
});

it('earns nothing more of what went back wholly, and says what of a refund was earned already', async () => {
  const orderId = await deferred();
  const today = addDaysHk(DAY, 200);
  const taken = await inTx((tx) => stopDeferral(tx, { orderId, lineNo: 1, cents: PRICE_CENTS, today }));
  expect(taken).toBe(PRICE_CENTS - 31_040);
  expect(await inTx((tx) => stopDeferral(tx, { orderId, lineNo: 1, cents: 1, today }))).toBe(0);
  await earnDay(database.db, today);
  expect(await balanceOf('income:plan')).toBe(-31_040);
});

it('reports sealed and open days alike, each account by its debits and credits', async () => {
  await inTx((tx) => post(tx, [transfer(), transfer({ debit: 'unapplied', credit: 'income:plan', uniqueKey: 'a' })]));
  const asked = { from: DAY, to: addDaysHk(DAY, 1) };
  const open = await report(database.db, asked);
  expect(open).toContainEqual({ dayHk: DAY, account: 'unapplied', debitCents: PRICE_CENTS, creditCents: PRICE_CENTS });
  await closeDays(books(), instantHk(addDaysHk(DAY, 1), 600));
  expect(await report(database.db, asked)).toEqual(open);
});

it('takes a line of a settlement over once, with its fee', async () => {
  const lines = [{ gatewayTxn: 't1', kind: 'paid', cents: PRICE_CENTS, feeCents: 970 }];
  const file = { dayHk: DAY, file: 'mpgs-20261121.csv', lines };
  expect(await inTx((tx) => importSettlement(tx, 'mpgs', file, NOW))).toBe(1);
  expect(await inTx((tx) => importSettlement(tx, 'mpgs', file, NOW))).toBe(0);
  expect(await balanceOf('fees:mpgs')).toBe(970);
});

it('writes on the day that is open what comes after the seal of its own', async () => {
  const yesterday = addDaysHk(DAY, -1);
  await inTx((tx) => post(tx, [transfer({ dayHk: yesterday })]));
  await sealDay(books(), yesterday, NOW);
  await inTx((tx) => post(tx, [transfer({ dayHk: yesterday, uniqueKey: 'late' })]));
  expect((await report(database.db, { from: yesterday, to: DAY })).map(({ dayHk }) => dayHk)).toEqual([
    yesterday,
    yesterday,
    DAY,
    DAY,
  ]);
  expect(await checkSeals(books())).toEqual([]);
});
