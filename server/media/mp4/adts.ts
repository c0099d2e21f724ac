import { audioConfig, readInit } from '#server/media/mp4/fmp4.ts';
import { readSamples, sampleEntryOf } from '#server/media/mp4/samples.ts';

const HEADER_BYTES = 7;
/** Largest frame whose length fits in the 13 bits of a header. */
const MAX_FRAME_BYTES = 8_191;

/**
 * Audio of a segment as ADTS (ISO/IEC 14496-3, 1.A.3.2): each AAC frame after a header of its own, so that a player can begin at any
 * frame and needs no init segment. Throws `invalidParam` or `Malformed` if the bytes are not AAC in fragmented MP4.
 */
export function adtsOf(segment: Buffer, init: Buffer): Buffer {
  const [track] = readInit(init, 'audio');
  const [first = 0, second = 0] = audioConfig(sampleEntryOf(init).subarray(8));
  const rate = ((first & 7) << 1) | (second >> 7);
  const channels = (second >> 3) & 15;
  const parts: Buffer[] = [];
  for (const { at, sizes } of readSamples(segment, segment.length, track!) ?? []) {
    let from = at;
    for (const size of sizes) {
      const length = size + HEADER_BYTES;
      if (length <= MAX_FRAME_BYTES) {
        const header = Buffer.alloc(HEADER_BYTES);
        // Sync word, MPEG-4, no checksum; object type less one, rate, channels; length; variable bit rate, one frame.
        header.writeUInt16BE(0xfff1);
        header[2] = (((first >> 3) - 1) << 6) | (rate << 2) | (channels >> 2);
        header[3] = ((channels & 3) << 6) | (length >> 11);
        header[4] = (length >> 3) & 0xff;
        header[5] = ((length & 7) << 5) | 0x1f;
        header[6] = 0xfc;
        parts.push(header, segment.subarray(from, from + size));
      }
      from += size;
    }
  }
  return Buffer.concat(parts);
}
