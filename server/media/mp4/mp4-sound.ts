import type { DomainError } from '#shared/domain-error.ts';
import { boxes, childOf, Malformed, need } from './boxes.ts';
import { audioConfig } from './fmp4.ts';

/** Encoded AAC-LC frames, in order. */
export interface CodedSound {
  channels: 1 | 2;
  sampleRate: number;
  frames: Buffer[];
}

type Refuse = (what: string) => DomainError;

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000];

export const isAdts = (head: Buffer): boolean => head[0] === 0xff && (head[1]! & 0xf6) === 0xf0;

interface SoundTrack {
  id: number;
  channels: 1 | 2;
  sampleRate: number;
  stbl: Buffer;
}

function trackOf(moov: Buffer, refuse: Refuse): SoundTrack {
  const tracks = boxes(moov).filter(({ type, data }) => type === 'trak' && handlerOf(data) === 'soun');
  const [only] = tracks;
  if (only === undefined || tracks.length > 1) throw refuse(`has ${tracks.length} audio tracks`);
  const tkhd = need(only.data, 'tkhd');
  const stbl = need(only.data, 'mdia', 'minf', 'stbl');
  const entry = boxes(need(stbl, 'stsd').subarray(8))[0];
  if (entry?.type !== 'mp4a') throw refuse(`is encoded as ${JSON.stringify(entry?.type.trim() ?? '')}`);
  const [first = 0, second = 0] = audioConfig(entry.data);
  const sampleRate = RATES[((first & 7) << 1) | (second >> 7)];
  const channels = (second >> 3) & 15;
  // Frames of 960 samples or more than two channels are not supported.
  if (first >> 3 !== 2 || sampleRate === undefined || (channels !== 1 && channels !== 2) || (second & 4) !== 0)
    throw refuse('is not AAC-LC');
  return { id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12), channels, sampleRate, stbl };
}

const handlerOf = (trak: Buffer): string => need(trak, 'mdia', 'hdlr').toString('latin1', 8, 12);

/** Rows of a table box: version and flags, a count, and the rows. */
function rowsOf(data: Buffer, width: number): number[][] {
  const count = data.readUInt32BE(4);
  if (8 + count * width * 4 > data.length) throw new Malformed('a table is too short');
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: width }, (__, column) => data.readUInt32BE(8 + (row * width + column) * 4)),
  );
}

function sizesOf(stsz: Buffer): (index: number) => number {
  const same = stsz.readUInt32BE(4);
  return same === 0 ? (index) => stsz.readUInt32BE(12 + index * 4) : () => same;
}

/** The frames of a file with chunk tables. */
function plainFrames(file: Buffer, stbl: Buffer): Buffer[] {
  const wide = childOf(stbl, 'co64');
  const offsets = wide
    ? Array.from({ length: wide.readUInt32BE(4) }, (_, i) => Number(wide.readBigUInt64BE(8 + i * 8)))
    : rowsOf(need(stbl, 'stco'), 1).map(([offset = 0]) => offset);
  const runs = rowsOf(need(stbl, 'stsc'), 3);
  const stsz = need(stbl, 'stsz');
  const sizeOf = sizesOf(stsz);
  const count = stsz.readUInt32BE(8);
  const frames: Buffer[] = [];
  let run = 0;
  for (const [chunk, offset] of offsets.entries()) {
    while ((runs[run + 1]?.[0] ?? Infinity) <= chunk + 1) run++;
    let at = offset;
    for (let left = runs[run]?.[1] ?? 0; left > 0 && frames.length < count; left--) {
      const size = sizeOf(frames.length);
      frames.push(cut(file, at, size));
      at += size;
    }
  }
  if (frames.length !== count) throw new Malformed('some frames are missing');
  return frames;
}

function cut(file: Buffer, at: number, size: number): Buffer {
  if (at < 0 || size === 0 || at + size > file.length) throw new Malformed('the audio is truncated');
  return file.subarray(at, at + size);
}

/** The frames of a fragmented file, located by each fragment. */
function fragmentFrames(file: Buffer, moov: Buffer, trackId: number): Buffer[] {
  const trex = boxes(need(moov, 'mvex')).find(({ type, data }) => type === 'trex' && data.readUInt32BE(4) === trackId);
  const trexSize = trex?.data.readUInt32BE(16) ?? 0;
  const frames: Buffer[] = [];
  for (const { type, data, start } of boxes(file)) {
    if (type !== 'moof') continue;
    for (const traf of boxes(data)) {
      if (traf.type !== 'traf') continue;
      const tfhd = need(traf.data, 'tfhd');
      if (tfhd.readUInt32BE(4) !== trackId) continue;
      const flags = tfhd.readUIntBE(1, 3);
      let field = 8;
      const base = flags & 0x01 ? Number(tfhd.readBigUInt64BE(field)) : start;
      if (flags & 0x01) field += 8;
      if (flags & 0x02) field += 4;
      if (flags & 0x08) field += 4;
      const usualSize = flags & 0x10 ? tfhd.readUInt32BE(field) : trexSize;
      let at = base;
      for (const run of boxes(traf.data)) {
        if (run.type !== 'trun') continue;
        const has = run.data.readUIntBE(1, 3);
        const samples = run.data.readUInt32BE(4);
        let row = 8;
        if (has & 0x001) at = base + run.data.readInt32BE((row += 4) - 4);
        if (has & 0x004) row += 4;
        for (let i = 0; i < samples; i++) {
          if (has & 0x100) row += 4;
          const size = has & 0x200 ? run.data.readUInt32BE((row += 4) - 4) : usualSize;
          if (has & 0x400) row += 4;
          if (has & 0x800) row += 4;
          frames.push(cut(file, at, size));
          at += size;
        }
      }
    }
  }
  return frames;
}

/** Extracts the sound of an MP4, fragmented or not. Other tracks, such as cover art, are ignored. */
export function readMp4Sound(file: Buffer, refuse: Refuse): CodedSound {
  try {
    const moov = need(file, 'moov');
    const { id, channels, sampleRate, stbl } = trackOf(moov, refuse);
    const frames = childOf(moov, 'mvex') ? fragmentFrames(file, moov, id) : plainFrames(file, stbl);
    return { channels, sampleRate, frames };
  } catch (error) {
    if (error instanceof RangeError) throw refuse('is invalid: a box is too short');
    if (error instanceof Malformed) throw refuse(`is invalid: ${error.message}`);
    throw error;
  }
}
