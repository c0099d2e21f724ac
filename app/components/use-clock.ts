import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

const TICK_MS = 15_000;
/** Listeners of one page do not all ask in the same second: each waits a share of this after the change. */
const SPREAD_MS = 8_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The time of the station in Unix milliseconds. It begins with the server's, so that the first render is the server's,
 * and goes on with the visitor's clock corrected by the difference.
 */
export function useClock(serverNowMs: number): number {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const offsetMs = serverNowMs - Date.now();
    // A cached page may be a minute old: a difference that small is its age, not a wrong clock.
    const correctionMs = Math.abs(offsetMs) < 120_000 ? 0 : offsetMs;
    const tick = () => setNowMs(Date.now() + correctionMs);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [serverNowMs]);
  return nowMs;
}

/** Loads the page's data again soon after an instant at which it stops being true. */
export function useRefreshAt(instantMs: number, serverNowMs: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const waitMs = Math.max(instantMs - serverNowMs, 5_000) + Math.random() * SPREAD_MS;
    if (waitMs > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => void revalidate(), waitMs);
    return () => clearTimeout(timer);
  }, [instantMs, serverNowMs, revalidate]);
}

/** How much of a stretch has gone by, 0 to 100, whole numbers. */
export function elapsedPercent(nowMs: number, startsAtMs: number, endsAtMs: number): number {
  return Math.round(Math.min(Math.max((nowMs - startsAtMs) / (endsAtMs - startsAtMs), 0), 1) * 100);
}
