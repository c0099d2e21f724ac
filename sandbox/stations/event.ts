import { initSegment, mediaSegment, type Fragment, type Track } from '#shared/media/fmp4-writer.ts';
import { clockFace, FRAME_MS } from './clock-face.ts';
import { audioLoop, type AudioLoop, type Programme } from './loops.ts';
import { plainPicture } from './plain-picture.ts';
import { FRAME_SAMPLES, FRAMES_A_SEGMENT, SEGMENT_MS } from './time-mark.ts';

/** A quarter of a radio segment: a whole number of sound and picture frames. Each begins with a key frame. */
export const EVENT_SEGMENT_MS = SEGMENT_MS / 4;
const PARTS = SEGMENT_MS / EVENT_SEGMENT_MS;
const SOUND_FRAMES = FRAMES_A_SEGMENT / PARTS;
const PICTURE_FRAMES = EVENT_SEGMENT_MS / FRAME_MS;

const SIZES = { v21: [1920, 1080], v24: [1280, 720], v25: [640, 360] } as const;

export const EVENT_RENDITIONS = ['v21', 'v24', 'v25', 'audio'] as const;
type EventRendition = (typeof EVENT_RENDITIONS)[number];

/** Source of its music, including time marks, which tell when the sound was made, as the picture does. */
const MUSIC_OF = 864;

/** The part of the station's sound that falls into an event segment. */
function soundOf({ fragment }: AudioLoop, segmentNumber: number): Fragment {
  const whole = fragment(Math.floor(segmentNumber / PARTS));
  const first = (segmentNumber % PARTS) * SOUND_FRAMES;
  return {
    decodeTime: whole.decodeTime + BigInt(first * FRAME_SAMPLES),
    sampleDuration: whole.sampleDuration,
    samples: whole.samples.slice(first, first + SOUND_FRAMES),
  };
}

/**
 * An endless event: a clock encoded on the fly, and music. Segment n covers the wall clock from n × 0.96 s of the Unix
 * epoch, so two encoders produce the same for the same instant.
 */
export function eventProgramme(rendition: EventRendition): Programme {
  const sound = audioLoop(MUSIC_OF, 'a128');
  if (rendition === 'audio') {
    return {
      init: initSegment([sound.track]),
      segment: (n) => mediaSegment(n >>> 0, [sound.track], [soundOf(sound, n)]),
    };
  }
  const [width, height] = SIZES[rendition];
  const { columns, rows, sps, pps, code } = plainPicture(width, height);
  const picture: Track = { kind: 'video', width, height, sps, pps, timescale: 1_000 };
  const tracks = [picture, sound.track];
  return {
    init: initSegment(tracks),
    segment(n) {
      const first = n * PICTURE_FRAMES;
      const faces = Array.from({ length: PICTURE_FRAMES }, (_, i) => clockFace(first + i, columns, rows));
      const shown: Fragment = {
        decodeTime: BigInt(n * EVENT_SEGMENT_MS),
        sampleDuration: FRAME_MS,
        samples: code(faces, n),
      };
      return mediaSegment(n >>> 0, tracks, [shown, soundOf(sound, n)]);
    },
  };
}
