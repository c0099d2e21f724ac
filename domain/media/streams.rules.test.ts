import fc from 'fast-check';
import { expect, it } from 'vitest';
import { peakBitsPerSecond, streamKindOf } from './streams.rules.ts';

it('tells the kind of a stream by its number', () => {
  const numbers = [881, 9_999, 10_000, 999_999, 1_000_000, 1_999_999, 2_000_000, 2_147_483_647];
  expect(numbers.map(streamKindOf)).toEqual(['channel', 'channel', 'tape', 'tape', 'film', 'film', 'event', 'event']);
});

it('measures the peak of a rendition as RFC 8216 says it: of stretches of about a target duration', () => {
  const steady = { durationMs: 4_000, bytes: 500_000 };
  expect(peakBitsPerSecond([steady, steady, steady], 4_000)).toBe(1_000_000);
  expect(peakBitsPerSecond([steady, { durationMs: 4_000, bytes: 1_000_000 }, steady], 4_000)).toBe(2_000_000);
  // A short last segment is not a stretch of its own.
  expect(peakBitsPerSecond([steady, { durationMs: 200, bytes: 100_000 }], 4_000)).toBe(
    Math.ceil(4_800_000_000 / 4_200),
  );
  expect(peakBitsPerSecond([{ durationMs: 200, bytes: 100_000 }], 4_000)).toBe(0);
});

it('never calls a rendition lighter than it is on average', () => {
  const segment = fc.record({
    durationMs: fc.integer({ min: 2_000, max: 4_499 }),
    bytes: fc.integer({ min: 1, max: 9e6 }),
  });
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 40 }), (segments) => {
      const bytes = segments.reduce((sum, one) => sum + one.bytes, 0);
      const lastsMs = segments.reduce((sum, one) => sum + one.durationMs, 0);
      expect(peakBitsPerSecond(segments, 4_000)).toBeGreaterThanOrEqual((bytes * 8_000) / lastsMs - 1);
    }),
  );
});
