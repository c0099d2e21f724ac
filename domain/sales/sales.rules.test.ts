import { expect, it } from 'vitest';
import { askAgainMs, askedKey, itemOf, ENTRY_SILENT_MS, waitsUntil } from './sales.rules.ts';

const start = new Date('2026-11-21T12:00:00+08:00');
const minutes = (n: number) => new Date(start.getTime() + n * 60_000);
const line = { kind: 'goods', id: 7, unit: null, quantity: 1, promotionCode: null };

it.each([
  ['until the attempt ends', 20, 0, 20],
  ['thirty minutes at most', 35, 20, 30],
  ['just to the thirtieth minute', 40, 29.999, 30],
])('lets a hold wait %s', (_name, until, at, expected) => {
  expect(waitsUntil(start, minutes(until), minutes(at))).toEqual(minutes(expected));
});

it('lets nobody begin to pay for what was held for thirty minutes', () => {
  expect(waitsUntil(start, minutes(45), minutes(30))).toBeNull();
});

it('takes two presses for one where they ask for the same, under the same terms', () => {
  const key = askedKey([line], 'v1');
  expect(askedKey([{ ...line }], 'v1')).toBe(key);
  for (const other of [{ quantity: 2 }, { id: 8 }, { unit: 'a' }, { promotionCode: 'X' }, { kind: 'pledge' }])
    expect(askedKey([{ ...line, ...other }], 'v1')).not.toBe(key);
  expect(askedKey([line], 'v2')).not.toBe(key);
  expect(askedKey([line, line], 'v1')).not.toBe(key);
});

it('queues those who want the same thing in one line, however many they want', () => {
  expect(itemOf('campaign', [{ ...line, quantity: 5, unit: 'a' }])).toBe(itemOf('campaign', [line]));
  expect(itemOf('campaign', [{ ...line, id: 8 }])).not.toBe(itemOf('campaign', [line]));
});

it('spreads who asks again over some seconds', () => {
  expect([0, 0.5, 1].map((draw) => askAgainMs(draw, 0))).toEqual([2_000, 3_000, 4_000]);
  expect(askAgainMs(1, 5_000)).toBeLessThan(ENTRY_SILENT_MS);
});
