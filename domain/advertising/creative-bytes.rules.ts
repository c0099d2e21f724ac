import { imageTypeOf } from '#domain/pictures/image-bytes.rules.ts';
import { AD_BREAKPOINTS_PX, slotsOf, type AdSize } from '#domain/ads/ad-slots.rules.ts';
import { AD_GROUPS } from '#domain/ads/ad-groups.rules.ts';
import { CREATIVE_BUDGET } from '#domain/ads/ad-limits.rules.ts';

// What a creative of the station may cost. It holds no script by construction, so its CPU time is that of decoding.

export const CREATIVE_LIMITS = {
  /** Half of what a sold creative may load, which brings scripts. */
  bytes: 150_000,
  /** An animation cannot be paused (WCAG 2.2.2). */
  animationMs: 5_000,
  frames: 60,
  /** All frames together. */
  pixels: 12_000_000,
  decodeMs: CREATIVE_BUDGET.cpuMs,
} as const;

/** Nothing larger is read. */
export const MAX_CREATIVE_UPLOAD_BYTES = 2 * 1024 * 1024;

/** Sizes that some slot has at some width, largest first. */
export const CREATIVE_SIZES: readonly AdSize[] = [
  ...new Map(
    AD_GROUPS.flatMap((group) => slotsOf(group))
      .filter(({ type }) => type !== 'overlay')
      .flatMap(({ sizes }) =>
        (['xs', ...Object.keys(AD_BREAKPOINTS_PX), 'xl'] as (keyof typeof sizes)[]).flatMap((at) => sizes[at]),
      )
      .map((size) => [size.join('x'), size] as const),
  ).values(),
].toSorted(([a, b], [c, d]) => c * d - a * b);

/** Why a creative is refused; `measured` and `most` are in the unit of the rule. */
export interface CreativeRefusal {
  reason:
    | 'svg'
    | 'html'
    | 'not-a-picture'
    | 'animated-png'
    | 'unreadable'
    | 'size'
    | 'bytes'
    | 'endless'
    | 'animation'
    | 'frames'
    | 'pixels'
    | 'decode';
  measured?: number | string;
  most?: number | string;
}

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Null for a PNG, JPEG, WebP, AVIF or GIF, by its bytes. */
export function typeRefusal(bytes: Uint8Array): CreativeRefusal | null {
  if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return null;
  if (textAt(bytes, 4, 4) === 'ftyp' && /^avi[fs]/.test(textAt(bytes, 8, 4))) return null;
  const found = imageTypeOf(bytes);
  if ('type' in found) return null;
  if (found.refusal === 'animated') return textAt(bytes, 0, 4) === 'RIFF' ? null : { reason: 'animated-png' };
  if (found.refusal === 'svg') return { reason: 'svg' };
  const beginning = new TextDecoder().decode(bytes.subarray(0, 1_024));
  if (/<(!doctype html|html|head|body|script|iframe)[\s>]/i.test(beginning)) return { reason: 'html' };
  return { reason: 'not-a-picture' };
}

/** A decoded creative. */
export interface MeasuredCreative {
  width: number;
  height: number;
  /** What is stored and served. */
  bytes: number;
  frames: number;
  /** One round. */
  durationMs: number;
  /** Rounds of an animation; 0: without end. */
  rounds: number;
  decodeMs: number;
}

/** The first rule that a decoded creative breaks, with the figure measured. */
export function costRefusal({
  width,
  height,
  bytes,
  frames,
  durationMs,
  rounds,
  decodeMs,
}: MeasuredCreative): CreativeRefusal | null {
  const { bytes: mostBytes, animationMs, frames: mostFrames, pixels, decodeMs: mostDecodeMs } = CREATIVE_LIMITS;
  if (!CREATIVE_SIZES.some(([w, h]) => w === width && h === height))
    return {
      reason: 'size',
      measured: `${width}×${height}`,
      most: CREATIVE_SIZES.map((size) => size.join('×')).join('、'),
    };
  if (bytes > mostBytes) return { reason: 'bytes', measured: bytes, most: mostBytes };
  if (frames > 1) {
    if (rounds === 0) return { reason: 'endless', most: animationMs };
    if (durationMs * rounds > animationMs)
      return { reason: 'animation', measured: durationMs * rounds, most: animationMs };
  }
  if (frames > mostFrames) return { reason: 'frames', measured: frames, most: mostFrames };
  if (frames * width * height > pixels) return { reason: 'pixels', measured: frames * width * height, most: pixels };
  if (decodeMs > mostDecodeMs) return { reason: 'decode', measured: decodeMs, most: mostDecodeMs };
  return null;
}
