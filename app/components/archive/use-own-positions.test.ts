import { expect, it } from 'vitest';
import { newestPositionMs } from './use-own-positions.ts';

it('goes on where somebody listened last, not where they were farthest', () => {
  const positions = new Map([
    [1, { atMs: 900, heardAtMs: 10 }],
    [2, { atMs: 100, heardAtMs: 20 }],
  ]);
  expect(newestPositionMs(positions)).toBe(100);
  expect(newestPositionMs(new Map())).toBeNull();
  expect(newestPositionMs(null)).toBeNull();
});
