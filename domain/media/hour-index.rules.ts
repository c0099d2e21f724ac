import type { TimelineSegment } from './timeline.rules.ts';

/** A segment of a pack: its place on the timeline and its byte range in the object. */
export interface PackedSegment extends TimelineSegment {
  offset: number;
  bytes: number;
}

export const HOUR_MS = 3_600_000;
const FORMAT = 1;

/** LEB128: seven bits a byte, low ones first, top bit set on all but the last. Signed values are zigzag-encoded. */
function writeNumber(into: number[], value: number, signed = true): void {
  let rest = signed ? (value < 0 ? -2 * value - 1 : 2 * value) : value;
  while (rest >= 128) {
    into.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  into.push(rest);
}

/**
 * Encodes the index of a packed hour. Each number is stored as the difference from the value predicted by the previous
 * segment, which is nearly always 0: about eight bytes a segment, most of them equal, so that a year of rows compresses
 * well.
 */
export function encodeHourIndex(hour: number, segments: readonly Omit<PackedSegment, 'offset'>[]): Uint8Array {
  const out: number[] = [FORMAT];
  let expected = { sequence: 0, startsAt: hour, durationMs: 0, discontinuity: 0, initId: 0 };
  for (const { sequence, startsAt, durationMs, discontinuity, initId, bytes } of segments) {
    writeNumber(out, sequence - expected.sequence);
    writeNumber(out, startsAt - expected.startsAt);
    writeNumber(out, durationMs - expected.durationMs);
    writeNumber(out, discontinuity - expected.discontinuity);
    writeNumber(out, initId - expected.initId);
    writeNumber(out, bytes, false);
    expected = { sequence: sequence + 1, startsAt: startsAt + durationMs, durationMs, discontinuity, initId };
  }
  return Uint8Array.from(out);
}

export function decodeHourIndex(hour: number, index: Uint8Array): PackedSegment[] {
  if (index[0] !== FORMAT) throw new Error(`hour index has unknown format ${index[0] ?? 'none'}`);
  const segments: PackedSegment[] = [];
  let at = 1;
  const readNumber = (signed = true): number => {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = index[at++];
      if (byte === undefined) throw new Error('hour index is truncated');
      value += (byte % 128) * place;
      if (byte < 128) break;
    }
    if (!signed) return value;
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  let expected = { sequence: 0, startsAt: hour, durationMs: 0, discontinuity: 0, initId: 0 };
  let offset = 0;
  while (at < index.length) {
    const sequence = expected.sequence + readNumber();
    const startsAt = expected.startsAt + readNumber();
    const durationMs = expected.durationMs + readNumber();
    const discontinuity = expected.discontinuity + readNumber();
    const initId = expected.initId + readNumber();
    const bytes = readNumber(false);
    segments.push({ sequence, startsAt, durationMs, discontinuity, initId, offset, bytes });
    offset += bytes;
    expected = { sequence: sequence + 1, startsAt: startsAt + durationMs, durationMs, discontinuity, initId };
  }
  return segments;
}
