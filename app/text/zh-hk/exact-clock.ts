import { clockHk } from '#shared/hk-time.ts';

/** A precise time of broadcast: with seconds unless it is a whole minute. */
export function exactClock(ms: number): string {
  const seconds = new Date(ms).getUTCSeconds();
  return clockHk(new Date(ms)) + (seconds === 0 ? '' : `:${String(seconds).padStart(2, '0')}`);
}
