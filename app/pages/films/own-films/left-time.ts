/**
 * Remaining time of a server-side countdown after an elapsed time. Both are durations: the device's clock, and changes
 * to it, do not matter.
 */
export const leftAfter = (leftMs: number, passedMs: number): number => Math.max(0, leftMs - Math.max(0, passedMs));

/** Below this the end is highlighted. */
export const SOON_MS = 3 * 3_600_000;

/** Elapsed share of a span, 0 to 100, as an integer. */
export function ranPercent({ fromMs, endMs }: { fromMs: number; endMs: number }, leftMs: number): number {
  const wholeMs = endMs - fromMs;
  return wholeMs <= 0 ? 100 : Math.round(Math.min(1, Math.max(0, 1 - leftMs / wholeMs)) * 100);
}
