import { open, readFile, type FileHandle } from 'node:fs/promises';
import { DomainError } from '#shared/domain-error.ts';
import { initSegment, mediaSegment, type AudioTrack } from '#shared/media/fmp4-writer.ts';
import type { CodedTrack } from '#domain/film-making/film-tools.types.ts';
import type { TapeSegment } from '#domain/media/kept-sound.ts';
import { TARGET_DURATION_MS } from '#domain/media/renditions.rules.ts';
import { Malformed } from './boxes.ts';
import { codecsOf, readInit, readSegment } from './fmp4.ts';
import { readMp4Sound, type CodedSound } from './mp4-sound.ts';

interface Piece {
  start: number;
  size: number;
}

async function readPiece(handle: FileHandle, { start, size }: Piece): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  const { bytesRead } = await handle.read(bytes, 0, size, start);
  if (bytesRead !== size) throw new Malformed('the file is truncated');
  return bytes;
}

const HEAD = 16;

/** Iterates over a file's boxes by reading only their headers: the file may be larger than memory. */
async function* boxesIn(handle: FileHandle): AsyncGenerator<Piece & { type: string }> {
  const { size: end } = await handle.stat();
  for (let start = 0; start + 8 <= end;) {
    const head = await readPiece(handle, { start, size: Math.min(HEAD, end - start) });
    const told = head.readUInt32BE(0);
    const size = told === 1 ? Number(head.readBigUInt64BE(8)) : told === 0 ? end - start : told;
    if (size < 8 || start + size > end) throw new Malformed('the file is truncated');
    yield { type: head.toString('latin1', 4, 8), start, size };
    start += size;
  }
}

/** The init segment, and the position of each fragment with its data. */
async function piecesOf(handle: FileHandle): Promise<{ init: Buffer; pieces: Piece[] }> {
  const head: Buffer[] = [];
  const pieces: Piece[] = [];
  let moof: Piece | undefined;
  for await (const { type, ...box } of boxesIn(handle)) {
    if (type === 'ftyp' || type === 'moov') head.push(await readPiece(handle, box));
    else if (type === 'moof') moof = box;
    else if (type === 'mdat' && moof !== undefined) {
      pieces.push({ start: moof.start, size: box.start + box.size - moof.start });
      moof = undefined;
    }
  }
  return { init: Buffer.concat(head), pieces };
}

/** Reads a fragmented MP4 of picture and sound, whose fragments are served unchanged. */
export async function readPictures(file: string): Promise<CodedTrack> {
  const handle = await open(file);
  try {
    const { init, pieces } = await piecesOf(handle);
    const tracks = readInit(init, 'video');
    const times = new Map<Piece, Omit<TapeSegment, 'bytes'>>();
    for (const piece of pieces) {
      const how = { kind: 'video', targetMs: TARGET_DURATION_MS } as const;
      times.set(piece, readSegment(await readPiece(handle, piece), tracks, how));
    }
    const { timescale } = tracks.find(({ kind }) => kind === 'video')!;
    return {
      init: { bytes: init, codecs: codecsOf(tracks), timescale },
      segments: [...times.values()],
      async *read() {
        const again = await open(file);
        try {
          for (const [piece, time] of times) yield { ...time, bytes: await readPiece(again, piece) };
        } finally {
          await again.close();
        }
      },
    };
  } finally {
    await handle.close();
  }
}

const FRAME_SAMPLES = 1_024;

/** Splits encoded sound at these instants, to the frame; the last piece has the remainder. */
function cutSound({ channels, sampleRate, frames }: CodedSound, startsMs: readonly number[]): CodedTrack {
  const track: AudioTrack = { kind: 'audio', channels, sampleRate };
  const msOf = (frame: number) => Math.round((frame * FRAME_SAMPLES * 1000) / sampleRate);
  const firsts = startsMs.map((at) => Math.ceil((at * sampleRate) / 1000 / FRAME_SAMPLES - 1e-6));
  const spans = firsts.map((first, i) => ({ first, after: firsts[i + 1] ?? frames.length }));
  if (spans.some(({ first, after }) => first >= after))
    throw new DomainError('invalidParam', 'the audio ends before the video');
  return {
    init: { bytes: initSegment([track]), codecs: 'mp4a.40.2', timescale: sampleRate },
    segments: spans.map(({ first, after }) => ({ mediaStartMs: msOf(first), durationMs: msOf(after) - msOf(first) })),
    *read() {
      for (const [i, { first, after }] of spans.entries()) {
        const samples = frames.slice(first, after);
        const fragment = { decodeTime: BigInt(first * FRAME_SAMPLES), sampleDuration: FRAME_SAMPLES, samples };
        const bytes = mediaSegment(i + 1, [track], [fragment]);
        yield { bytes, mediaStartMs: msOf(first), durationMs: msOf(after) - msOf(first) };
      }
    },
  };
}

/** Reads sound encoded by our own ffmpeg: a quarter of a gigabyte at most. */
export async function readSound(file: string, startsMs: readonly number[]): Promise<CodedTrack> {
  const refuse = (what: string) => new DomainError('invalidParam', `the encoded audio ${what}`);
  return cutSound(readMp4Sound(await readFile(file), refuse), startsMs);
}
