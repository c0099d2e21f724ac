// The subset of ISO BMFF (14496-12) for a sound file with its tables before the data, so that it plays and seeks while
// it is downloaded.

/** Contiguous sound in the file. */
export interface Chunk {
  /** Index of its sample entry, from 0. */
  entry: number;
  sizes: readonly number[];
  durations: readonly number[];
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4);
  return bytes;
};
/** Like `numbers`, for long lists. */
function tableOf(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (let i = 0; i < values.length; i++) bytes.writeUInt32BE(values[i]!, i * 4);
  return bytes;
}
const long = (value: number): Buffer => numbers(Math.floor(value / 2 ** 32), value % 2 ** 32);
const shorts = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

function box(type: string, ...parts: Buffer[]): Buffer {
  const size = 8 + parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([numbers(size), text(type), ...parts], size);
}
const full = (type: string, version: number, flags: number, ...parts: Buffer[]): Buffer =>
  box(type, numbers(version * 2 ** 24 + flags), ...parts);

const MATRIX = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
/** Timescale of the movie header, for the total duration. */
const FILM_TIMESCALE = 1_000;
/** Seconds from 1904, the epoch of MP4, to 1970. */
const EPOCH_S = 2_082_844_800;
const UNDETERMINED = 0x55c4;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Run-length encoding: `[count, value, count, value …]`. */
function inRuns(chunks: readonly Chunk[]): number[] {
  const runs: number[] = [];
  for (const { durations } of chunks)
    for (const value of durations) {
      if (runs.length > 0 && runs.at(-1) === value) runs[runs.length - 2]!++;
      else runs.push(1, value);
    }
  return runs;
}

/** Runs of chunks with equal sample count and entry, each by its first chunk. */
function chunkRuns(chunks: readonly Chunk[]): number[] {
  const runs: number[] = [];
  for (const [i, { sizes, entry }] of chunks.entries())
    if (runs.at(-2) !== sizes.length || runs.at(-1) !== entry + 1) runs.push(i + 1, sizes.length, entry + 1);
  return runs;
}

interface Sound {
  timescale: number;
  /** As in the init segments. */
  entries: readonly Buffer[];
  chunks: readonly Chunk[];
  createdAt: Date;
}

function moov({ timescale, entries, chunks, createdAt }: Sound, offsets: readonly number[]): Buffer {
  const createdS = Math.floor(createdAt.getTime() / 1000) + EPOCH_S;
  const duration = sum(chunks.map(({ durations }) => sum(durations)));
  const filmDuration = Math.round((duration / timescale) * FILM_TIMESCALE);
  const deltas = inRuns(chunks);
  const shapes = chunkRuns(chunks);
  const sizes = chunks.flatMap((chunk) => chunk.sizes);
  const stbl = box(
    'stbl',
    full('stsd', 0, 0, numbers(entries.length), ...entries),
    full('stts', 0, 0, numbers(deltas.length / 2), tableOf(deltas)),
    full('stsc', 0, 0, numbers(shapes.length / 3), tableOf(shapes)),
    full('stsz', 0, 0, numbers(0, sizes.length), tableOf(sizes)),
    full('stco', 0, 0, numbers(offsets.length), tableOf(offsets)),
  );
  const minf = box(
    'minf',
    full('smhd', 0, 0, numbers(0)),
    box('dinf', full('dref', 0, 0, numbers(1), full('url ', 0, 1))),
    stbl,
  );
  const mdia = box(
    'mdia',
    // A day at 48 kHz exceeds 32 bits.
    full('mdhd', 1, 0, long(createdS), long(createdS), numbers(timescale), long(duration), shorts(UNDETERMINED, 0)),
    full('hdlr', 0, 0, numbers(0), text('soun'), numbers(0, 0, 0), text('sound\0')),
    minf,
  );
  const tkhd = [numbers(createdS, createdS, 1, 0, filmDuration, 0, 0), shorts(0, 0, 0x0100, 0), MATRIX, numbers(0, 0)];
  const mvhd = [
    numbers(createdS, createdS, FILM_TIMESCALE, filmDuration, 0x10000),
    shorts(0x0100, 0),
    numbers(0, 0),
    MATRIX,
    numbers(0, 0, 0, 0, 0, 0, 2),
  ];
  return box('moov', full('mvhd', 0, 0, ...mvhd), box('trak', full('tkhd', 0, 7, ...tkhd), mdia));
}

/** No broadcast is that large: a day and a half of the better rendition is 2.2 gigabytes. */
const MAX_BYTES = 2 ** 32 - 1;

/** Everything before the sound of a file. Chunks follow in sequence. */
export function m4aHead(sound: Sound): Buffer {
  const ftyp = box('ftyp', text('M4A '), numbers(512), text('M4A isomiso2mp42'));
  const lengths = sound.chunks.map(({ sizes }) => sum(sizes));
  const media = sum(lengths);
  // Offsets are stored in a table before the data they point to; its length does not depend on them.
  const before = ftyp.length + moov(sound, lengths).length + 8;
  if (before + media > MAX_BYTES) throw new RangeError('the audio file would exceed 4 GiB');
  const offsets: number[] = [];
  let at = before;
  for (const length of lengths) {
    offsets.push(at);
    at += length;
  }
  return Buffer.concat([ftyp, moov(sound, offsets), numbers(media + 8), text('mdat')]);
}
