import { expect, it } from 'vitest';
import { newestPlace } from './use-own-places.ts';

it('goes on where somebody listened last, not where they were farthest', () => {
  const places = new Map([
    [1, { atMs: 900, heardAtMs: 10 }],
    [2, { atMs: 100, heardAtMs: 20 }],
  ]);
  expect(newestPlace(places)).toEqual({ partId: 2, atMs: 100 });
  expect(newestPlace(new Map())).toBeNull();
  expect(newestPlace(null)).toBeNull();
});
