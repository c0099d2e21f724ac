import { TARGET_DURATION_MS } from './renditions.rules.ts';

/** A segment on the timeline, times in unix ms. */
export interface TimelineSegment {
  sequence: number;
  /** Number of discontinuities since the rendition began, including one at this segment. */
  discontinuity: number;
  startsAt: number;
  durationMs: number;
  initId: number;
}

/** A stored segment to be placed. */
export interface Candidate {
  encoderId: number;
  initId: number;
  startsAt: number;
  durationMs: number;
  /** Its start on the encoder's own clock. */
  mediaStartMs: number;
}

/** End of a rendition's timeline. */
export interface Edge {
  encoderId: number;
  initId: number;
  startsAt: number;
  durationMs: number;
  mediaEndMs: number;
  discontinuity: number;
  /** When the last segment was placed. */
  indexedAt: number;
}

export type Placement =
  | { kind: 'append'; discontinuity: number; newRun: boolean }
  /** The time is taken or lies before the edge: published playlists never insert. */
  | { kind: 'covered' }
  /** Another encoder holds the rendition and was active recently. */
  | { kind: 'standby' }
  /** Refused: an encoder whose clock is ahead would block all correct segments after it. */
  | { kind: 'ahead' }
  | { kind: 'expired' };

/** Tolerance for encoder wall clocks, which drift by some ms a segment. Times within it count as equal. */
export const JITTER_MS = 250;
/** Encoder clocks (tfdt) are exact except for rounding. */
const MEDIA_CLOCK_TOLERANCE_MS = 50;
const MAX_AHEAD_MS = 10_000;
/** An encoder that has been silent this long may be replaced: one and a half target durations. */
export const takeoverMs = (targetMs: number): number => targetMs * 1.5;

/** An encoder that an operator puts on air, and when. */
export interface PendingSwitch {
  encoderId: number;
  at: number;
}

/** How long the others wait for the encoder that was chosen: its next segment ends within two target durations. */
const switchingMs = (targetMs: number): number => targetMs * 2;

/** Whether the choice is still in effect: it expires if that encoder does not push in time. */
const isSwitchInEffect = ({ at }: PendingSwitch, now: number, targetMs: number): boolean =>
  now - at < switchingMs(targetMs);

/**
 * Decides how to place a segment. The timeline is append-only: live and EVENT playlists are slices of it, and both may
 * only grow at their end. `siblingDiscontinuity` is the number of a sibling rendition at the same instant. Players
 * align renditions by it, so a rendition that fell behind catches up with a discontinuity of its own.
 */
export function placeSegment(
  candidate: Candidate,
  edge: Edge | undefined,
  siblingDiscontinuity: number | undefined,
  { now, windowMs, targetMs, ...asked }: { now: number; windowMs: number; targetMs: number; switching?: PendingSwitch },
): Placement {
  if (candidate.startsAt + candidate.durationMs > now + MAX_AHEAD_MS) return { kind: 'ahead' };
  if (candidate.startsAt + candidate.durationMs <= now - windowMs) return { kind: 'expired' };
  if (edge === undefined) return { kind: 'append', discontinuity: siblingDiscontinuity ?? 0, newRun: true };

  const edgeEndsAt = edge.startsAt + edge.durationMs;
  if (candidate.startsAt <= edge.startsAt || candidate.startsAt < edgeEndsAt - JITTER_MS) return { kind: 'covered' };
  const { switching } = asked;
  if (switching !== undefined && isSwitchInEffect(switching, now, targetMs)) {
    // The holder waits as well: encoders that are not in step would never leave room for each other.
    if (candidate.encoderId !== switching.encoderId) return { kind: 'standby' };
  } else if (candidate.encoderId !== edge.encoderId && now - edge.indexedAt < takeoverMs(targetMs)) {
    return { kind: 'standby' };
  }

  const goesOn =
    candidate.encoderId === edge.encoderId &&
    candidate.initId === edge.initId &&
    candidate.startsAt - edgeEndsAt <= JITTER_MS &&
    Math.abs(candidate.mediaStartMs - edge.mediaEndMs) <= MEDIA_CLOCK_TOLERANCE_MS;
  const behindSibling = siblingDiscontinuity !== undefined && siblingDiscontinuity > edge.discontinuity;
  return goesOn && !behindSibling
    ? { kind: 'append', discontinuity: edge.discontinuity, newRun: false }
    : { kind: 'append', discontinuity: edge.discontinuity + 1, newRun: true };
}

export const endOf = (segment: TimelineSegment): number => segment.startsAt + segment.durationMs;

/** Index of the first segment that ends after an instant: the one that contains it, or the next one after a gap. */
export function firstEndingAfter(segments: readonly TimelineSegment[], instant: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endOf(segments[middle]!) > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A time span in unix ms. */
export interface Span {
  from: number;
  to: number;
}

/** A shorter gap is a cut in the sound, not a missing part of a show: a segment or two may be lost. */
const HOLE_MS = TARGET_DURATION_MS * 3;

/** Spans with sound on any of the tracks, in order and merged: what a listener can go back to. */
export function keptSpans(tracks: readonly (readonly TimelineSegment[])[], since: number): Span[] {
  const runs: Span[] = [];
  for (const segments of tracks) {
    for (let i = firstEndingAfter(segments, since); i < segments.length; i++) {
      const segment = segments[i]!;
      const last = runs.at(-1);
      const from = Math.max(segment.startsAt, since);
      if (last !== undefined && from >= last.from && from - last.to < HOLE_MS)
        last.to = Math.max(last.to, endOf(segment));
      else runs.push({ from, to: endOf(segment) });
    }
  }
  // Tracks overlap, so their runs are merged.
  const spans: Span[] = [];
  for (const run of runs.sort((a, b) => a.from - b.from)) {
    const last = spans.at(-1);
    if (last !== undefined && run.from - last.to < HOLE_MS) last.to = Math.max(last.to, run.to);
    else spans.push(run);
  }
  return spans;
}
