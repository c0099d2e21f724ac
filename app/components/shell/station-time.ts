/** How far the visitor's clock may be off before it is corrected. */
const ALLOWED_MS = 1_000;

let offsetMs = 0;

/** The offset of a clock after it was compared; it stays where it differs by no more than is allowed. */
export function correctedOffset(offset: number, serverNowMs: number, clockMs: number): number {
  const difference = serverNowMs - clockMs;
  return Math.abs(difference - offset) > ALLOWED_MS ? difference : offset;
}

/** Compares the visitor's clock with the `date` of a reply that came this moment. Its seconds are cut off, not rounded. */
export function learnStationTime(reply: Response): void {
  const second = Date.parse(reply.headers.get('date') ?? '');
  if (!Number.isNaN(second)) offsetMs = correctedOffset(offsetMs, second + 500, Date.now());
}

/** The time of the station, by the visitor's clock and what is known of its error. */
export const stationNowMs = (): number => Date.now() + offsetMs;
