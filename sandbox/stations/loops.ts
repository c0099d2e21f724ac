import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  annexBFrames,
  initSegment,
  mediaSegment,
  type AudioTrack,
  type Fragment,
  type Track,
  type VideoLoop,
} from '#shared/media/fmp4-writer.ts';
import {
  FRAME_SAMPLES,
  FRAMES_A_BIT,
  FRAMES_A_SEGMENT,
  markBits,
  MARK_FRAMES,
  SAMPLE_RATE,
  SEGMENT_MS,
  type StationId,
} from './time-mark.ts';

const DIR = 'sandbox/stations/loops';
const FPS = 25;
const VIDEO_FRAMES_A_SEGMENT = (SEGMENT_MS / 1000) * FPS;

/** Output of an encoder: an init segment, and a segment for every number. */
export interface Programme {
  init: Buffer;
  segment: (segmentNumber: number) => Buffer;
}

function unpack(file: string): Buffer[] {
  const bytes = readFileSync(join(DIR, file));
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16BE(at);
    frames.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return frames;
}

export interface AudioLoop {
  track: AudioTrack;
  fragment: (segmentNumber: number) => Fragment;
}

/**
 * The loop with the time mark of a segment. An encoded frame also affects the next one, so choosing frames bit by bit
 * between two encodings of the same music changes the tone and leaves the music intact.
 */
export function audioLoop(station: StationId, rendition: 'a64' | 'a128'): AudioLoop {
  const frames = unpack(`${station}-${rendition}.frames`);
  const ones = unpack(`${station}-${rendition}.ones`);
  const slots = frames.length / FRAMES_A_SEGMENT;
  return {
    track: { kind: 'audio', channels: rendition === 'a64' ? 1 : 2, sampleRate: SAMPLE_RATE },
    fragment(segmentNumber) {
      const slot = segmentNumber % slots;
      const bits = markBits(segmentNumber);
      const samples = frames.slice(slot * FRAMES_A_SEGMENT, (slot + 1) * FRAMES_A_SEGMENT);
      for (let i = 0; i < MARK_FRAMES; i++) {
        const one = ones[slot * MARK_FRAMES + i];
        if (bits[Math.floor(i / FRAMES_A_BIT)] === 1 && one) samples[i] = one;
      }
      return {
        decodeTime: BigInt(segmentNumber) * BigInt(FRAMES_A_SEGMENT * FRAME_SAMPLES),
        sampleDuration: FRAME_SAMPLES,
        samples,
      };
    },
  };
}

/** Sound only. */
export function audioProgramme(station: StationId, rendition: 'a64' | 'a128'): Programme {
  const { track, fragment } = audioLoop(station, rendition);
  return {
    init: initSegment([track]),
    segment: (segmentNumber) => mediaSegment(segmentNumber >>> 0, [track], [fragment(segmentNumber)]),
  };
}

/** Picture and sound of the same instant in one file. Null for a station without a picture. */
export function videoProgramme(station: StationId): Programme | null {
  const file = join(DIR, `${station}-v360.h264`);
  if (!existsSync(file)) return null;
  const sound = audioLoop(station, 'a128');
  const loop: VideoLoop = annexBFrames(readFileSync(file));
  const slots = loop.frames.length / VIDEO_FRAMES_A_SEGMENT;
  const picture: Track = {
    kind: 'video',
    width: 640,
    height: 360,
    sps: loop.sps,
    pps: loop.pps,
    timescale: FPS * 1_000,
  };
  const tracks = [picture, sound.track];
  return {
    init: initSegment(tracks),
    segment(segmentNumber) {
      const slot = segmentNumber % slots;
      const fragment: Fragment = {
        decodeTime: BigInt(segmentNumber) * BigInt(VIDEO_FRAMES_A_SEGMENT * 1_000),
        sampleDuration: 1_000,
        samples: loop.frames.slice(slot * VIDEO_FRAMES_A_SEGMENT, (slot + 1) * VIDEO_FRAMES_A_SEGMENT),
      };
      return mediaSegment(segmentNumber >>> 0, tracks, [fragment, sound.fragment(segmentNumber)]);
    },
  };
}
