import { expect, it } from 'vitest';
import { howLongAgo } from './how-long-ago.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 6, 5, 30);
const agoOf = (minutes: number) => howLongAgo(NOW_MS - minutes * 60_000, NOW_MS, 'when');

it('says how long ago a piece came out while that says more than its day and hour', () => {
  expect(agoOf(0)).toBe('啱啱');
  expect(agoOf(5)).toBe('5 分鐘前');
  expect(agoOf(120)).toBe('12:05');
});

it('says the words that stay true of another day, and of an instant that the visitor takes for the future', () => {
  expect(agoOf(24 * 60)).toBe('when');
  expect(agoOf(-5)).toBe('when');
});
