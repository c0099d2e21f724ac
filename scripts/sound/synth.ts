/** A small synthesiser: stereo buffers of the loop's length; everything wraps around so that the loop is seamless. */
export const RATE = 48_000;
export const LOOP_SAMPLES = 16 * 180 * 1024;

export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

export const silence = (): Stereo => ({ left: new Float32Array(LOOP_SAMPLES), right: new Float32Array(LOOP_SAMPLES) });

export const hertz = (midi: number) => 440 * 2 ** ((midi - 69) / 12);

export interface Note {
  /** Seconds from the start of the loop. */
  at: number;
  seconds: number;
  midi: number;
  gain: number;
  /** -1 left to 1 right. */
  pan?: number;
}

export type Voice = (phase: number, age: number) => number;

const wave = {
  sine: (p: number) => Math.sin(2 * Math.PI * p),
  triangle: (p: number) => 4 * Math.abs(p - Math.floor(p + 0.5)) - 1,
};

/** Timbres by age in seconds, with few overtones, so that they survive low bit rates. */
export const voices = {
  epiano: (p, age) =>
    wave.sine(p + 0.28 * Math.exp(-age * 3) * wave.sine(p * 2)) * Math.exp(-age * 0.9) +
    0.15 * wave.sine(p * 4) * Math.exp(-age * 6),
  bass: (p, age) => (wave.sine(p) + 0.3 * wave.triangle(p * 2) * Math.exp(-age * 4)) * Math.exp(-age * 0.6),
  pad: (p, age) =>
    (wave.triangle(p) + wave.triangle(p * 1.004) + 0.5 * wave.sine(p * 2.001)) * 0.4 * Math.min(1, age * 2),
  lead: (p, age) => (wave.triangle(p) * 0.7 + 0.35 * wave.sine(p * 3) * Math.exp(-age * 5)) * Math.min(1, age * 60),
  pluck: (p, age) => wave.triangle(p + 0.1 * wave.sine(p * 2)) * Math.exp(-age * 7),
} satisfies Record<string, Voice>;

export function play(out: Stereo, voice: Voice, notes: readonly Note[]): void {
  for (const note of notes) {
    const from = Math.round(note.at * RATE);
    const release = 0.12;
    const length = Math.round((note.seconds + release) * RATE);
    const step = hertz(note.midi) / RATE;
    const pan = ((note.pan ?? 0) + 1) * (Math.PI / 4);
    const [gl, gr] = [Math.cos(pan) * note.gain, Math.sin(pan) * note.gain];
    for (let i = 0; i < length; i++) {
      const age = i / RATE;
      const edge = Math.min(1, age * 200) * (age > note.seconds ? Math.max(0, 1 - (age - note.seconds) / release) : 1);
      const value = voice(step * i, age) * edge;
      const at = (from + i) % LOOP_SAMPLES;
      out.left[at]! += value * gl;
      out.right[at]! += value * gr;
    }
  }
}

export function noise(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (Math.imul(a, 1_664_525) + 1_013_904_223) >>> 0;
    return a / 2_147_483_648 - 1;
  };
}

/** Drums: a falling sine, and shaped noise through a one-pole low pass. */
export function kick(out: Stereo, at: number, gain: number): void {
  for (let i = 0; i < RATE * 0.3; i++) {
    const age = i / RATE;
    const value = Math.sin(2 * Math.PI * (48 * age + 5.5 * (1 - Math.exp(-age * 26)))) * Math.exp(-age * 11) * gain;
    add(out, at, i, value, value);
  }
}

export function hiss(
  out: Stereo,
  at: number,
  { gain, decay, seed, pan = 0, body = 0 }: { gain: number; decay: number; seed: number; pan?: number; body?: number },
): void {
  const random = noise(seed);
  let low = 0;
  let high = 0;
  for (let i = 0; i < RATE * (4 / decay); i++) {
    const age = i / RATE;
    low += 0.55 * (random() - low);
    high += 0.2 * (low - high);
    const value =
      ((low - high) * Math.exp(-age * decay) + body * Math.sin(2 * Math.PI * 190 * age) * Math.exp(-age * 22)) * gain;
    add(out, at, i, value * (1 - pan), value * (1 + pan));
  }
}

function add(out: Stereo, at: number, i: number, l: number, r: number): void {
  const place = (Math.round(at * RATE) + i) % LOOP_SAMPLES;
  out.left[place]! += l;
  out.right[place]! += r;
}

/** Echo that wraps around the loop. */
export function echo(out: Stereo, seconds: number, gain: number): void {
  const shift = Math.round(seconds * RATE);
  const { left, right } = { left: out.left.slice(), right: out.right.slice() };
  for (let i = 0; i < LOOP_SAMPLES; i++) {
    const to = (i + shift) % LOOP_SAMPLES;
    out.left[to]! += right[i]! * gain;
    out.right[to]! += left[i]! * gain;
  }
}

/** Low pass of six cascaded one-pole stages, run twice around so that the loop is seamless. */
export function lowPass(out: Stereo, cutoff = 7_000): void {
  const a = 1 - Math.exp((-2 * Math.PI * cutoff) / RATE);
  for (const side of [out.left, out.right]) {
    const y = [0, 0, 0, 0, 0, 0];
    for (let turn = 0; turn < 2; turn++) {
      const from = turn === 0 ? LOOP_SAMPLES - RATE : 0;
      for (let i = from; i < LOOP_SAMPLES; i++) {
        let x = side[i]!;
        for (let pole = 0; pole < y.length; pole++) x = y[pole]! += a * (x - y[pole]!);
        if (turn === 1) side[i] = x;
      }
    }
  }
}

/** Normalises to a loudness (RMS in dBFS), with soft clipping. */
export function level(out: Stereo, rmsDb: number): void {
  let sum = 0;
  for (const side of [out.left, out.right]) for (const v of side) sum += v * v;
  const gain = 10 ** (rmsDb / 20) / Math.sqrt(sum / (2 * LOOP_SAMPLES) + 1e-12);
  for (const side of [out.left, out.right])
    for (let i = 0; i < LOOP_SAMPLES; i++) side[i] = Math.tanh(side[i]! * gain * 1.05) * 0.95;
}
