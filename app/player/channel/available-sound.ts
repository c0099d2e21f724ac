/** A span of available audio of a channel, in Unix ms. */
export interface AvailableSpan {
  fromMs: number;
  toMs: number;
}

/** Reply of `GET /media/{channel}/audio.json`: the origin's index at an instant. */
export interface AvailableReply {
  at: number;
  spans: [number, number][];
}

/** A span that ends this close to the reply's instant is still growing; an encoder may miss a segment or two. */
const FRESH_MS = 30_000;
/** Minimum available length of a show whose start is missing. */
const WORTH_HEARING_MS = 60_000;
/** A first available instant this long after the show's start counts as late; less is within segment boundaries. */
const LATE_MS = 30_000;

/**
 * The spans of a reply. A span that is still growing is open-ended, because the reply is not fetched for every segment.
 */
export function spansOfReply({ at, spans }: AvailableReply): AvailableSpan[] {
  return spans.map(([fromMs, toMs]) => ({ fromMs, toMs: at - toMs < FRESH_MS ? Infinity : toMs }));
}

/** Available audio between two instants. */
export function availableWithin(spans: readonly AvailableSpan[], fromMs: number, toMs: number): AvailableSpan[] {
  return spans
    .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter((span) => span.toMs > span.fromMs);
}

/** Gaps between two instants. */
export function holesWithin(spans: readonly AvailableSpan[], fromMs: number, toMs: number): AvailableSpan[] {
  const holes: AvailableSpan[] = [];
  let atMs = fromMs;
  for (const span of availableWithin(spans, fromMs, toMs)) {
    if (span.fromMs > atMs) holes.push({ fromMs: atMs, toMs: span.fromMs });
    atMs = span.toMs;
  }
  if (atMs < toMs) holes.push({ fromMs: atMs, toMs });
  return holes;
}

/** Where a repeated show starts: its start, or the first available instant. Null if too little is available. */
export function heardAgainFrom(spans: readonly AvailableSpan[], startsAtMs: number, endsAtMs: number): number | null {
  const kept = availableWithin(spans, startsAtMs, endsAtMs);
  const first = kept[0];
  if (first === undefined) return null;
  if (first.fromMs - startsAtMs <= LATE_MS) return startsAtMs;
  const leftMs = kept.reduce((sum, span) => sum + span.toMs - span.fromMs, 0);
  return leftMs < WORTH_HEARING_MS ? null : first.fromMs;
}

/** The instant itself if available; in a gap the next available one, or the last before it when seeking backwards. */
export function nearestAvailable(spans: readonly AvailableSpan[], atMs: number, back = false): number {
  if (spans.some((span) => span.fromMs <= atMs && atMs <= span.toMs)) return atMs;
  const before = spans.findLast((span) => span.toMs < atMs)?.toMs;
  const after = spans.find((span) => span.fromMs > atMs)?.fromMs;
  return (back ? (before ?? after) : (after ?? before)) ?? atMs;
}
