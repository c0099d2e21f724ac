import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { promotionBatches, promotionCodes, promotionUses } from '#db/tables/promotions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { cancelCodes, demandRealCode, makeBatch } from './promotions.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-21T12:00:00+08:00');
const NOT_FOUND = 'discountCodeNotFound';
const TOO_MANY = 'tooManyRequests';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [attempts, promotionUses, promotionCodes, promotionBatches]) await database.db.delete(table);
  await database.db.transaction((tx) =>
    makeBatch(tx, {
      kind: 'discount',
      name: '九折優惠',
      discount: { type: 2, value: 10 },
      planIds: [],
      startsAt: NOW,
      endsAt: new Date(NOW.getTime() + HOUR_MS),
      maxPerMember: 1,
      maxInAll: 1_000,
      eligible: 'all',
      codes: ['RADIO10', 'WITHDRAWN'],
      maxUses: 1_000,
      who: 'a test',
    }),
  );
});

interface From {
  memberId?: number;
  remoteIp?: string;
  later?: number;
}
/** The outcome of a try: '' for an existing code. */
const tried = (code: string, { memberId = 1, remoteIp = '203.0.113.7', later = 0 }: From = {}): Promise<string> => {
  const now = new Date(NOW.getTime() + later);
  return demandRealCode(database.db, { code, use: 'discount', memberId, remoteIp, now }).then(
    () => '',
    (error: unknown) => {
      if (error instanceof DomainError) return error.errorName;
      throw error;
    },
  );
};
const times = <T>(n: number, of: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => of(i)));
const countOf = (names: readonly string[], name: string) => names.filter((one) => one === name).length;
/** Each member has an address of their own. */
const apart = (i: number) => `198.51.${i >> 8}.${i & 255}`;

it('looks at ten wrong codes an hour of a member, of a hundred at once and from anywhere, and says when again', async () => {
  const names = await times(100, (i) => tried(`GUESS${i}`, { remoteIp: apart(i) }));
  expect([countOf(names, NOT_FOUND), countOf(names, TOO_MANY)]).toEqual([10, 90]);
  // A right code is refused in the same words as a wrong one.
  const refusal = (code: string) =>
    demandRealCode(database.db, { code, use: 'discount', memberId: 1, remoteIp: '192.0.2.1', now: NOW }).catch(
      (error: DomainError) => [error.errorName, error.detail],
    );
  expect(await refusal('RADIO10')).toEqual([TOO_MANY, { retry_after_seconds: 3_600 }]);
  expect(await refusal('GUESS1')).toEqual(await refusal('RADIO10'));
  expect(await tried('RADIO10', { memberId: 2, remoteIp: '192.0.2.1' })).toBe('');
  expect(await tried('RADIO10', { later: HOUR_MS, remoteIp: '192.0.2.1' })).toBe('');
});

it('looks at ten wrong codes an hour from an address, an IPv6 one by its network, of however many members', async () => {
  const ofNetwork = (i: number) => `2001:db8:1:2:${i.toString(16)}::1`;
  const names = await times(30, (i) => tried(`GUESS${i}`, { memberId: 100 + i, remoteIp: ofNetwork(i) }));
  expect([countOf(names, NOT_FOUND), countOf(names, TOO_MANY)]).toEqual([10, 20]);
  expect(await tried('RADIO10', { memberId: 200, remoteIp: ofNetwork(99) })).toBe(TOO_MANY);
  expect(await tried('RADIO10', { memberId: 200, remoteIp: '2001:db8:1:3::1' })).toBe('');
});

it('counts nothing of right codes, however many come at once, nor of one that is over or withdrawn', async () => {
  await database.db.transaction((tx) => cancelCodes(tx, { codes: ['WITHDRAWN'] }, NOW));
  expect(new Set(await times(100, (i) => tried('radio-10', { memberId: 1 + (i % 2) })))).toEqual(new Set(['']));
  expect(new Set(await times(20, () => tried('RADIO10', { later: 2 * HOUR_MS })))).toEqual(new Set(['']));
  expect(new Set(await times(20, () => tried('WITHDRAWN')))).toEqual(new Set(['']));
  expect(await tried('GUESS')).toBe(NOT_FOUND);
});

it('gives back for a right code what that took and no wrong one: a guesser gains nothing by one of their own', async () => {
  const names: string[] = [];
  for (let i = 0; i < 30; i++) names.push(await tried('RADIO10'), await tried(`GUESS${i}`));
  expect(countOf(names, NOT_FOUND)).toBe(10);
  expect(names.indexOf(TOO_MANY)).toBe(20);
  expect(countOf(names.slice(20), TOO_MANY)).toBe(40);
});

it('counts what is refused at one key under no other: a locked member uses up nothing of an address', async () => {
  await times(10, (i) => tried(`GUESS${i}`));
  await times(50, (i) => tried(`GUESS${i}`, { remoteIp: '192.0.2.9' }));
  expect(await tried('GUESS', { memberId: 2, remoteIp: '192.0.2.9' })).toBe(NOT_FOUND);
});
