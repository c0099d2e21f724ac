import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { promotionBatches, promotionCodes, promotionUses } from '#db/tables/promotions.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  cancelCodes,
  checkCode,
  endGift,
  holdCode,
  listRedemptions,
  makeBatch,
  makeGiftCode,
  redeemCode,
  releaseCode,
  spendCode,
  type NewBatch,
} from './promotions.ts';

let database: TestDatabase;
const ids: number[] = [];
const now = new Date('2026-11-21T12:00:00+08:00');
const later = new Date('2026-12-21T12:00:00+08:00');
const ASKERS = 500;

beforeAll(async () => {
  database = await createTestDatabase();
  for (let i = 0; i < ASKERS; i++) ids.push(await insertMember(database.db, `m${i}@member.example`));
});
afterAll(() => database.close());
const clear = async () => {
  await database.db.delete(promotionUses);
  await database.db.delete(promotionCodes);
  await database.db.delete(promotionBatches);
};
beforeEach(clear);

const batch: NewBatch = {
  kind: 'discount',
  name: '九折優惠',
  discount: { type: 2, value: 10 },
  planIds: [],
  startsAt: now,
  endsAt: later,
  maxPerMember: 1,
  maxInAll: 1_000,
  eligible: 'all',
  codes: ['RADIO10'],
  maxUses: 1_000,
  who: 'a test',
};
const make = (over: Partial<NewBatch> = {}) => database.db.transaction((tx) => makeBatch(tx, { ...batch, ...over }));
const redeemBatch = (over: Partial<NewBatch> = {}) => {
  const { discount: _discount, ...rest } = batch;
  return database.db.transaction((tx) =>
    makeBatch(tx, { ...rest, kind: 'redeem', days: 30, planIds: [2], codes: ['DEMO30'], ...over }),
  );
};
const check = (memberId: number, ofOrderId?: number) =>
  checkCode(database.db, {
    code: 'radio-10',
    use: 'discount',
    member: { id: memberId, standing: 'new' },
    planId: 2,
    now,
    ofOrderId,
  });
const hold = async (memberId: number, orderId: number) => {
  const found = await check(memberId, orderId);
  await database.db.transaction((tx) => holdCode(tx, found, { memberId, orderId, now }));
};
const redeem = (memberId: number, code = 'DEMO30') =>
  database.db.transaction((tx) => redeemCode(tx, { code, member: { id: memberId, standing: 'new' }, now }));
const counts = async () => {
  const [of] = await database.db.select().from(promotionBatches);
  const [code] = await database.db.select().from(promotionCodes);
  return [of?.held, of?.used, code?.held, code?.used];
};

it('gives a code for 100 to 100 of 500 who ask at once, held or redeemed, and counts both exactly', async () => {
  await make({ maxUses: 100 });
  const held = await Promise.allSettled(ids.map((memberId, i) => hold(memberId, i + 1)));
  expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  for (const one of held) if (one.status === 'rejected') expect(one.reason).toMatchObject({ errorName: 'codeLimit' });
  expect(await counts()).toEqual([100, 0, 100, 0]);
  await clear();
  await redeemBatch({ maxInAll: 100 });
  const redeemed = await Promise.allSettled(ids.map((memberId) => redeem(memberId)));
  expect(redeemed.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  for (const one of redeemed)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ errorName: 'codeBatchLimit' });
  expect(await counts()).toEqual([0, 100, 0, 100]);
});

it('frees a held code with its order alone, uses it once, and takes it back with a whole refund', async () => {
  await make({ maxUses: 1 });
  const { db } = database;
  const [me = 0, other = 0] = ids;
  await hold(me, 1);
  await hold(me, 1);
  expect(await counts()).toEqual([1, 0, 1, 0]);
  await expect(check(me)).rejects.toMatchObject({ errorName: 'codeInProcess' });
  await expect(check(me, 1)).resolves.toBeTruthy();
  await expect(check(other)).rejects.toMatchObject({ errorName: 'codeLimit' });
  for (let i = 0; i < 2; i++) await db.transaction((tx) => releaseCode(tx, 1, now));
  expect(await counts()).toEqual([0, 0, 0, 0]);
  await hold(other, 2);
  for (let i = 0; i < 2; i++) await db.transaction((tx) => spendCode(tx, 2, now));
  expect(await counts()).toEqual([0, 1, 0, 1]);
  // Paid after it was cancelled, with no use left: the money is refunded.
  await expect(db.transaction((tx) => spendCode(tx, 1, now))).rejects.toMatchObject({ errorName: 'codeLimit' });
  await db.transaction((tx) => releaseCode(tx, 2, now));
  await db.transaction((tx) => spendCode(tx, 1, now));
  expect(await counts()).toEqual([0, 1, 0, 1]);
  expect((await listRedemptions(db, me)).map(({ orderId }) => orderId)).toEqual([1]);
  expect(await listRedemptions(db, other)).toEqual([]);
});

it('redeems a code once for a member, and a gift once at all', async () => {
  await redeemBatch();
  const { db } = database;
  const [me = 0, other = 0] = ids;
  expect(await redeem(me)).toMatchObject({ days: 30, kind: 'redeem' });
  await expect(redeem(me)).rejects.toMatchObject({ errorName: 'alreadyRedeemed' });
  await expect(redeem(me, 'NOSUCHCODE')).rejects.toMatchObject({ errorName: 'redeemCodeNotFound' });
  const gift = { orderId: 9, planId: 2, days: 250, name: '節目重溫 250 日', now };
  const { code } = await db.transaction((tx) => makeGiftCode(tx, gift));
  expect((await db.transaction((tx) => makeGiftCode(tx, gift))).code).toBe(code);
  expect(await redeem(other, code)).toMatchObject({ days: 250, kind: 'gift', orderId: 9 });
  await expect(redeem(me, code)).rejects.toMatchObject({ errorName: 'codeLimit' });
  await expect(db.transaction((tx) => endGift(tx, 9, now))).rejects.toMatchObject({ errorName: 'alreadyRedeemed' });
});

it('makes as many codes as were asked, refuses words that are there, and ends codes that nobody uses then', async () => {
  const { codes } = await make({ codes: 250 });
  expect(new Set(codes).size).toBe(250);
  await make();
  await expect(make()).rejects.toMatchObject({ errorName: 'conflict' });
  await expect(make({ codes: ['X'] })).rejects.toMatchObject({ errorName: 'invalidParam' });
  await expect(make({ kind: 'redeem' })).rejects.toMatchObject({ errorName: 'invalidParam' });
  await database.db.transaction((tx) => cancelCodes(tx, { codes: ['radio10'] }, now));
  await expect(check(ids[0]!)).rejects.toMatchObject({ errorName: 'discountCodeNotFound' });
});
