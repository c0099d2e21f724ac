import type { Span, TimelineSegment } from './timeline.rules.ts';

/** Spans in order, those that touch or overlap made one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** How many of merged spans end at an instant or before. */
function endedBefore(removed: readonly Span[], instant: number): number {
  let low = 0;
  let high = removed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (removed[middle]!.to <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a segment has a part in one of some merged spans. Of a removed one none is played, of a kept one all is kept. */
export function touches(spans: readonly Span[], segment: Pick<TimelineSegment, 'startsAt' | 'durationMs'>): boolean {
  const next = spans[endedBefore(spans, segment.startsAt)];
  return next !== undefined && next.from < segment.startsAt + segment.durationMs;
}

export interface Playable<T extends TimelineSegment = TimelineSegment> {
  segments: T[];
  /** The lines of each segment that follows the one it followed before; others are to be made anew. */
  lines: (string | undefined)[];
}

/**
 * What may be played. A cut is a discontinuity of its own, counted by the spans of the stream that ended before: so the
 * renditions have the same numbers after it, and every playlist of a rendition has, wherever it begins.
 */
export function withoutRemoved<T extends TimelineSegment>(
  { segments, lines = [] }: { segments: readonly T[]; lines?: readonly (string | undefined)[] },
  removed: readonly Span[],
): Playable<T> {
  const playable: Playable<T> = { segments: [], lines: [] };
  let cutsBefore = -1;
  let last = -1;
  for (const [i, segment] of segments.entries()) {
    if (touches(removed, segment)) continue;
    const cuts = endedBefore(removed, segment.startsAt);
    playable.segments.push(cuts === 0 ? segment : { ...segment, discontinuity: segment.discontinuity + cuts });
    playable.lines.push(last === i - 1 && cuts === cutsBefore ? lines[i] : undefined);
    cutsBefore = cuts;
    last = i;
  }
  return playable;
}
