import { clockHk } from '#shared/hk-time.ts';

/** An instant of the air as it truly was: with seconds where it is no whole minute. */
export function exactClock(ms: number): string {
  const seconds = new Date(ms).getUTCSeconds();
  return clockHk(new Date(ms)) + (seconds === 0 ? '' : `:${String(seconds).padStart(2, '0')}`);
}
