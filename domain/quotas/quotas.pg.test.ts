import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { holdUnits, quotaHolds, quotas } from '#db/tables/quotas.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  endHolds,
  findTakenUnits,
  hold,
  leftOf,
  openQuota,
  prolongHeld,
  releaseHeld,
  sellHeld,
  standingOf,
  type AskedHold,
  type Holder,
} from './quotas.ts';

const now = new Date('2026-11-21T12:00:00+08:00');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
const ASKERS = 300;
const TOTAL = 50;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [holdUnits, quotaHolds, quotas]) await database.db.delete(table);
});

const open = (total: number) => database.db.transaction((tx) => openQuota(tx, { name: '座位', total }));
const take = (quotaId: number, orderId: Holder, over: Partial<AskedHold> = {}) =>
  database.db.transaction((tx) => hold(tx, { quotaId, orderId, quantity: 1, until: minutes(10), ...over }));
const sell = (orderId: Holder) => database.db.transaction((tx) => sellHeld(tx, orderId));
const release = (orderId: Holder) => database.db.transaction((tx) => releaseHeld(tx, orderId));
const prolong = (orderId: Holder, until: Date) => database.db.transaction((tx) => prolongHeld(tx, orderId, until));
const end = (at: Date) => database.db.transaction((tx) => endHolds(tx, at));
const standing = async (quotaId: number) => (await standingOf(database.db, [quotaId])).get(quotaId);

it('holds and sells fifty of fifty to three hundred who ask at once, and never one more', async () => {
  const quotaId = await open(TOTAL);
  const asked = Array.from({ length: ASKERS }, (_, i) =>
    take(quotaId, i + 1).then(
      async () => {
        // Some pay, some cancel; cancelled ones go to others.
        await (i % 3 === 0 ? release(i + 1) : i % 3 === 1 ? sell(i + 1) : Promise.resolve());
        return 'held';
      },
      (error: unknown) => (error as { errorName?: string }).errorName,
    ),
  );
  const answers = await Promise.all(asked);
  expect(new Set(answers)).toEqual(new Set(['held', 'quotaFull']));
  const after = await standing(quotaId);
  const rows = await database.db.select().from(quotaHolds);
  const sum = (state: string) => rows.filter((row) => row.state === state).length;
  expect(after).toMatchObject({ sold: sum('sold'), held: sum('held') });
  expect((after?.sold ?? 0) + (after?.held ?? 0)).toBeLessThanOrEqual(TOTAL);
});

it('gives a thing that is one of a kind to one of a hundred who ask at once', async () => {
  const quotaId = await open(365);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      take(quotaId, i + 1, { units: ['2026-12-25'] }).then(
        () => 'held',
        () => 'refused',
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
  expect(await findTakenUnits(database.db, quotaId)).toEqual(['2026-12-25']);
  // A refused request holds nothing, not even its quantity.
  expect(await standing(quotaId)).toMatchObject({ held: 1, sold: 0 });
});

it('holds what is asked for now in place of what the same order held', async () => {
  const quotaId = await open(3);
  await take(quotaId, 1, { quantity: 2, units: ['a', 'b'] });
  await take(quotaId, 1, { quantity: 3, units: ['b', 'c', 'd'] });
  expect(await findTakenUnits(database.db, quotaId)).toEqual(['b', 'c', 'd']);
  expect(await standing(quotaId)).toMatchObject({ held: 3 });
});

it('ends a hold at its end and not before, and sells it again', async () => {
  const quotaId = await open(1);
  await take(quotaId, 1, { units: ['a'] });
  expect(await end(new Date(minutes(10).getTime() - 1))).toBe(0);
  expect(await errorNameOf(take(quotaId, 2))).toBe('quotaFull');
  expect(await end(minutes(10))).toBe(1);
  expect(await end(minutes(10))).toBe(0);
  await take(quotaId, 2, { units: ['a'] });
});

it('keeps a hold whose payer is at a provider, and what was sold', async () => {
  const quotaId = await open(2);
  await take(quotaId, 1);
  await take(quotaId, 2);
  expect(await prolong(1, minutes(20))).toBe(1);
  await sell(2);
  expect(await end(minutes(15))).toBe(0);
  expect(await standing(quotaId)).toMatchObject({ held: 1, sold: 1 });
  expect(await end(minutes(20))).toBe(1);
});

it('never makes a hold shorter than it was', async () => {
  const quotaId = await open(1);
  await take(quotaId, 1, { until: minutes(25) });
  await prolong(1, minutes(5));
  expect(await end(minutes(24))).toBe(0);
});

it('sells to who pays after the end what is left, and refuses what is somebody else’s by now', async () => {
  const quotaId = await open(1);
  await take(quotaId, 1, { units: ['a'] });
  await end(minutes(10));
  await sell(1);
  expect(await standing(quotaId)).toMatchObject({ held: 0, sold: 1 });
  await release(1);
  await take(quotaId, 2, { units: ['a'] });
  expect(await errorNameOf(sell(1))).toBe('quotaFull');
  expect(await errorNameOf(prolong(1, minutes(30)))).toBe('quotaFull');
  expect(await standing(quotaId)).toMatchObject({ held: 1, sold: 0 });
});

it('counts nothing twice that is sold, released or ended again', async () => {
  const quotaId = await open(5);
  await take(quotaId, 1, { quantity: 2 });
  await sell(1);
  await sell(1);
  expect(await standing(quotaId)).toMatchObject({ held: 0, sold: 2 });
  expect(await errorNameOf(take(quotaId, 1))).toBe('conflict');
  await release(1);
  await release(1);
  expect(await standing(quotaId)).toMatchObject({ held: 0, sold: 0 });
});

it('says what is left to who asks for more, and whether some of it may come free', async () => {
  const quotaId = await open(3);
  await take(quotaId, 1, { quantity: 2 });
  await expect(take(quotaId, 2, { quantity: 2 })).rejects.toMatchObject({ detail: { left: 1, may_free: true } });
  await sell(1);
  await expect(take(quotaId, 2, { quantity: 2 })).rejects.toMatchObject({ detail: { left: 1, may_free: false } });
});

it('holds no part of a thing, nor other units than it counts', async () => {
  const quotaId = await open(3);
  expect(await errorNameOf(take(quotaId, 1, { quantity: 0 }))).toBe('invalidParam');
  expect(await errorNameOf(take(quotaId, 1, { quantity: 1.5 }))).toBe('invalidParam');
  expect(await errorNameOf(take(quotaId, 1, { quantity: 2, units: ['a'] }))).toBe('invalidParam');
  expect(await errorNameOf(take(quotaId, 1, { quantity: 2, units: ['a', 'a'] }))).toBe('invalidParam');
});

it('remembers for two seconds that nothing is left, and looks again after that', async () => {
  const quotaId = await open(1);
  const at = (ms: number) => leftOf(database.db, quotaId, new Date(now.getTime() + ms));
  expect(await at(0)).toBe(1);
  await take(quotaId, 1);
  expect(await at(0)).toBe(0);
  await release(1);
  expect(await at(1_999)).toBe(0);
  expect(await at(2_000)).toBe(1);
});
