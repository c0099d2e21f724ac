import { expect, it } from 'vitest';
import type { Db } from './database.ts';
import { remembered, rememberReads } from './remembered.ts';

const pool = () => ({}) as Db;
const counted = () => {
  let times = 0;
  return async () => (times += 1);
};
const asked = { key: 'list', tags: ['programs', 'hosts'] };

it('remembers nothing of a pool that nobody tells of changes, nor of a transaction', async () => {
  const load = counted();
  const db = pool();
  expect([await remembered(db, asked, load), await remembered(db, asked, load)]).toEqual([1, 2]);
  rememberReads(db);
  await remembered(db, asked, load);
  expect(await remembered(pool(), asked, load)).toBe(4);
});

it('asks once however many wait, and again after a change of one of its tags', async () => {
  const load = counted();
  const db = pool();
  const memory = rememberReads(db);
  expect(await Promise.all([remembered(db, asked, load), remembered(db, asked, load)])).toEqual([1, 1]);
  memory.forget(['chart']);
  expect(await remembered(db, asked, load)).toBe(1);
  memory.forget(['chart', 'hosts']);
  expect(await remembered(db, asked, load)).toBe(2);
  memory.forgetAll();
  expect(await remembered(db, asked, load)).toBe(3);
});

it('does not keep an answer that was on its way when the change came', async () => {
  const db = pool();
  const memory = rememberReads(db);
  let finish: (value: string) => void = () => {};
  const waiting = remembered(db, asked, () => new Promise<string>((done) => (finish = done)));
  memory.forget(['programs']);
  finish('old');
  expect(await waiting).toBe('old');
  expect(await remembered(db, asked, async () => 'new')).toBe('new');
});

it('forgets an error at once', async () => {
  const db = pool();
  rememberReads(db);
  await expect(remembered(db, asked, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await remembered(db, asked, async () => 'back')).toBe('back');
});
