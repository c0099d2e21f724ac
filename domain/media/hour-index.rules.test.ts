import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { pushes, timelineOf, T0 } from '#tests/factories/media/timeline.ts';
import { decodeHourIndex, encodeHourIndex } from './hour-index.rules.ts';
import { LOOP_SEGMENT_MS, loopHours, loopSegments } from './loop.rules.ts';
import { mergeSpans, touches, withoutRemoved } from './removals.rules.ts';
import { endOf } from './timeline.rules.ts';

it('the index of an hour gives back every segment of any timeline, with its place in the object', () => {
  fc.assert(
    fc.property(
      pushes,
      fc.array(fc.nat(100_000), { minLength: 60, maxLength: 60 }),
      fc.nat(2 ** 40),
      (all, sizes, first) => {
        let offset = 0;
        const segments = timelineOf(all, first).map(({ sequence, startsAt, durationMs, discontinuity, initId }, i) => {
          const bytes = sizes[i % sizes.length]!;
          offset += bytes;
          return { sequence, startsAt, durationMs, discontinuity, initId, bytes, offset: offset - bytes };
        });
        expect(decodeHourIndex(T0, encodeHourIndex(T0, segments))).toEqual(segments);
      },
    ),
  );
});

it('an index that is cut off or of another format is refused, not read as something else', () => {
  const whole = encodeHourIndex(T0, [
    { sequence: 300, startsAt: T0, durationMs: 4_000, discontinuity: 0, initId: 1, bytes: 40_000 },
  ]);
  expect(() => decodeHourIndex(T0, whole.subarray(0, -1))).toThrow('truncated');
  expect(() => decodeHourIndex(T0, Uint8Array.of(9, ...whole.subarray(1)))).toThrow('format');
  expect(() => decodeHourIndex(T0, new Uint8Array())).toThrow('format');
});

it('the hours of a loop have each of its segments once, at the instant the demo stations give it', () => {
  expect(LOOP_SEGMENT_MS).toBe(SEGMENT_MS);
  const hours = loopHours(T0 + 1_000_000, T0 + 9_000_000);
  const segments = hours.flatMap(({ first, last }) => loopSegments({ first, last, initId: 1 }));
  expect(segments.map((s) => s.sequence)).toEqual(segments.map((_, i) => segments[0]!.sequence + i));
  expect(segments.every((s, i) => i === 0 || s.startsAt === endOf(segments[i - 1]!))).toBe(true);
  expect(segments[0]!.startsAt - (T0 + 1_000_000)).toBeLessThan(LOOP_SEGMENT_MS);
  for (const hour of hours)
    expect(Math.floor((hour.first * LOOP_SEGMENT_MS) / 3_600_000) * 3_600_000).toBe(hour.startsAt);
});

const span = fc.tuple(fc.nat(4_000_000), fc.integer({ min: 1, max: 200_000 })).map(([from, length]) => ({
  from: T0 + from,
  to: T0 + from + length,
}));

it('nothing of a removed span is played, all else is, and each cut counts once in every rendition', () => {
  fc.assert(
    fc.property(pushes, fc.array(span, { maxLength: 6 }), (all, spans) => {
      const segments = timelineOf(all);
      const removed = mergeSpans(spans);
      const played = withoutRemoved({ segments }, removed).segments;
      const isHit = (s: { startsAt: number; durationMs: number }) =>
        spans.some(({ from, to }) => from < endOf(s as never) && to > s.startsAt);
      expect(played.map((s) => s.sequence)).toEqual(segments.filter((s) => !isHit(s)).map((s) => s.sequence));
      for (const s of segments) expect(touches(removed, s)).toBe(isHit(s));
      for (const s of played) {
        const own = segments.find(({ sequence }) => sequence === s.sequence)!.discontinuity;
        expect(s.discontinuity - own).toBe(removed.filter(({ to }) => to <= s.startsAt).length);
      }
    }),
  );
});
