import fc from 'fast-check';
import { placeSegment, type Candidate, type Edge, type TimelineSegment } from '#domain/media/timeline.rules.ts';

export interface PlacedSegment extends TimelineSegment {
  encoderId: number;
  /** Whether the sound continues seamlessly from the previous segment. */
  seamless: boolean;
}

export const T0 = Date.UTC(2026, 10, 21, 4, 0, 0);

interface Push extends Candidate {
  now: number;
}

const GAP_MS = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -200, max: 200 }) },
  fc.integer({ min: -20_000, max: 60_000 }),
);

/**
 * Possible pushes within an hour: continuing with jitter, repeating, falling behind, jumping, restarting with another
 * init and clock, and a second encoder pushing the same time.
 */
export const pushes: fc.Arbitrary<Push[]> = fc
  .array(
    fc.record({
      encoderId: fc.constantFrom(1, 1, 1, 2),
      restart: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      gapMs: GAP_MS,
      durationMs: fc.integer({ min: 500, max: 4_499 }),
      delayMs: fc.integer({ min: 0, max: 9_000 }),
      repeat: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps) => {
    const states = new Map([1, 2].map((id) => [id, { at: T0, mediaMs: 0, initId: id }]));
    return steps.flatMap(({ encoderId, restart, gapMs, durationMs, delayMs, repeat }) => {
      const state = states.get(encoderId)!;
      if (restart) Object.assign(state, { mediaMs: 0, initId: state.initId + 10 });
      state.at += gapMs;
      const push: Push = {
        encoderId,
        initId: state.initId,
        startsAt: state.at,
        durationMs,
        mediaStartMs: state.mediaMs,
        now: state.at + durationMs + delayMs,
      };
      state.at += durationMs;
      state.mediaMs += durationMs;
      return repeat ? [push, push] : [push];
    });
  });

/** Places pushes by the rule, like the store. */
export function timelineOf(all: readonly Push[], firstSequence = 0): PlacedSegment[] {
  const placed: PlacedSegment[] = [];
  let edge: Edge | undefined;
  for (const push of all) {
    const placement = placeSegment(push, edge, undefined, { now: push.now, windowMs: 8 * 3_600_000, targetMs: 4_000 });
    if (placement.kind !== 'append') continue;
    const { startsAt, durationMs, initId, encoderId, mediaStartMs, now } = push;
    const { discontinuity } = placement;
    const seamless =
      edge !== undefined &&
      edge.encoderId === encoderId &&
      edge.initId === initId &&
      mediaStartMs === edge.mediaEndMs &&
      startsAt - (edge.startsAt + edge.durationMs) <= 250;
    const sequence = firstSequence + placed.length;
    placed.push({ sequence, discontinuity, startsAt, durationMs, initId, encoderId, seamless });
    edge = {
      encoderId,
      initId,
      startsAt,
      durationMs,
      mediaEndMs: mediaStartMs + durationMs,
      discontinuity,
      indexedAt: now,
    };
  }
  return placed;
}

/** `count` consecutive segments of 4 s. */
export function steadySegments(count: number, from = T0): TimelineSegment[] {
  return Array.from({ length: count }, (_, i) => ({
    sequence: i,
    discontinuity: 0,
    startsAt: from + i * 4_000,
    durationMs: 4_000,
    initId: 1,
  }));
}
