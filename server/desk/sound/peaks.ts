import type { PodcastFile } from '#server/media/podcast/podcast-files.ts';

/** Sample rate of the sound that peaks are read from: enough for a drawing, and cheap to decode. */
export const PEAK_HZ = 4_000;
/** A peak each tenth of a second. */
export const PEAK_STEP_MS = 100;
/** The middle of unsigned 8-bit samples. */
const MIDDLE = 128;
const SAMPLES_A_STEP = (PEAK_HZ * PEAK_STEP_MS) / 1_000;

/**
 * Peaks of a span by air time, one byte a step: 0 where there is no sound, else 1 (silence) to 255 (full scale). `sound`
 * is the whole file, decoded as unsigned 8-bit mono at `PEAK_HZ`.
 */
export function peaksOf({ cut, parts }: Pick<PodcastFile, 'cut' | 'parts'>, sound: Buffer): Buffer {
  const span = cut.spans[0]!;
  const peaks = Buffer.alloc(Math.ceil((span.to - span.from) / PEAK_STEP_MS));
  for (const { startsAt, offsetMs, durationMs } of parts) {
    const first = Math.round((offsetMs * PEAK_HZ) / 1_000);
    const last = Math.min(sound.length, Math.round(((offsetMs + durationMs) * PEAK_HZ) / 1_000));
    const leadSamples = Math.round(((startsAt - span.from) * PEAK_HZ) / 1_000);
    for (let at = first; at < last; at++) {
      const step = Math.floor((leadSamples + at - first) / SAMPLES_A_STEP);
      if (step < 0 || step >= peaks.length) continue;
      const level = Math.min(255, 1 + Math.abs(sound[at]! - MIDDLE) * 2);
      if (level > peaks[step]!) peaks[step] = level;
    }
  }
  return peaks;
}
