/** What is looked at, in the order in which the page does (R-115; clock and codecs besides). */
export const CHECKS = ['browser', 'https', 'clock', 'player', 'codecs', 'protocol', 'speed', 'stream'] as const;
export type CheckName = (typeof CHECKS)[number];
export type CheckResult = 'pass' | 'warn' | 'fail';

/** A clock that is further off than this breaks what is signed for minutes. */
const CLOCK_WARN_MS = 60_000;
/** A picture needs this much more than its own rate, so that it fills up ahead. */
const HEADROOM = 1.5;

/** What of a run of checks counts: the worst. */
export const worstOf = (results: readonly CheckResult[]): CheckResult =>
  results.includes('fail') ? 'fail' : results.includes('warn') ? 'warn' : 'pass';

export const clockResult = (offMs: number): CheckResult => (Math.abs(offMs) > CLOCK_WARN_MS ? 'warn' : 'pass');

/**
 * How fast bytes came, in bits a second: of several fetches the middle one, so that neither a lucky nor an unlucky one counts.
 * Null: nothing came.
 */
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

/** The best quality that a line carries, with room to spare; null: not even the least. */
export function qualityFor(bitsPerSecond: number, qualities: readonly Quality[]): Quality | null {
  return (
    qualities
      .toSorted((a, b) => b.bitsPerSecond - a.bitsPerSecond)
      .find((quality) => bitsPerSecond >= quality.bitsPerSecond * HEADROOM) ?? null
  );
}

/** `pass` for the best there is, `warn` for a lesser one, `fail` where even the least would stop again and again. */
export function speedResult(bitsPerSecond: number | null, qualities: readonly Quality[]): CheckResult {
  if (bitsPerSecond === null) return 'fail';
  const carried = qualityFor(bitsPerSecond, qualities);
  if (carried === null) return 'fail';
  return qualities.some((quality) => quality.bitsPerSecond > carried.bitsPerSecond) ? 'warn' : 'pass';
}

/** Digits and letters that are not taken for one another when they are read out. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** As support is told it: letters in any case, with or without its dashes. */
export function parseCode(told: string): string | null {
  const plain = told.toUpperCase().replace(/[\s-]/g, '');
  const found = /^D([2-9A-HJKMNP-Z]{4})([2-9A-HJKMNP-Z]{4})$/.exec(plain);
  return found ? `D-${found[1]}-${found[2]}` : null;
}
