import { expect, it } from 'vitest';
import { freeSeat, mayJoin, roomOf } from './families.rules.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-21T12:00:00+08:00');
const present = (memberId: number) => ({ memberId, leftAt: null });
const left = (memberId: number, daysAgo: number) => ({ memberId, leftAt: new Date(NOW.getTime() - daysAgo * DAY_MS) });

it('has four others at once, and six different people in thirty days', () => {
  expect(roomOf([])).toEqual({ free: 4, freeFrom: null });
  expect(roomOf([1, 2, 3, 4].map(present))).toEqual({ free: 0, freeFrom: null });
  expect(roomOf([...[1, 2, 3].map(present), left(4, 1)]).free).toBe(1);
  expect(roomOf([...[1, 2, 3].map(present), left(4, 9), left(5, 2), left(6, 1)])).toEqual({
    free: 0,
    freeFrom: new Date(NOW.getTime() + 21 * DAY_MS),
  });
});

it('counts a person who left and came back once, and lets them return when changes are used up', () => {
  expect(roomOf([present(1), left(1, 3), left(1, 1)]).free).toBe(3);
  const used = [...[1, 2, 3].map(present), left(4, 3), left(5, 2), left(6, 1)];
  expect([mayJoin(used, 6), mayJoin(used, 7)]).toEqual([true, false]);
  expect(mayJoin([...[1, 2, 3, 4].map(present), left(5, 1)], 5)).toBe(false);
});

it('gives the first free seat after the payer', () => {
  expect([freeSeat([1]), freeSeat([1, 2, 4]), freeSeat([1, 2, 3, 4, 5])]).toEqual([2, 3, undefined]);
});
