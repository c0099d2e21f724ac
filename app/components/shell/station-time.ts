/** Tolerated clock difference before correction. */
const ALLOWED_MS = 1_000;

let offsetMs = 0;

/** The offset after comparing clocks; unchanged if the difference is within tolerance. */
export function correctedOffset(offset: number, serverNowMs: number, clockMs: number): number {
  const difference = serverNowMs - clockMs;
  return Math.abs(difference - offset) > ALLOWED_MS ? difference : offset;
}

/**
 * Compares the client clock with the `date` of a response that just arrived. Its seconds are truncated, not rounded.
 */
export function learnStationTime(reply: Response): void {
  const second = Date.parse(reply.headers.get('date') ?? '');
  if (!Number.isNaN(second)) offsetMs = correctedOffset(offsetMs, second + 500, Date.now());
}

/** Station time, from the client clock and its known error. */
export const stationNowMs = (): number => Date.now() + offsetMs;
