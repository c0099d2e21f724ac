// Generates the loops of the demo stations. Run manually on a machine with ffmpeg and espeak-ng (Debian):
//   node scripts/sound/make.ts
// The results in sandbox/stations/loops are committed, so that stations run without encoding anything.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adtsFrames } from '#shared/fmp4-writer.ts';
import { SPOKEN_881 } from '#sandbox/stations/spoken.ts';
import {
  FRAME_SAMPLES,
  FRAMES_A_SEGMENT,
  MARK_FRAMES,
  SAMPLE_RATE,
  TONES,
  type StationId,
} from '#sandbox/stations/time-mark.ts';
import { bed881, song864, song903 } from './songs.ts';
import { level, lowPass, LOOP_SAMPLES, RATE, silence, type Stereo } from './synth.ts';

const OUT = 'sandbox/stations/loops';
const SEGMENTS = LOOP_SAMPLES / (FRAMES_A_SEGMENT * FRAME_SAMPLES);
const MARK_GAIN = 10 ** (-42 / 20);
const work = mkdtempSync(join(tmpdir(), 'sound-'));
mkdirSync(OUT, { recursive: true });

/** Voice of each line; `spoken.ts` has their times. */
const READ_AS: readonly (readonly [pitch: number, speed: number])[] = [
  [42, 150],
  [42, 155],
  [60, 150],
  [60, 150],
  [36, 145],
  [42, 150],
  [60, 150],
];

/** The spoken lines over the music bed, spread over the loop. */
function speech881(): Stereo {
  const out = bed881();
  const voice = silence();
  let at = 1.2;
  const spoken = SPOKEN_881.map(({ words }, i) => {
    const [pitch, speed] = READ_AS[i]!;
    const wav = join(work, `line-${i}.wav`);
    const pcm = join(work, `line-${i}.f32`);
    execFileSync('espeak-ng', ['-v', 'yue', '-p', String(pitch), '-s', String(speed), '-g', '4', '-w', wav, words]);
    // More body, less edge, and the acoustics of a small studio.
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      wav,
      '-af',
      'highpass=f=90,equalizer=f=220:t=q:w=1:g=4,equalizer=f=3200:t=q:w=1:g=-3,lowpass=f=6500,acompressor=threshold=-22dB:ratio=3:attack=8:release=120,aecho=0.9:0.5:23|37:0.16|0.1',
      '-ar',
      String(RATE),
      '-ac',
      '1',
      '-f',
      'f32le',
      pcm,
    ]);
    const bytes = readFileSync(pcm);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  });
  const seconds = spoken.reduce((sum, line) => sum + line.length / RATE, 0);
  const pause = Math.max(0.5, (LOOP_SAMPLES / RATE - 1.5 - seconds) / spoken.length);
  for (const [i, line] of spoken.entries()) {
    const from = Math.round(at * RATE);
    const pan = i % 2 ? 0.06 : -0.06;
    for (let k = 0; k < line.length; k++) {
      voice.left[(from + k) % LOOP_SAMPLES]! += line[k]! * (1 - pan);
      voice.right[(from + k) % LOOP_SAMPLES]! += line[k]! * (1 + pan);
    }
    at += line.length / RATE + pause;
  }
  level(voice, -20);
  for (let i = 0; i < LOOP_SAMPLES; i++) {
    out.left[i]! += voice.left[i]!;
    out.right[i]! += voice.right[i]!;
  }
  lowPass(out, 7_500);
  return out;
}

/** The loop with one tone of its station in the mark of every segment. */
function withMark(loop: Stereo, hertz: number): Stereo {
  const out = { left: loop.left.slice(), right: loop.right.slice() };
  const length = MARK_FRAMES * FRAME_SAMPLES;
  const ramp = 240;
  for (let segment = 0; segment < SEGMENTS; segment++) {
    const from = segment * FRAMES_A_SEGMENT * FRAME_SAMPLES;
    for (let i = 0; i < length; i++) {
      const value =
        MARK_GAIN * Math.min(1, i / ramp, (length - i) / ramp) * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE);
      out.left[from + i]! += value;
      out.right[from + i]! += value;
    }
  }
  return out;
}

/**
 * AAC frames with exactly the loop's sound: encodes three repetitions and takes the middle, past the encoder's delay.
 */
function encode(sound: Stereo, name: string, args: string[]): Buffer[] {
  const pcm = new Float32Array(LOOP_SAMPLES * 2);
  for (let i = 0; i < LOOP_SAMPLES; i++) {
    pcm[i * 2] = sound.left[i]!;
    pcm[i * 2 + 1] = sound.right[i]!;
  }
  const raw = join(work, `${name}.f32`);
  const once = Buffer.from(pcm.buffer);
  writeFileSync(raw, Buffer.concat([once, once, once]));
  const coded = join(work, `${name}.aac`);
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'f32le',
    '-ar',
    String(SAMPLE_RATE),
    '-ac',
    '2',
    '-i',
    raw,
    ...args,
    '-c:a',
    'aac',
    '-cutoff',
    '14000',
    '-f',
    'adts',
    coded,
  ]);
  const frames = LOOP_SAMPLES / FRAME_SAMPLES;
  return adtsFrames(readFileSync(coded)).slice(frames + 1, frames * 2 + 1);
}

/** Frames on disk, each preceded by its 16-bit length. */
function pack(frames: Buffer[]): Buffer {
  return Buffer.concat(
    frames.flatMap((frame) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(frame.length);
      return [length, frame];
    }),
  );
}

const songs: Record<StationId, () => Stereo> = { 881: speech881, 903: song903, 864: song864 };
for (const station of [881, 903, 864] as const) {
  const loop = songs[station]();
  for (const [rendition, args] of [
    ['a64', ['-ac', '1', '-b:a', '64k']],
    ['a128', ['-b:a', '128k']],
  ] as const) {
    const [zeros, ones] = TONES[station].map((hertz, bit) =>
      encode(withMark(loop, hertz), `${station}-${rendition}-${bit}`, [...args]),
    );
    writeFileSync(`${OUT}/${station}-${rendition}.frames`, pack(zeros!));
    // Of the second variant only the frames of marks are kept.
    writeFileSync(
      `${OUT}/${station}-${rendition}.ones`,
      pack(ones!.filter((_, i) => i % FRAMES_A_SEGMENT < MARK_FRAMES)),
    );
  }
  console.log(station, 'done');
}
