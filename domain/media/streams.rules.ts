import { SCREEN_RENDITIONS, TARGET_DURATION_MS, type RenditionName } from './renditions.rules.ts';

export type StreamKind = 'channel' | 'tape' | 'film' | 'event';

/** A stream. Immutable. */
export interface MediaStream {
  id: number;
  kind: StreamKind;
  /** EXT-X-TARGETDURATION of its playlists. */
  targetMs: number;
  ladder: readonly RenditionName[];
  /** How far live viewers can rewind. Null: the default for listeners. */
  windowMs: number | null;
}

/** First stream numbers by kind; channels are below them. */
export const FIRST_STREAM = { tape: 10_000, film: 1_000_000, event: 2_000_000 } as const;

/** The kind of a stream, by its number. */
export function streamKindOf(id: number): StreamKind {
  if (id >= FIRST_STREAM.event) return 'event';
  if (id >= FIRST_STREAM.film) return 'film';
  return id >= FIRST_STREAM.tape ? 'tape' : 'channel';
}

/** Segment length of events. Their latency is a few segments (a key frame each second). */
const EVENT_TARGET_MS = 1_000;
/** Longer than an evening, so that viewers can go back to the beginning of an event. */
const EVENT_WINDOW_MS = 12 * 3_600_000;

/** Defaults of a new stream, by kind. */
export const streamOf = (kind: 'film' | 'event') =>
  ({
    kind,
    ladder: SCREEN_RENDITIONS,
    targetDurationMs: kind === 'event' ? EVENT_TARGET_MS : TARGET_DURATION_MS,
    windowMs: kind === 'event' ? EVENT_WINDOW_MS : null,
  }) as const;

/** Size and duration of a segment. */
interface Weighed {
  durationMs: number;
  bytes: number;
}

/**
 * The peak segment bit rate (RFC 8216, 4.3.4.2): the highest of any contiguous stretch of segments that lasts between
 * half a target duration and one and a half.
 */
export function peakBitsPerSecond(segments: readonly Weighed[], targetMs: number): number {
  let peak = 0;
  for (let first = 0; first < segments.length; first++) {
    let bytes = 0;
    let lastsMs = 0;
    for (let next = first; next < segments.length; next++) {
      bytes += segments[next]!.bytes;
      lastsMs += segments[next]!.durationMs;
      if (lastsMs > targetMs * 1.5) break;
      if (lastsMs >= targetMs * 0.5) peak = Math.max(peak, Math.ceil((bytes * 8_000) / lastsMs));
    }
  }
  return peak;
}
