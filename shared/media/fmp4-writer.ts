/** The subset of ISO BMFF that sound and picture need: an init segment and fragments. */
export interface AudioTrack {
  kind: 'audio';
  channels: 1 | 2;
  sampleRate: number;
}
interface VideoTrack {
  kind: 'video';
  width: number;
  height: number;
  sps: Buffer;
  pps: Buffer;
  timescale: number;
}
export type Track = AudioTrack | VideoTrack;

export interface Fragment {
  /** Decode time of the first sample in the track's timescale. */
  decodeTime: bigint;
  sampleDuration: number;
  samples: Buffer[];
}

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => {
  const b = Buffer.alloc(4);
  b.writeUInt32BE(value >>> 0);
  return b;
};
const u64 = (value: bigint) => {
  const b = Buffer.alloc(8);
  b.writeBigUInt64BE(value);
  return b;
};
const zeros = (count: number) => Buffer.alloc(count);

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}
const full = (type: string, version: number, flags: number, ...parts: Buffer[]) =>
  box(type, u32(version * 0x1000000 + flags), ...parts);

const MATRIX = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32));
const timescaleOf = (track: Track) => (track.kind === 'audio' ? track.sampleRate : track.timescale);

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000];

function esds(track: AudioTrack): Buffer {
  const specific = u16((2 << 11) | (RATES.indexOf(track.sampleRate) << 7) | (track.channels << 3));
  const decoder = Buffer.concat([
    u8(0x40, 0x15, 0, 0, 0),
    u32(160_000),
    u32(128_000),
    u8(5, specific.length),
    specific,
  ]);
  const es = Buffer.concat([u16(1), u8(0), u8(4, decoder.length), decoder, u8(6, 1, 2)]);
  return full('esds', 0, 0, u8(3, es.length), es);
}

function sampleEntry(track: Track): Buffer {
  if (track.kind === 'audio') {
    return box(
      'mp4a',
      zeros(6),
      u16(1),
      zeros(8),
      u16(track.channels),
      u16(16),
      zeros(4),
      u32(track.sampleRate * 65_536),
      esds(track),
    );
  }
  const avcc = box(
    'avcC',
    u8(1, track.sps[1]!, track.sps[2]!, track.sps[3]!, 0xff, 0xe1),
    u16(track.sps.length),
    track.sps,
    u8(1),
    u16(track.pps.length),
    track.pps,
    // High profile repeats its chroma format and bit depths here: 4:2:0, 8 bits.
    track.sps[1] === 100 ? u8(0xfd, 0xf8, 0xf8, 0) : zeros(0),
  );
  return box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(track.width),
    u16(track.height),
    u32(0x480000),
    u32(0x480000),
    zeros(4),
    u16(1),
    zeros(32),
    u16(0x18),
    u16(0xffff),
    avcc,
  );
}

function trak(track: Track, id: number): Buffer {
  const isAudio = track.kind === 'audio';
  const [w, h] = isAudio ? [0, 0] : [track.width, track.height];
  return box(
    'trak',
    full(
      'tkhd',
      0,
      3,
      zeros(8),
      u32(id),
      zeros(4),
      u32(0),
      zeros(8),
      u16(0),
      u16(0),
      u16(isAudio ? 0x100 : 0),
      u16(0),
      MATRIX,
      u32(w * 65_536),
      u32(h * 65_536),
    ),
    box(
      'mdia',
      full('mdhd', 0, 0, zeros(8), u32(timescaleOf(track)), u32(0), u16(0x55c4), u16(0)),
      full(
        'hdlr',
        0,
        0,
        zeros(4),
        Buffer.from(isAudio ? 'soun' : 'vide', 'latin1'),
        zeros(12),
        Buffer.from('Airwave\0', 'latin1'),
      ),
      box(
        'minf',
        isAudio ? full('smhd', 0, 0, zeros(4)) : full('vmhd', 0, 1, zeros(8)),
        box('dinf', full('dref', 0, 0, u32(1), full('url ', 0, 1))),
        box(
          'stbl',
          full('stsd', 0, 0, u32(1), sampleEntry(track)),
          full('stts', 0, 0, u32(0)),
          full('stsc', 0, 0, u32(0)),
          full('stsz', 0, 0, u32(0), u32(0)),
          full('stco', 0, 0, u32(0)),
        ),
      ),
    ),
  );
}

/** Writes `ftyp` and `moov` for tracks numbered from 1. */
export function initSegment(tracks: readonly Track[]): Buffer {
  const mvhd = full(
    'mvhd',
    0,
    0,
    zeros(8),
    u32(1000),
    u32(0),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    MATRIX,
    zeros(24),
    u32(tracks.length + 1),
  );
  const mvex = box('mvex', ...tracks.map((_, i) => full('trex', 0, 0, u32(i + 1), u32(1), u32(0), u32(0), u32(0))));
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5', 'latin1'), u32(512), Buffer.from('iso5iso6mp41', 'latin1')),
    box('moov', mvhd, ...tracks.map((t, i) => trak(t, i + 1)), mvex),
  ]);
}

const SYNC = 0x02000000;
const NOT_SYNC = 0x01010000;

/** Writes `moof` and `mdat`. The first video sample is the sync sample. */
export function mediaSegment(sequence: number, tracks: readonly Track[], fragments: readonly Fragment[]): Buffer {
  const moof = (offsets: number[]) =>
    box(
      'moof',
      full('mfhd', 0, 0, u32(sequence)),
      ...fragments.map((fragment, i) => {
        const isVideo = tracks[i]?.kind === 'video';
        const rows = fragment.samples.flatMap((sample, at) =>
          isVideo ? [u32(sample.length), u32(at === 0 ? SYNC : NOT_SYNC)] : [u32(sample.length)],
        );
        return box(
          'traf',
          full('tfhd', 0, 0x020028, u32(i + 1), u32(fragment.sampleDuration), u32(SYNC)),
          full('tfdt', 1, 0, u64(fragment.decodeTime)),
          full('trun', 0, isVideo ? 0x000601 : 0x000201, u32(fragment.samples.length), u32(offsets[i] ?? 0), ...rows),
        );
      }),
    );
  const head = moof(fragments.map(() => 0)).length + 8;
  let at = head;
  const offsets = fragments.map((fragment) => {
    const offset = at;
    for (const sample of fragment.samples) at += sample.length;
    return offset;
  });
  return Buffer.concat([
    box('styp', Buffer.from('msdh', 'latin1'), u32(0), Buffer.from('msdhmsix', 'latin1')),
    moof(offsets),
    box('mdat', ...fragments.flatMap((f) => f.samples)),
  ]);
}

/** The raw AAC frames of an ADTS stream, without headers. */
export function adtsFrames(stream: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + 7 <= stream.length;) {
    if (stream[at] !== 0xff || (stream[at + 1]! & 0xf0) !== 0xf0) throw new Error('the input is not an ADTS stream');
    const length = ((stream[at + 3]! & 3) << 11) | (stream[at + 4]! << 3) | (stream[at + 5]! >> 5);
    const head = stream[at + 1]! & 1 ? 7 : 9;
    frames.push(stream.subarray(at + head, at + length));
    at += length;
  }
  return frames;
}

export interface VideoLoop {
  sps: Buffer;
  pps: Buffer;
  /** One length-prefixed access unit per frame. */
  frames: Buffer[];
}

/** Splits an Annex B stream of one slice per frame into length-prefixed access units and parameter sets. */
export function annexBFrames(stream: Buffer): VideoLoop {
  const units: Buffer[] = [];
  let from = -1;
  for (let i = 0; i + 3 <= stream.length; i++) {
    if (stream[i] === 0 && stream[i + 1] === 0 && stream[i + 2] === 1) {
      if (from >= 0) units.push(stream.subarray(from, stream[i - 1] === 0 ? i - 1 : i));
      from = i + 3;
      i += 2;
    }
  }
  if (from >= 0) units.push(stream.subarray(from));
  const frames: Buffer[] = [];
  let sps = Buffer.alloc(0);
  let pps = Buffer.alloc(0);
  for (const unit of units) {
    const type = unit[0]! & 31;
    if (type === 7) sps = Buffer.from(unit);
    else if (type === 8) pps = Buffer.from(unit);
    else if (type === 1 || type === 5) frames.push(Buffer.concat([u32(unit.length), unit]));
  }
  return { sps, pps, frames };
}
