import { expect, it } from 'vitest';
import { newestPlaceMs } from './use-own-places.ts';

it('goes on where somebody listened last, not where they were farthest', () => {
  const places = new Map([
    [1, { atMs: 900, heardAtMs: 10 }],
    [2, { atMs: 100, heardAtMs: 20 }],
  ]);
  expect(newestPlaceMs(places)).toBe(100);
  expect(newestPlaceMs(new Map())).toBeNull();
  expect(newestPlaceMs(null)).toBeNull();
});
