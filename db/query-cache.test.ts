import { expect, it } from 'vitest';
import type { Db } from './database.ts';
import { cachedQuery, createQueryCache } from './query-cache.ts';

const pool = () => ({}) as Db;
const counted = () => {
  let times = 0;
  return async () => (times += 1);
};
const asked = { key: 'list', tags: ['programs', 'hosts'] };

it('remembers nothing of a pool that nobody tells of changes, nor of a transaction', async () => {
  const load = counted();
  const db = pool();
  expect([await cachedQuery(db, asked, load), await cachedQuery(db, asked, load)]).toEqual([1, 2]);
  createQueryCache(db);
  await cachedQuery(db, asked, load);
  expect(await cachedQuery(pool(), asked, load)).toBe(4);
});

it('asks once however many wait, and again after a change of one of its tags', async () => {
  const load = counted();
  const db = pool();
  const memory = createQueryCache(db);
  expect(await Promise.all([cachedQuery(db, asked, load), cachedQuery(db, asked, load)])).toEqual([1, 1]);
  memory.forget(['chart']);
  expect(await cachedQuery(db, asked, load)).toBe(1);
  memory.forget(['chart', 'hosts']);
  expect(await cachedQuery(db, asked, load)).toBe(2);
  memory.forgetAll();
  expect(await cachedQuery(db, asked, load)).toBe(3);
});

it('does not keep an answer that was on its way when the change came', async () => {
  const db = pool();
  const memory = createQueryCache(db);
  let finish: (value: string) => void = () => {};
  const waiting = cachedQuery(db, asked, () => new Promise<string>((done) => (finish = done)));
  memory.forget(['programs']);
  finish('old');
  expect(await waiting).toBe('old');
  expect(await cachedQuery(db, asked, async () => 'new')).toBe('new');
});

it('forgets an error at once', async () => {
  const db = pool();
  createQueryCache(db);
  await expect(cachedQuery(db, asked, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cachedQuery(db, asked, async () => 'back')).toBe('back');
});

it('asks once of a query that is sent by whoever waits for it, as those of the builder are', async () => {
  const db = pool();
  createQueryCache(db);
  let times = 0;
  // oxlint-disable-next-line no-thenable
  const lazy = () => ({ then: (tell: (n: number) => void) => tell((times += 1)) }) as Promise<number>;
  expect([await cachedQuery(db, asked, lazy), await cachedQuery(db, asked, lazy)]).toEqual([1, 1]);
});
