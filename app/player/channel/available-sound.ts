/** A stretch of a channel's sound that can be heard again, in Unix ms. */
export interface AvailableSpan {
  fromMs: number;
  toMs: number;
}

/** What `GET /media/{channel}/audio.json` says: what the origin's index held at an instant. */
export interface AvailableReply {
  at: number;
  spans: [number, number][];
}

/** An edge this near to the instant is where sound is being added: an encoder may miss a segment or two. */
const FRESH_MS = 30_000;
/** Less than this of a show whose start is gone is not offered. */
const WORTH_HEARING_MS = 60_000;
/** A start that is this much later than the show's is no matter of segments. */
const LATE_MS = 30_000;

/** The spans of a reply. The last goes on while sound comes in: the reply is not asked for at every segment. */
export function spansOfReply({ at, spans }: AvailableReply): AvailableSpan[] {
  return spans.map(([fromMs, toMs]) => ({ fromMs, toMs: at - toMs < FRESH_MS ? Infinity : toMs }));
}

/** What is kept between two instants. */
export function availableWithin(spans: readonly AvailableSpan[], fromMs: number, toMs: number): AvailableSpan[] {
  return spans
    .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter((span) => span.toMs > span.fromMs);
}

/** What is not kept between two instants. */
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

/**
 * Where a show is heard from when it is heard again: its start, or later where the start is not kept. Null when too
 * little of it is there to be offered.
 */
export function heardAgainFrom(spans: readonly AvailableSpan[], startsAtMs: number, endsAtMs: number): number | null {
  const kept = availableWithin(spans, startsAtMs, endsAtMs);
  const first = kept[0];
  if (first === undefined) return null;
  if (first.fromMs - startsAtMs <= LATE_MS) return startsAtMs;
  const leftMs = kept.reduce((sum, span) => sum + span.toMs - span.fromMs, 0);
  return leftMs < WORTH_HEARING_MS ? null : first.fromMs;
}

/** The instant itself where it is kept; in a hole the next that is, or the last before it when one goes back. */
export function nearestAvailable(spans: readonly AvailableSpan[], atMs: number, back = false): number {
  if (spans.some((span) => span.fromMs <= atMs && atMs <= span.toMs)) return atMs;
  const before = spans.findLast((span) => span.toMs < atMs)?.toMs;
  const after = spans.find((span) => span.fromMs > atMs)?.fromMs;
  return (back ? (before ?? after) : (after ?? before)) ?? atMs;
}
