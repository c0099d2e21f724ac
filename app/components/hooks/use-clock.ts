import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useLateValue } from '#app/ui/use-late-value.ts';

/** What is shown changes this often; edges of programmes fall on whole minutes, so on a tick. */
const TICK_MS = 15_000;
const LOOK_MS = 1_000;
/** A cached page may be this old: a difference below it is the page's age, above it the visitor's clock is wrong. */
const PAGE_AGE_MS = 120_000;
/** Listeners of one page do not all ask in the same second: each waits a share of this after the change. */
const SPREAD_MS = 8_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

let correctionMs = 0;

const tickNow = () => Math.floor((Date.now() + correctionMs) / TICK_MS) * TICK_MS;

function onTick(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}

/**
 * The time of the station in Unix milliseconds, in whole ticks. It begins with the server's, so that the first render
 * is the server's, and goes on with the visitor's clock, corrected where that is wrong.
 */
export function useClock(serverNowMs: number): number {
  useEffect(() => {
    const offsetMs = serverNowMs - Date.now();
    correctionMs = Math.abs(offsetMs) < PAGE_AGE_MS ? 0 : offsetMs;
  }, [serverNowMs]);
  return useLateValue(onTick, tickNow, serverNowMs);
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
