import type { Page } from 'playwright-core';
import {
  decodeTimeMarks,
  instantOf,
  MARK_FRAMES,
  FRAME_SAMPLES,
  SAMPLE_RATE,
  type HeardMark,
} from '#sandbox/stations/time-mark.ts';

/** Recorded output of the page's player. */
export interface Heard {
  marks: HeardMark[];
  pcm: Float32Array;
  sampleRate: number;
  /** When a sample after a time mark was made, and the player's displayed position as it sounded, Unix ms. */
  madeAtMs: number;
  shownAtMs: number;
  /** The length of the recording up to that sample. */
  recordedMs: number;
}

const CHUNK_SAMPLES = 4_096;

interface Tap {
  chunks: Float32Array[];
  /** The displayed position as each chunk had sounded, Unix ms. */
  shown: number[];
  sampleRate: number;
}
declare global {
  interface Window {
    tap?: Tap;
  }
}

/** Records the page's media element after its volume, as a listener would hear it. */
export async function listen(page: Page, seconds = 9): Promise<Heard> {
  const recorded = await page.evaluate(
    async ([durationMs, chunkSamples]) => {
      if (!window.tap) {
        const media = document.querySelector<HTMLMediaElement>('[data-player-media]');
        if (!media) throw new Error('nothing that sounds');
        const context = new AudioContext({ sampleRate: 48_000 });
        const tap: Tap = { chunks: [], shown: [], sampleRate: context.sampleRate };
        const ear = context.createScriptProcessor(chunkSamples, 1, 1);
        ear.addEventListener('audioprocess', (event) => {
          tap.chunks.push(event.inputBuffer.getChannelData(0).slice());
          tap.shown.push(window.airwavePlayer?.getHeardAt() ?? Number.NaN);
        });
        context.createMediaElementSource(media).connect(ear).connect(context.destination);
        await context.resume();
        window.tap = tap;
      }
      const { tap } = window;
      tap.chunks = [];
      tap.shown = [];
      await new Promise((done) => setTimeout(done, durationMs));
      const bytes = new Uint8Array(await new Blob(tap.chunks as BlobPart[]).arrayBuffer());
      let text = '';
      for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      return { sound: btoa(text), sampleRate: tap.sampleRate, shown: tap.shown };
    },
    [seconds * 1000, CHUNK_SAMPLES] as const,
  );
  const bytes = Buffer.from(recorded.sound, 'base64');
  const pcm = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const { sampleRate, shown } = recorded;
  const marks = decodeTimeMarks(pcm, sampleRate);
  return { marks, pcm, sampleRate, ...comparedAt(marks, sampleRate, shown) };
}

/** Listens until a time mark has sounded: a player on a busy machine may wait for its next segment all the while. */
export async function listenForMarks(page: Page): Promise<Heard> {
  for (;;) {
    const heard = await listen(page);
    if (heard.marks.length > 0) return heard;
  }
}

const MARK_SECONDS = (MARK_FRAMES * FRAME_SAMPLES) / SAMPLE_RATE;

/**
 * The instant of the sound and the displayed position at the end of the time mark where they agree best. On a busy
 * machine the page reads some positions late, and sound that waits for its next segment is recorded as silence.
 */
function comparedAt(
  marks: HeardMark[],
  sampleRate: number,
  shown: number[],
): Pick<Heard, 'madeAtMs' | 'shownAtMs' | 'recordedMs'> {
  const compared = marks.flatMap(({ segmentNumber, atSample }) => {
    const chunk = Math.floor((atSample + MARK_SECONDS * sampleRate) / CHUNK_SAMPLES);
    const shownAtMs = shown[chunk];
    if (shownAtMs === undefined) return [];
    const segmentAtMs = instantOf(segmentNumber, new Date(shownAtMs)).getTime();
    const recordedMs = (((chunk + 1) * CHUNK_SAMPLES) / sampleRate) * 1000;
    return [{ madeAtMs: segmentAtMs + recordedMs - (atSample / sampleRate) * 1000, shownAtMs, recordedMs }];
  });
  const error = ({ madeAtMs, shownAtMs }: (typeof compared)[number]) => Math.abs(madeAtMs - shownAtMs);
  const [best] = compared.toSorted((one, other) => error(one) - error(other));
  return best ?? { madeAtMs: Number.NaN, shownAtMs: Number.NaN, recordedMs: 0 };
}

/** Share of a recording's power at one frequency: 1 is a pure tone. */
export function shareOfTone({ pcm, sampleRate }: Heard, hertz: number): number {
  let real = 0;
  let imaginary = 0;
  let total = 0;
  const seconds = Math.floor(pcm.length / sampleRate);
  const tail = pcm.subarray(pcm.length - seconds * sampleRate);
  // Second by second, so that a phase jump between segments does not cancel the tone.
  let share = 0;
  for (let second = 0; second < seconds; second++) {
    real = imaginary = total = 0;
    for (let i = 0; i < sampleRate; i++) {
      const value = tail[second * sampleRate + i] ?? 0;
      const angle = (2 * Math.PI * hertz * i) / sampleRate;
      real += value * Math.cos(angle);
      imaginary += value * Math.sin(angle);
      total += value * value;
    }
    if (total > 0) share = Math.max(share, (2 * (real * real + imaginary * imaginary)) / (total * sampleRate));
  }
  return share;
}
