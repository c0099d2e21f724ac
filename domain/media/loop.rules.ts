import { HOUR_MS } from './hour-index.rules.ts';
import type { TimelineSegment } from './timeline.rules.ts';

/** Segment length of the demo stations: segment k starts at k × 3.84 s of the Unix epoch. */
export const LOOP_SEGMENT_MS = 3_840;

/** Numbers of the loop segments that start within [from, to). Empty if last < first. */
function loopNumbers(from: number, to: number): { first: number; last: number } {
  return { first: Math.ceil(from / LOOP_SEGMENT_MS), last: Math.ceil(to / LOOP_SEGMENT_MS) - 1 };
}

/** The hours of a loop within a span; the outer ones may be partial. */
export function loopHours(from: number, to: number): { startsAt: number; first: number; last: number }[] {
  const hours = [];
  for (let hour = Math.floor(from / HOUR_MS) * HOUR_MS; hour < to; hour += HOUR_MS) {
    const { first, last } = loopNumbers(Math.max(hour, from), Math.min(hour + HOUR_MS, to));
    if (last >= first) hours.push({ startsAt: hour, first, last });
  }
  return hours;
}

/** The segments of a loop hour, which are computed instead of stored. */
export function loopSegments({
  first,
  last,
  initId,
}: {
  first: number;
  last: number;
  initId: number;
}): TimelineSegment[] {
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    sequence: first + i,
    discontinuity: 0,
    startsAt: (first + i) * LOOP_SEGMENT_MS,
    durationMs: LOOP_SEGMENT_MS,
    initId,
  }));
}

/** Storage key under which the demo storage generates a segment. */
export const loopKey = (streamId: number, rendition: string, file: string): string =>
  `loop/${streamId}/${rendition}/${file}`;
