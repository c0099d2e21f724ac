import type { mediaHours } from '#db/tables/media.ts';
import { encodeHourIndex } from '#domain/media/hour-index.rules.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';

export const HOUR_MS = 3_600_000;
export const A_HOUR = 900;
export const SEGMENT_MS = 4_000;
/** Size of 4 s at 128 and at 64 kbit/s. */
export const SEGMENT_BYTES = 65_000;
const SMALL_SEGMENT_BYTES = 33_000;
/** Start of the benches' timelines. */
export const T0 = Date.UTC(2025, 0, 1);

/** The row of a packed hour, the `hour`th from the start. */
export function packedHour(
  { streamId, rendition, initId }: { streamId: number; rendition: RenditionName; initId: number },
  hour: number,
): typeof mediaHours.$inferInsert & { bytes: number; storageKey: string } {
  const startsAt = T0 + hour * HOUR_MS;
  const first = hour * A_HOUR;
  const segments = Array.from({ length: A_HOUR }, (_, n) => ({
    sequence: first + n,
    startsAt: startsAt + n * SEGMENT_MS,
    durationMs: SEGMENT_MS,
    discontinuity: 0,
    initId,
    bytes: (rendition === 'a64' ? SMALL_SEGMENT_BYTES : SEGMENT_BYTES) + ((n * 7919) % 900),
  }));
  return {
    streamId,
    rendition,
    startsAt: new Date(startsAt),
    kind: 'pack',
    firstSequence: first,
    lastSequence: first + A_HOUR - 1,
    storageKey: `${streamId}/${rendition}/packs/${hour}.m4s`,
    bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    index: Buffer.from(encodeHourIndex(startsAt, segments)),
  };
}
