import { useCallback, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useLateValue } from '#app/ui/use-late-value.ts';

/** Update interval. Programmes start and end on whole minutes, so on a tick. */
const TICK_MS = 15_000;
const LOOK_MS = 1_000;
/** Maximum age of a cached page: a smaller difference is the page's age, a larger one a wrong client clock. */
const PAGE_AGE_MS = 120_000;
/** Jitter, so that clients of one page do not refresh at once. */
const SPREAD_MS = 8_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

let correctionMs = 0;

export const tickNow = () => Math.floor((Date.now() + correctionMs) / TICK_MS) * TICK_MS;

export function onTick(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}

/**
 * Station time in Unix milliseconds, in whole ticks. The first value is the server's, so that the first render matches;
 * later ones use the client's clock, corrected if it is wrong.
 */
export const useClock = (serverNowMs: number): number => useByClock(serverNowMs, itself);

const itself = (nowMs: number) => nowMs;

/**
 * What follows from station time, as a primitive: a component that only needs to know whether a programme has ended is
 * not rendered with each tick, nor once more after hydration. `of` must be stable.
 */
export function useByClock<T extends string | number | boolean | undefined>(
  serverNowMs: number,
  of: (nowMs: number) => T,
): T {
  useEffect(() => {
    const offsetMs = serverNowMs - Date.now();
    correctionMs = Math.abs(offsetMs) < PAGE_AGE_MS ? 0 : offsetMs;
  }, [serverNowMs]);
  const read = useCallback(() => of(tickNow()), [of]);
  return useLateValue(onTick, read, of(serverNowMs));
}

/** Reloads the page's data shortly after the instant at which it expires. */
export function useRefreshAt(instantMs: number, serverNowMs: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const waitMs = Math.max(instantMs - serverNowMs, 5_000) + Math.random() * SPREAD_MS;
    if (waitMs > MAX_TIMER_MS) return;
    const timer = setTimeout(() => void revalidate(), waitMs);
    return () => clearTimeout(timer);
  }, [instantMs, serverNowMs, revalidate]);
}

/** Elapsed share of a span, 0 to 100, as an integer. */
export function elapsedPercent(nowMs: number, startsAtMs: number, endsAtMs: number): number {
  return Math.round(Math.min(Math.max((nowMs - startsAtMs) / (endsAtMs - startsAtMs), 0), 1) * 100);
}
