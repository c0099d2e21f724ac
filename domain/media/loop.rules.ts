import { HOUR_MS } from './hour-index.rules.ts';
import type { TimelineSegment } from './timeline.rules.ts';

/** The demo stations' own: their segment k covers the wall clock from k × 3.84 s of the Unix epoch. */
export const LOOP_SEGMENT_MS = 3_840;

/** Numbers of the loop's segments that begin from an instant on and before another; none when last < first. */
function loopNumbers(from: number, to: number): { first: number; last: number } {
  return { first: Math.ceil(from / LOOP_SEGMENT_MS), last: Math.ceil(to / LOOP_SEGMENT_MS) - 1 };
}

/** The hours of a loop between two instants, the outer ones in part. */
export function loopHours(from: number, to: number): { startsAt: number; first: number; last: number }[] {
  const hours = [];
  for (let hour = Math.floor(from / HOUR_MS) * HOUR_MS; hour < to; hour += HOUR_MS) {
    const { first, last } = loopNumbers(Math.max(hour, from), Math.min(hour + HOUR_MS, to));
    if (last >= first) hours.push({ startsAt: hour, first, last });
  }
  return hours;
}

/** The segments of a loop's hour, which no row has. */
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

/** Where the storage of the demo finds what it makes. */
export const loopKey = (streamId: number, rendition: string, file: string): string =>
  `loop/${streamId}/${rendition}/${file}`;
