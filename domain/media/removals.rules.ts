import type { Span, TimelineSegment } from './timeline.rules.ts';

/** Sorts spans and merges those that touch or overlap. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** Number of merged spans that end at or before an instant. */
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

/**
 * Whether a segment overlaps one of the merged spans. A removal drops the whole segment, and a keep keeps the whole
 * segment.
 */
export function touches(spans: readonly Span[], segment: Pick<TimelineSegment, 'startsAt' | 'durationMs'>): boolean {
  const next = spans[endedBefore(spans, segment.startsAt)];
  return next !== undefined && next.from < segment.startsAt + segment.durationMs;
}

export interface Playable<T extends TimelineSegment = TimelineSegment> {
  segments: T[];
  /** Lines of each segment whose predecessor is unchanged. Others must be generated. */
  lines: (string | undefined)[];
}

/**
 * The playable segments. A cut is a discontinuity, counted by the removed spans of the stream that ended before it, so
 * that all renditions and all playlists have the same numbers after it, wherever they start.
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
