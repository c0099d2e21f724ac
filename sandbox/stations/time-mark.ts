/**
 * The time mark in the sound of the demo stations: every segment encodes its number within the day's timeline in two
 * quiet tones specific to the station. From any six seconds a test can tell the station and when the sample was made.
 *
 * Segment k (counted from the Unix epoch in steps of 3.84 s) begins with 20 bits: k mod 65536, high bit first, then the
 * sum of its four hex digits mod 16. A bit lasts 4 AAC frames of 1024 samples at 48 kHz; the rest of the segment has no
 * sound at those frequencies.
 */
export const SEGMENT_MS = 3_840;
export const SAMPLE_RATE = 48_000;
export const FRAME_SAMPLES = 1_024;
export const FRAMES_A_SEGMENT = 180;
export const FRAMES_A_BIT = 4;
const MARK_BITS = 20;
export const MARK_FRAMES = MARK_BITS * FRAMES_A_BIT;

export type StationId = 881 | 903 | 864;

/** Frequencies of a 0 and a 1, in hertz. The stations' own sound ends below 8.5 kHz. */
export const TONES: Record<StationId, readonly [number, number]> = {
  881: [9_200, 9_800],
  903: [10_400, 11_000],
  864: [11_600, 12_200],
};

const COUNT = 65_536;

function checksum(value: number): number {
  return ((value >> 12) + ((value >> 8) & 15) + ((value >> 4) & 15) + (value & 15)) & 15;
}

/** The bits of a segment's mark, in order. */
export function markBits(segmentNumber: number): (0 | 1)[] {
  const value = ((segmentNumber % COUNT) + COUNT) % COUNT;
  const word = (value << 4) | checksum(value);
  return Array.from({ length: MARK_BITS }, (_, i) => ((word >> (MARK_BITS - 1 - i)) & 1) as 0 | 1);
}

export interface HeardMark {
  channel: StationId;
  /** k mod 65536. */
  segmentNumber: number;
  /** Sample offset of the segment's start. */
  atSample: number;
}

/**
 * Start of the segment with this number that is nearest to `near`.
 *
 * @internal For tests and benchmarks.
 */
export function instantOf(segmentNumber: number, near: Date): Date {
  const around = Math.round(near.getTime() / SEGMENT_MS);
  const turn = Math.round((around - segmentNumber) / COUNT);
  return new Date((segmentNumber + turn * COUNT) * SEGMENT_MS);
}

/** Power of one frequency in a window (Goertzel). */
function power(pcm: Float32Array, from: number, length: number, omega: number): number {
  const k = 2 * Math.cos(omega);
  let a = 0;
  let b = 0;
  for (let i = from; i < from + length; i++) {
    const c = (pcm[i] ?? 0) + k * a - b;
    b = a;
    a = c;
  }
  return a * a + b * b - k * a * b;
}

const HOPS_A_BIT = 16;
/** Minimum contrast between the two tones, -1 to 1, in every bit of a mark. */
const CONTRAST = 0.6;
/** Minimum loudness of a mark's quietest bit relative to its loudest: marks read partly from silence are rejected. */
const EVENNESS = 0.1;

/**
 * Finds every complete mark in mono samples of any rate from 32 kHz, at any gain and from any offset.
 *
 * @internal For tests and benchmarks.
 */
export function decodeTimeMarks(pcm: Float32Array, sampleRate: number): HeardMark[] {
  const hop = (FRAME_SAMPLES * FRAMES_A_BIT * (sampleRate / SAMPLE_RATE)) / HOPS_A_BIT;
  const window = Math.round(hop * 4);
  const hops = Math.floor((pcm.length - window) / hop);
  const marks: HeardMark[] = [];
  for (const channel of [881, 903, 864] as const) {
    const levels = TONES[channel].map((hertz) => {
      const omega = (2 * Math.PI * hertz) / sampleRate;
      return Float64Array.from({ length: Math.max(0, hops) }, (_, h) => power(pcm, Math.round(h * hop), window, omega));
    });
    const [zero = new Float64Array(), one = new Float64Array()] = levels;
    let best: { start: number; score: number; value: number } | null = null;
    const settle = () => {
      if (best) marks.push({ channel, segmentNumber: best.value, atSample: Math.round(best.start * hop) });
      best = null;
    };
    for (let start = 0; start + MARK_BITS * HOPS_A_BIT <= hops; start++) {
      const found = readAt(zero, one, start);
      // Only one mark fits into the length of a mark: matches of the same tones from a later bit are not separate
      // marks.
      if (best && start - best.start > MARK_BITS * HOPS_A_BIT) settle();
      if (found && (!best || found.score > best.score)) best = { start, ...found };
    }
    settle();
  }
  return marks.toSorted((a, b) => a.atSample - b.atSample);
}

function readAt(zero: Float64Array, one: Float64Array, start: number): { score: number; value: number } | null {
  let word = 0;
  let score = 0;
  let quietest = Infinity;
  let loudest = 0;
  for (let bit = 0; bit < MARK_BITS; bit++) {
    let e0 = 0;
    let e1 = 0;
    // The middle of a bit: its edges contain the transition between tones.
    for (let h = 4; h < 11; h++) {
      e0 += zero[start + bit * HOPS_A_BIT + h] ?? 0;
      e1 += one[start + bit * HOPS_A_BIT + h] ?? 0;
    }
    const contrast = (e1 - e0) / (e1 + e0 + 1e-12);
    if (Math.abs(contrast) < CONTRAST) return null;
    word = (word << 1) | (contrast > 0 ? 1 : 0);
    const energy = Math.max(e0, e1);
    quietest = Math.min(quietest, energy);
    loudest = Math.max(loudest, energy);
    score += Math.log(energy + 1e-12);
  }
  if (quietest < EVENNESS * loudest) return null;
  const value = word >> 4;
  return (word & 15) === checksum(value) ? { score, value } : null;
}
