/**
 * What is left of what the server counted, so long after it said so. Both are lengths: what hour a device believes it is does not
 * matter, nor that somebody sets its clock.
 */
export const leftAfter = (leftMs: number, passedMs: number): number => Math.max(0, leftMs - Math.max(0, passedMs));

/** Under this much, it is said that the end is near. */
export const SOON_MS = 3 * 3_600_000;

/** How far a stretch has run, 0 to 100, whole numbers. */
export function ranPercent({ fromMs, endMs }: { fromMs: number; endMs: number }, leftMs: number): number {
  const wholeMs = endMs - fromMs;
  return wholeMs <= 0 ? 100 : Math.round(Math.min(1, Math.max(0, 1 - leftMs / wholeMs)) * 100);
}
