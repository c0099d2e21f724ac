import { expect, it } from 'vitest';
import type { Stretch } from '#app/player/sources/replay.ts';
import { afterStretch, beginningIn, stretchesIn } from './only-unheard.ts';

const only: Stretch[] = [
  [10_000, 20_000],
  [50_000, 60_000],
];

it('begins in what was not heard', () => {
  expect([0, 10_000, 15_000, 20_000, 30_000, 70_000].map((at) => beginningIn(only, at))).toEqual([
    10_000, 10_000, 15_000, 50_000, 50_000, 70_000,
  ]);
});

it('goes from the end of one stretch to the next, and after the last to the end', () => {
  expect(afterStretch(only, 19_900, 20_150)).toBe(50_000);
  expect(afterStretch(only, 59_900, 60_150)).toBe('end');
  expect(afterStretch(only, 15_000, 15_250)).toBeNull();
});

it('lets whoever goes back to what they have heard hear it', () => {
  expect(afterStretch(only, 19_900, 30_000)).toBeNull();
  expect(afterStretch(only, 30_000, 30_250)).toBeNull();
  expect(afterStretch(only, 19_900, 12_000)).toBeNull();
});

it('cuts what a stretch has of a section', () => {
  expect(stretchesIn(only, 15_000, 55_000)).toEqual([
    [15_000, 20_000],
    [50_000, 55_000],
  ]);
  expect(stretchesIn(only, 20_000, 50_000)).toEqual([]);
});
