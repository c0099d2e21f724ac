import { SCREEN_RENDITIONS, TARGET_DURATION_MS, type RenditionName } from './renditions.rules.ts';

export type StreamKind = 'channel' | 'tape' | 'film' | 'event';

/** A stream as it is for ever. */
export interface MediaStream {
  id: number;
  kind: StreamKind;
  /** EXT-X-TARGETDURATION of its playlists. */
  targetMs: number;
  ladder: readonly RenditionName[];
  /** How far back who watches live may go; null: as far as the station lets its listeners. */
  windowMs: number | null;
}

/** Where the numbers of streams that are no channel begin, by kind. */
export const FIRST_STREAM = { tape: 10_000, film: 1_000_000, event: 2_000_000 } as const;

/** What a stream is, by its number. */
export function streamKindOf(id: number): StreamKind {
  if (id >= FIRST_STREAM.event) return 'event';
  if (id >= FIRST_STREAM.film) return 'film';
  return id >= FIRST_STREAM.tape ? 'tape' : 'channel';
}

/** Segments of an event: its delay is a few of them (a key frame each second). */
const EVENT_TARGET_MS = 1_000;
/** Longer than an evening: who watches an event can go back to its beginning. */
const EVENT_WINDOW_MS = 12 * 3_600_000;

/** What a new stream of a kind has where nothing else is said. */
export const streamOf = (kind: 'film' | 'event') =>
  ({
    kind,
    ladder: SCREEN_RENDITIONS,
    targetDurationMs: kind === 'event' ? EVENT_TARGET_MS : TARGET_DURATION_MS,
    windowMs: kind === 'event' ? EVENT_WINDOW_MS : null,
  }) as const;

/** Bytes that take a while to play. */
interface Weighed {
  durationMs: number;
  bytes: number;
}

/**
 * The peak segment bit rate (RFC 8216, 4.3.4.2): the highest of any stretch of segments that lasts between half a target duration
 * and one and a half.
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
