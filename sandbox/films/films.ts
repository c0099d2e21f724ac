import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  annexBFrames,
  initSegment,
  mediaSegment,
  type AudioTrack,
  type Fragment,
  type Track,
} from '#shared/media/fmp4-writer.ts';

const DIR = 'sandbox/films/reels';

/** Animated on twos: a drawing lasts two frames of 25. */
export const REEL_FPS = 12.5;
export const SEGMENT_SECONDS = 4;
const FRAMES_A_SEGMENT = REEL_FPS * SEGMENT_SECONDS;
export const REEL_SAMPLE_RATE = 24_000;
const FRAME_SAMPLES = 1_024;

interface ReelSize {
  name: 'v21' | 'v24' | 'v25';
  width: number;
  height: number;
}

/** A demo film as shipped: sound and pictures are stored once and muxed on import. */
export interface Reel {
  slug: string;
  title: string;
  segments: number;
  sizes: ReelSize[];
  /** Segments that form its trailer. */
  trailer: number[];
  captions: { lang: string; label: string }[];
  stills: { width: number; height: number; columns: number; count: number; stepMs: number };
  /** Of all its files. */
  sha256: string;
  bytes: number;
}

/** All shipped films. Empty if none have been generated (`node tools/fixtures/films/make.ts`). */
export function listReels(): Reel[] {
  const manifest = join(DIR, 'manifest.json');
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Reel[]) : [];
}

export const reelFile = (slug: string, file: string): string => join(DIR, `${slug}${file}`);
export const readReelText = (slug: string, file: string): string => readFileSync(reelFile(slug, file), 'utf8');
export const readReelBytes = (slug: string, file: string): Buffer => readFileSync(reelFile(slug, file));

/** Frames on disk, each preceded by its 16-bit length. */
function unpack(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16BE(at);
    frames.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return frames;
}

interface ReelSegment {
  bytes: Buffer;
  durationMs: number;
  mediaStartMs: number;
}

interface ReelTrack {
  name: 'v21' | 'v24' | 'v25' | 'audio';
  frameRate: number | null;
  size: { width: number; height: number } | null;
  init: { bytes: Buffer; codecs: string; timescale: number };
  segments: ReelSegment[];
}

const firstSoundOf = (segment: number): number =>
  Math.ceil((segment * SEGMENT_SECONDS * REEL_SAMPLE_RATE) / FRAME_SAMPLES);

/** The sound of the given segments of a film in sequence, as fragments. */
function soundOf(slug: string, order: readonly number[]): Fragment[] {
  const frames = unpack(readReelBytes(slug, '.frames'));
  let at = 0;
  return order.map((segment) => {
    const samples = frames.slice(firstSoundOf(segment), firstSoundOf(segment + 1));
    const fragment = { decodeTime: BigInt(at * FRAME_SAMPLES), sampleDuration: FRAME_SAMPLES, samples };
    at += samples.length;
    return fragment;
  });
}

const AUDIO: AudioTrack = { kind: 'audio', channels: 1, sampleRate: REEL_SAMPLE_RATE };
const soundMs = (decodeTime: bigint): number => Math.round((Number(decodeTime) * 1_000) / REEL_SAMPLE_RATE);

function soundTrack(sound: readonly Fragment[]): ReelTrack {
  const segments = sound.map((fragment, i) => {
    const mediaStartMs = soundMs(fragment.decodeTime);
    const end = fragment.decodeTime + BigInt(fragment.samples.length * FRAME_SAMPLES);
    return { bytes: mediaSegment(i + 1, [AUDIO], [fragment]), mediaStartMs, durationMs: soundMs(end) - mediaStartMs };
  });
  const init = { bytes: initSegment([AUDIO]), codecs: 'mp4a.40.2', timescale: REEL_SAMPLE_RATE };
  return { name: 'audio', frameRate: null, size: null, init, segments };
}

function pictureTrack(
  slug: string,
  { name, width, height }: ReelSize,
  order: readonly number[],
  sound: readonly Fragment[],
): ReelTrack {
  const { sps, pps, frames } = annexBFrames(readReelBytes(slug, `-${name}.h264`));
  const picture: Track = { kind: 'video', width, height, sps, pps, timescale: REEL_FPS * 1_000 };
  const tracks = [picture, AUDIO];
  const segments = order.map((segment, i) => {
    const samples = frames.slice(segment * FRAMES_A_SEGMENT, (segment + 1) * FRAMES_A_SEGMENT);
    const fragment = { decodeTime: BigInt(i * FRAMES_A_SEGMENT * 1_000), sampleDuration: 1_000, samples };
    return {
      bytes: mediaSegment(i + 1, tracks, [fragment, sound[i]!]),
      mediaStartMs: i * SEGMENT_SECONDS * 1_000,
      durationMs: SEGMENT_SECONDS * 1_000,
    };
  });
  const codecs = `avc1.${sps.toString('hex', 1, 4)},mp4a.40.2`;
  const init = { bytes: initSegment(tracks), codecs, timescale: REEL_FPS * 1_000 };
  return { name, frameRate: REEL_FPS, size: { width, height }, init, segments };
}

/** A film or its trailer in every rendition. */
export function tracksOf({ slug, sizes }: Reel, order: readonly number[]): ReelTrack[] {
  const sound = soundOf(slug, order);
  return [...sizes.map((size) => pictureTrack(slug, size, order, sound)), soundTrack(sound)];
}
