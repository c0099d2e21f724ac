import { expect, it } from 'vitest';
import { axisOf, barsOf, nearestSilence } from './wave.rules.ts';

const peaks = (fromMs: number, values: number[]) => ({ fromMs, stepMs: 100, values: Uint8Array.from(values) });

it('draws the highest peak of each bar, and nothing where no sound is known', () => {
  const windows = [peaks(0, [1, 255, 128, 0]), peaks(400, [0, 0, 1, 1])];
  expect(barsOf(windows, { fromMs: 0, toMs: 800 }, 4)).toEqual([1, 127 / 254, null, 0]);
});

it('snaps an edge to the middle of the nearest quiet half second', () => {
  const loud = Array.from({ length: 100 }, () => 200);
  loud.fill(3, 60, 66);
  loud.fill(3, 10, 16);
  expect(nearestSilence([peaks(0, loud)], 5_200)).toBe(6_250);
  expect(nearestSilence([], 5_200)).toBe(5_200);
});

it('marks an axis with round instants', () => {
  const hour = 3_600_000;
  expect(axisOf({ fromMs: hour - 1, toMs: 2 * hour }).map((ms) => ms / 60_000)).toEqual([
    60, 70, 80, 90, 100, 110, 120,
  ]);
});
