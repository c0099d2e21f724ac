import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { daysBetweenHk, earnedAfter, lineAccountOf } from './ledger.rules.ts';

it('earns every cent of a line over its days, and on no day less than nothing', () => {
  assert(
    property(integer({ min: 1, max: 10_000_000 }), integer({ min: 1, max: 1_000 }), (cents, days) => {
      const byDay = Array.from(
        { length: days },
        (_, n) => earnedAfter(cents, days, n + 1) - earnedAfter(cents, days, n),
      );
      expect(byDay.every((day) => day >= 0)).toBe(true);
      expect(byDay.reduce((all, day) => all + day, 0)).toBe(cents);
    }),
  );
});

it('earns nothing before the first day and nothing more after the last', () => {
  expect(earnedAfter(38_800, 250, -3)).toBe(0);
  expect(earnedAfter(38_800, 250, 400)).toBe(38_800);
});

it('counts days across a leap February', () => {
  expect(daysBetweenHk('2028-02-28', '2028-03-01')).toBe(2);
  expect(daysBetweenHk('2028-03-01', '2028-02-28')).toBe(-2);
});

it('owes a gift until it is redeemed, whatever days are in it', () => {
  expect([lineAccountOf('gift', true), lineAccountOf('subscription', true), lineAccountOf('ticket', false)]).toEqual([
    'gifts',
    'deferred:subscription',
    'income:ticket',
  ]);
});
