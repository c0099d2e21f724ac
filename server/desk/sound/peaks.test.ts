import { expect, it } from 'vitest';
import { PEAK_HZ, PEAK_STEP_MS, peaksOf } from './peaks.ts';

const part = (startsAt: number, offsetMs: number, durationMs: number) => ({
  startsAt,
  offsetMs,
  durationMs,
  at: 0,
  span: 0,
  range: { start: 0, end: 0 },
  segment: {} as never,
});

it('places peaks by air time, and leaves a gap in the sound empty', () => {
  const cut = { rendition: 'a64' as const, spans: [{ streamId: 881, from: 10_000, to: 14_000 }] };
  // One second of silence, a gap of a second, then a second of which the last tenth is loud.
  const sound = Buffer.alloc(2 * PEAK_HZ, 128);
  sound[2 * PEAK_HZ - 10] = 28;
  const parts = [part(10_000, 0, 1_000), part(12_000, 1_000, 1_000)];
  const peaks = peaksOf({ cut, parts }, sound);
  expect(peaks.length).toBe(4_000 / PEAK_STEP_MS);
  expect([...peaks.subarray(0, 10)]).toEqual(Array.from({ length: 10 }, () => 1));
  expect([...peaks.subarray(10, 20)]).toEqual(Array.from({ length: 10 }, () => 0));
  expect([...peaks.subarray(20, 30)]).toEqual([...Array.from({ length: 9 }, () => 1), 201]);
  expect([...peaks.subarray(30)]).toEqual(Array.from({ length: 10 }, () => 0));
});
