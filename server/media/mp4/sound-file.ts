import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DomainError } from '#shared/domain-error.ts';
import { adtsFrames, initSegment, mediaSegment, type AudioTrack } from '#shared/media/fmp4-writer.ts';
import type { TapeSegment } from '#domain/media/kept-sound.ts';
import { RENDITIONS, renditionsOf, TARGET_DURATION_MS, type RenditionName } from '#domain/media/renditions.rules.ts';
import { isAdts, readMp4Sound, type CodedSound } from './mp4-sound.ts';

/** Read completely: ten hours of 128 kbit/s are half of it. */
const MAX_BYTES = 1_200_000_000;
const FRAME_SAMPLES = 1_024;
/** Tolerance for encoders that briefly exceed their rate. */
const RATE_ROOM = 1.15;

const WANTED =
  'Supported formats are AAC-LC, mono or stereo, in MP4 (.m4a, .mp4, fragmented or not), as ADTS (.aac), or as a folder of HLS with fMP4 segments. To convert a file: ffmpeg -i FILE -vn -c:a aac -b:a 128k OUT.m4a';

const refused = (file: string, what: string): DomainError =>
  new DomainError('unsupportedMediaType', `${basename(file)} ${what}; ${WANTED}`);

/** Common other formats by their first bytes, for a specific error message. */
const OTHERS: readonly [name: string, is: (head: Buffer) => boolean][] = [
  ['MP3', (head) => head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && (head[1]! & 0xe6) === 0xe2)],
  ['WAV', (head) => head.toString('latin1', 0, 4) === 'RIFF'],
  ['Ogg (Opus or Vorbis)', (head) => head.toString('latin1', 0, 4) === 'OggS'],
  ['FLAC', (head) => head.toString('latin1', 0, 4) === 'fLaC'],
  ['AIFF', (head) => head.toString('latin1', 0, 4) === 'FORM'],
  ['Matroska or WebM', (head) => head.readUInt32BE(0) === 0x1a45dfa3],
  ['an MPEG transport stream', (head) => head[0] === 0x47],
];

async function readWhole(file: string): Promise<Buffer> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new DomainError('tooLarge', `"${basename(file)}" exceeds ${MAX_BYTES} bytes`);
  return readFile(file);
}

/** Concatenated segments of a media playlist are a fragmented MP4. */
async function readHls(playlist: string): Promise<Buffer> {
  const lines = (await readFile(playlist, 'utf8')).split(/\r?\n/).map((line) => line.trim());
  const has = (tag: string) => lines.some((line) => line.startsWith(tag));
  if (lines[0] !== '#EXTM3U') throw refused(playlist, 'is not a playlist');
  if (has('#EXT-X-STREAM-INF'))
    throw refused(playlist, 'is a multivariant playlist; give one of the playlists it refers to');
  if (has('#EXT-X-KEY')) throw refused(playlist, 'is encrypted');
  if (has('#EXT-X-BYTERANGE')) throw refused(playlist, 'has byte ranges; give the file that they refer to');
  if (has('#EXT-X-DISCONTINUITY')) throw refused(playlist, 'has discontinuities; a tape must be encoded as a whole');
  const maps = lines.flatMap((line) => /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1] ?? []);
  if (maps.length !== 1) throw refused(playlist, 'must have exactly one EXT-X-MAP');
  const names = [...maps, ...lines.filter((line) => line !== '' && !line.startsWith('#'))];
  const parts: Buffer[] = [];
  for (const name of names) {
    if (basename(name) !== name) throw refused(playlist, `refers to "${name}", which is not in the same folder`);
    parts.push(await readWhole(join(dirname(playlist), name)));
  }
  return Buffer.concat(parts);
}

async function playlistIn(folder: string): Promise<string> {
  const found = (await readdir(folder)).filter((name) => name.endsWith('.m3u8'));
  const [only] = found;
  if (only === undefined || found.length > 1) throw refused(folder, `has ${found.length} playlists; give one of them`);
  return join(folder, only);
}

const ADTS_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000];

function readAdts(file: string, bytes: Buffer): CodedSound {
  const profile = bytes[2]! >> 6;
  const channels = ((bytes[2]! & 1) << 2) | (bytes[3]! >> 6);
  const sampleRate = ADTS_RATES[(bytes[2]! >> 2) & 15];
  if (profile !== 1 || sampleRate === undefined || (channels !== 1 && channels !== 2))
    throw refused(file, 'is not AAC-LC');
  try {
    return { channels, sampleRate, frames: adtsFrames(bytes) };
  } catch {
    throw refused(file, 'is invalid');
  }
}

async function readCoded(path: string, name: string): Promise<CodedSound> {
  const isFolder = (await stat(path)).isDirectory();
  const source = isFolder ? await playlistIn(path) : path;
  const bytes = source.endsWith('.m3u8') ? await readHls(source) : await readWhole(source);
  const file = isFolder ? source : name;
  if (bytes.length < 16) throw refused(file, 'is empty');
  // The header of a segment may precede that of the movie.
  if (['ftyp', 'styp', 'moov'].includes(bytes.toString('latin1', 4, 8)))
    return readMp4Sound(bytes, (what) => refused(file, what));
  if (isAdts(bytes)) return readAdts(file, bytes);
  const other = OTHERS.find(([, is]) => is(bytes))?.[0];
  throw refused(file, other === undefined ? 'has an unknown format' : `is ${other}`);
}

export interface SoundFile {
  rendition: RenditionName;
  init: { bytes: Buffer; codecs: string; timescale: number };
  durationMs: number;
  /** Average. */
  bitsPerSecond: number;
  segmentCount: number;
  segments: () => Iterable<TapeSegment>;
}

const framesPerSegment = (sampleRate: number): number =>
  Math.floor((TARGET_DURATION_MS * sampleRate) / 1000 / FRAME_SAMPLES);

/**
 * Segments up to the target duration. Boundaries are rounded, not durations, so that rounding errors do not add up over
 * an hour.
 */
function* segmentsOf({ channels, sampleRate, frames }: CodedSound): Generator<TapeSegment> {
  const track: AudioTrack = { kind: 'audio', channels, sampleRate };
  const perSegment = framesPerSegment(sampleRate);
  const msOf = (frame: number) => Math.round((frame * FRAME_SAMPLES * 1000) / sampleRate);
  for (let first = 0; first < frames.length; first += perSegment) {
    const samples = frames.slice(first, first + perSegment);
    const fragment = { decodeTime: BigInt(first * FRAME_SAMPLES), sampleDuration: FRAME_SAMPLES, samples };
    const mediaStartMs = msOf(first);
    yield {
      bytes: mediaSegment(first / perSegment + 1, [track], [fragment]),
      durationMs: msOf(first + samples.length) - mediaStartMs,
      mediaStartMs,
    };
  }
}

/**
 * Reads encoded sound to be cut into segments. Nothing is decoded or re-encoded, so no other tool is required. Throws
 * `unsupportedMediaType` for anything but AAC-LC, naming the format found and those accepted. `name`: of the file, to people.
 */
export async function readSoundFile(path: string, name: string = basename(path)): Promise<SoundFile> {
  const coded = await readCoded(path, name).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new DomainError('fileNotFound', `"${name}" does not exist`);
    throw error;
  });
  const { channels, sampleRate, frames } = coded;
  const seconds = (frames.length * FRAME_SAMPLES) / sampleRate;
  if (seconds < 1) throw refused(name, 'has less than one second of audio');
  const bitsPerSecond = (frames.reduce((sum, frame) => sum + frame.length, 0) * 8) / seconds;
  const rendition = renditionsOf('audio').find((name) => bitsPerSecond <= RENDITIONS[name].bandwidth * RATE_ROOM);
  if (rendition === undefined)
    throw refused(name, `has ${Math.round(bitsPerSecond / 1000)} kbit/s, the maximum is 128`);
  return {
    rendition,
    init: {
      bytes: initSegment([{ kind: 'audio', channels, sampleRate }]),
      codecs: 'mp4a.40.2',
      timescale: sampleRate,
    },
    durationMs: Math.round(seconds * 1000),
    bitsPerSecond,
    segmentCount: Math.ceil(frames.length / framesPerSegment(sampleRate)),
    segments: () => segmentsOf(coded),
  };
}
