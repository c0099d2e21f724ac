import type { Page } from 'playwright-core';
import { decodeTimeMarks, instantOf, type HeardMark } from '#sandbox/stations/time-mark.ts';

/** Recorded output of the page's player. */
export interface Heard {
  marks: HeardMark[];
  pcm: Float32Array;
  sampleRate: number;
  /** The player's displayed position at the last sample, Unix ms. */
  shownAtMs: number;
}

interface Tap {
  chunks: Float32Array[];
  sampleRate: number;
}
declare global {
  interface Window {
    tap?: Tap;
  }
}

/** Records the page's media element after its volume, as a listener would hear it. */
export async function listen(page: Page, seconds = 9): Promise<Heard> {
  const recorded = await page.evaluate(async (durationMs) => {
    if (!window.tap) {
      const media = document.querySelector<HTMLMediaElement>('[data-player-media]');
      if (!media) throw new Error('nothing that sounds');
      const context = new AudioContext({ sampleRate: 48_000 });
      const tap: Tap = { chunks: [], sampleRate: context.sampleRate };
      const ear = context.createScriptProcessor(4096, 1, 1);
      ear.addEventListener('audioprocess', (event) => tap.chunks.push(event.inputBuffer.getChannelData(0).slice()));
      context.createMediaElementSource(media).connect(ear).connect(context.destination);
      await context.resume();
      window.tap = tap;
    }
    const { tap } = window;
    tap.chunks = [];
    await new Promise((done) => setTimeout(done, durationMs));
    const shownAtMs = window.airwavePlayer?.getHeardAt() ?? Number.NaN;
    const bytes = new Uint8Array(await new Blob(tap.chunks as BlobPart[]).arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return { sound: btoa(text), sampleRate: tap.sampleRate, shownAtMs };
  }, seconds * 1000);
  const bytes = Buffer.from(recorded.sound, 'base64');
  const pcm = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const { sampleRate, shownAtMs } = recorded;
  return { marks: decodeTimeMarks(pcm, sampleRate), pcm, sampleRate, shownAtMs };
}

/** When the last recorded sample was made, by the time mark in the sound. */
export function madeAtMs({ marks, pcm, sampleRate, shownAtMs }: Heard): number {
  const mark = marks.at(-1);
  if (mark === undefined) throw new Error('no time mark was heard');
  const segmentAt = instantOf(mark.segmentNumber, new Date(shownAtMs)).getTime();
  return segmentAt + ((pcm.length - mark.atSample) / sampleRate) * 1000;
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
