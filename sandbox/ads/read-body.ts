// Untrusted input: malformed values are treated as missing.

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a nested property of a value that may not be an object. */
export const member = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );

export const text = (value: unknown, chars = 200): string => (typeof value === 'string' ? value.slice(0, chars) : '');

export const list = (value: unknown, most: number): unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);

/** A positive finite number, otherwise 0. */
export const amount = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value < 1e6 ? value : 0;

export type Size = readonly [width: number, height: number];

const isSide = (side: unknown): side is number =>
  typeof side === 'number' && Number.isInteger(side) && side >= 1 && side <= 2_000;

export const sizeOf = (width: unknown, height: unknown): Size | null =>
  isSide(width) && isSide(height) ? [width, height] : null;

/** `300x250|728x90`. */
export function sizesIn(words: string): Size[] {
  return words
    .slice(0, 400)
    .split(/[|,]/)
    .flatMap((word) => {
      const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(word) ?? [];
      const size = sizeOf(Number(width), Number(height));
      return size ? [size] : [];
    });
}

/** Hashes a text to a number from 0 to below 1. */
export function share(words: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 16_777_619) >>> 0;
  // Final mixing, so that texts that differ only at the end are far apart.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (words: string): string => words.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
