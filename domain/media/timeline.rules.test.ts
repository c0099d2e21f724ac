import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pushes, steadySegments, T0, timelineOf } from '#tests/factories/media/timeline.ts';
import {
  endOf,
  firstEndingAfter,
  JITTER_MS,
  keptSpans,
  placeSegment,
  takeoverMs,
  type Candidate,
  type Edge,
} from './timeline.rules.ts';

const edge: Edge = {
  encoderId: 1,
  initId: 1,
  startsAt: T0,
  durationMs: 4_000,
  mediaEndMs: 4_000,
  discontinuity: 3,
  indexedAt: T0 + 4_100,
};
const next: Candidate = { encoderId: 1, initId: 1, startsAt: T0 + 4_000, durationMs: 4_000, mediaStartMs: 4_000 };
const at = { now: T0 + 8_100, windowMs: 3_600_000, targetMs: 4_000 };

describe('the timeline of a rendition', () => {
  it('only ever grows at its end, without overlap beyond the jitter, numbers without a hole', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const segments = timelineOf(all, 500);
        segments.forEach((segment, i) => {
          const before = segments[i - 1];
          if (before === undefined) return;
          expect(segment.sequence).toBe(before.sequence + 1);
          expect(segment.startsAt).toBeGreaterThan(before.startsAt);
          expect(segment.startsAt).toBeGreaterThanOrEqual(endOf(before) - JITTER_MS);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('has a discontinuity exactly where the sound does not go on seamlessly', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const segments = timelineOf(all);
        segments.slice(1).forEach((segment, i) => {
          expect(segment.discontinuity - segments[i]!.discontinuity).toBe(segment.seamless ? 0 : 1);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('places the same push once, however often and however late it is repeated', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const once = timelineOf(all);
        // All of it again, an hour later.
        const again = all.map((push) => ({ ...push, now: push.now + 3_600_000 }));
        expect(timelineOf([...all, ...again]).slice(0, once.length)).toEqual(once);
        const starts = timelineOf([...all, ...again]).map((s) => s.startsAt);
        expect(new Set(starts).size).toBe(starts.length);
      }),
    );
  });
});

describe('placing a segment', () => {
  it('goes on with the run when clocks and init agree, whatever the wall clock jitters', () => {
    for (const jitterMs of [-JITTER_MS, 0, JITTER_MS]) {
      const placed = placeSegment({ ...next, startsAt: next.startsAt + jitterMs }, edge, undefined, at);
      expect(placed).toEqual({ kind: 'append', discontinuity: 3, newRun: false });
    }
  });

  it.each([
    ['a lost segment', { startsAt: next.startsAt + 4_000, mediaStartMs: 8_000 }],
    ['another init', { initId: 2 }],
    ['an encoder that began anew', { mediaStartMs: 0 }],
  ])('writes a discontinuity after %s', (_, change) => {
    const placed = placeSegment({ ...next, ...change }, edge, undefined, { ...at, now: at.now + 4_000 });
    expect(placed).toEqual({ kind: 'append', discontinuity: 4, newRun: true });
  });

  it('never inserts before the edge and never takes what overlaps it', () => {
    for (const startsAt of [T0 - 60_000, T0 - 1, T0, T0 + 1, T0 + 2_000, T0 + 3_749]) {
      expect(placeSegment({ ...next, startsAt }, edge, undefined, at).kind).toBe('covered');
    }
  });

  it('lets a second encoder take over only when the first has fallen silent', () => {
    const other = { ...next, encoderId: 2, initId: 2 };
    for (const targetMs of [4_000, 1_000]) {
      const silentAt = edge.indexedAt + takeoverMs(targetMs);
      expect(placeSegment(other, edge, undefined, { ...at, targetMs, now: silentAt - 1 }).kind).toBe('standby');
      expect(placeSegment(other, edge, undefined, { ...at, targetMs, now: silentAt }).kind).toBe('append');
    }
  });

  it('lets an encoder that an operator chose take over at once, and the holder again if it does not come', () => {
    const other = { ...next, encoderId: 2, initId: 2 };
    const third = { ...next, encoderId: 3, initId: 3 };
    const switching = { encoderId: 2, at: at.now };
    const asked = (candidate: typeof next, afterMs: number) =>
      placeSegment(candidate, edge, undefined, { ...at, targetMs: 4_000, now: at.now + afterMs, switching }).kind;
    expect(placeSegment(other, edge, undefined, at).kind).toBe('standby');
    expect(asked(other, 0)).toBe('append');
    expect(asked(next, 0)).toBe('standby');
    expect(asked(third, 7_999)).toBe('standby');
    expect(asked(next, 8_000)).toBe('append');
  });

  it('refuses a clock that runs ahead, since it would hide every honest segment after it', () => {
    expect(placeSegment({ ...next, startsAt: at.now + 7_000 }, edge, undefined, at).kind).toBe('ahead');
  });

  it('refuses what has already left the window', () => {
    expect(placeSegment({ ...next, startsAt: T0 }, undefined, undefined, { ...at, now: T0 + 3_604_000 }).kind).toBe(
      'expired',
    );
  });

  it('catches up with the discontinuity number of a sibling rendition, one at a time', () => {
    expect(placeSegment(next, edge, 6, at)).toEqual({ kind: 'append', discontinuity: 4, newRun: true });
    expect(placeSegment(next, edge, 3, at)).toEqual({ kind: 'append', discontinuity: 3, newRun: false });
    expect(placeSegment(next, undefined, 6, at)).toEqual({ kind: 'append', discontinuity: 6, newRun: true });
  });
});

describe('finding sound on the timeline', () => {
  const segments = steadySegments(10).filter(({ sequence }) => sequence !== 4 && sequence !== 5);

  it('finds the segment that contains an instant, or the next one after a gap', () => {
    expect(segments[firstEndingAfter(segments, T0)]?.sequence).toBe(0);
    expect(segments[firstEndingAfter(segments, T0 + 3_999)]?.sequence).toBe(0);
    expect(segments[firstEndingAfter(segments, T0 + 4_000)]?.sequence).toBe(1);
    expect(segments[firstEndingAfter(segments, T0 + 17_000)]?.sequence).toBe(6);
    expect(firstEndingAfter(segments, T0 + 40_000)).toBe(segments.length);
    expect(firstEndingAfter(segments, T0 - 1e6)).toBe(0);
  });
});

describe('what is kept', () => {
  it('has a gap where nothing came, on any rate, and none where one rate made up for another', () => {
    const whole = steadySegments(20);
    const without = (from: number, to: number) => whole.filter((_, i) => i < from || i >= to);
    const end = T0 + 80_000;
    expect(keptSpans([whole, []], 0)).toEqual([{ from: T0, to: end }]);
    expect(keptSpans([without(5, 15), whole], 0)).toEqual([{ from: T0, to: end }]);
    expect(keptSpans([without(5, 15), without(8, 20)], 0)).toEqual([
      { from: T0, to: T0 + 32_000 },
      { from: T0 + 60_000, to: end },
    ]);
    // A lost segment is a cut, not a missing part.
    expect(keptSpans([without(5, 6)], 0)).toEqual([{ from: T0, to: end }]);
  });

  it('ends where the window does', () => {
    expect(keptSpans([steadySegments(20)], T0 + 6_000)).toEqual([{ from: T0 + 6_000, to: T0 + 80_000 }]);
    expect(keptSpans([steadySegments(20)], T0 + 80_000)).toEqual([]);
    expect(keptSpans([[], []], 0)).toEqual([]);
  });
});
