/** The checks, in the order the page runs them (R-115, plus clock and codecs). */
export const CHECKS = ['browser', 'https', 'clock', 'player', 'codecs', 'protocol', 'speed', 'stream'] as const;
export type CheckName = (typeof CHECKS)[number];
export type CheckResult = 'pass' | 'warn' | 'fail';

/** A larger clock error breaks signatures that are valid for minutes. */
const CLOCK_WARN_MS = 60_000;
/** Required bandwidth relative to the picture's bitrate, so that the buffer fills. */
const HEADROOM = 1.5;

/** The overall result: the worst. */
export const worstOf = (results: readonly CheckResult[]): CheckResult =>
  results.includes('fail') ? 'fail' : results.includes('warn') ? 'warn' : 'pass';

export const clockResult = (offMs: number): CheckResult => (Math.abs(offMs) > CLOCK_WARN_MS ? 'warn' : 'pass');

/** Bandwidth in bits per second: the median of several fetches, to ignore outliers. Null: nothing was received. */
export function speedOf(fetches: readonly { bytes: number; ms: number }[]): number | null {
  const rates = fetches
    .filter(({ bytes, ms }) => bytes > 0 && ms > 0)
    .map(({ bytes, ms }) => (bytes * 8_000) / ms)
    .toSorted((a, b) => a - b);
  return rates[Math.floor((rates.length - 1) / 2)] ?? null;
}

interface Quality {
  id: number;
  bitsPerSecond: number;
}

/** The best quality the bandwidth supports with headroom; null: none. */
export function qualityFor(bitsPerSecond: number, qualities: readonly Quality[]): Quality | null {
  return (
    qualities
      .toSorted((a, b) => b.bitsPerSecond - a.bitsPerSecond)
      .find((quality) => bitsPerSecond >= quality.bitsPerSecond * HEADROOM) ?? null
  );
}

/** `pass` for the best quality, `warn` for a lower one, `fail` if even the lowest would stall repeatedly. */
export function speedResult(bitsPerSecond: number | null, qualities: readonly Quality[]): CheckResult {
  if (bitsPerSecond === null) return 'fail';
  const carried = qualityFor(bitsPerSecond, qualities);
  if (carried === null) return 'fail';
  return qualities.some((quality) => quality.bitsPerSecond > carried.bitsPerSecond) ? 'warn' : 'pass';
}

/** Reports are deleted after these days, as their page says. */
export const KEPT_DAYS = 30;
/** Characters that are not confused when read out. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Normalises a dictated code: any case, with or without dashes. */
export function parseCode(told: string): string | null {
  const plain = told.toUpperCase().replace(/[\s-]/g, '');
  const found = /^D([2-9A-HJKMNP-Z]{4})([2-9A-HJKMNP-Z]{4})$/.exec(plain);
  return found ? `D-${found[1]}-${found[2]}` : null;
}
