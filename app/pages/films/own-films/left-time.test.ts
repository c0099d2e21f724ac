import { expect, it } from 'vitest';
import { lengthWords } from '#app/text/zh-hk/film-card.ts';
import { leftWords, positionWords } from '#app/text/zh-hk/films.ts';
import { leftAfter, ranPercent } from './left-time.ts';

const HOUR_MS = 3_600_000;

it('counts down from what the server said by time that passed, and by no clock of the device', () => {
  expect(leftAfter(HOUR_MS, 60_000)).toBe(HOUR_MS - 60_000);
  expect(leftAfter(HOUR_MS, 2 * HOUR_MS)).toBe(0);
  // A clock that stopped or was reset adds no time.
  expect(leftAfter(HOUR_MS, -HOUR_MS)).toBe(HOUR_MS);
});

it('says how far a window has run', () => {
  expect(ranPercent({ fromMs: 0, endMs: 48 * HOUR_MS }, 24 * HOUR_MS)).toBe(50);
  expect(ranPercent({ fromMs: 0, endMs: 48 * HOUR_MS }, 50 * HOUR_MS)).toBe(0);
  expect(ranPercent({ fromMs: 0, endMs: 48 * HOUR_MS }, 0)).toBe(100);
});

it('never tells of a minute that is not left', () => {
  expect(leftWords(2 * 60_000 - 1)).toBe('尚餘 1 分');
  expect(leftWords(59_999)).toBe('尚餘唔夠 1 分鐘');
  expect(leftWords(23 * HOUR_MS + 12 * 60_000 + 59_000)).toBe('尚餘 23 小時 12 分');
  expect(leftWords(48 * HOUR_MS)).toBe('尚餘 48 小時');
  expect(leftWords(18 * 24 * HOUR_MS + 5)).toBe('尚餘 18 日');
});

it('spells lengths and positions as people read them', () => {
  expect(lengthWords(96 * 60_000)).toBe('1 小時 36 分');
  expect(lengthWords(58 * 60_000)).toBe('58 分');
  expect(lengthWords(2 * HOUR_MS)).toBe('2 小時');
  expect(positionWords(4_300_000)).toBe('1:11:40');
  expect(positionWords(65_000)).toBe('1:05');
});
