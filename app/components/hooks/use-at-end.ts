import { useEffect } from 'react';
import { stationNowMs } from '#app/components/shell/station-time.ts';

/** Who asks this long after the end is told of it: servers remember who a visitor is for three seconds. */
const SLACK_MS = 4_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Acts once an instant of station time has passed: by a timer, and, as timers of a hidden tab sleep, when it is shown again.
 * Without network it goes on waiting: a call would fail, and the page would show that in place of what it has.
 * Returns what ends the waiting.
 */
export function actAtEnd(endsAtMs: number, act: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const leftMs = Math.max(endsAtMs - stationNowMs(), 0);
    timer = setTimeout(look, Math.min(leftMs + SLACK_MS, MAX_TIMER_MS));
  };
  const look = () => {
    clearTimeout(timer);
    if (stationNowMs() < endsAtMs || !navigator.onLine) return wait();
    stop();
    act();
  };
  const shown = () => document.hidden || look();
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', shown);
  };
  document.addEventListener('visibilitychange', shown);
  wait();
  return stop;
}

/** `endsAtMs` null: nothing ends. Waits again after each `answer`. `act` must be stable. */
export function useAtEnd(endsAtMs: number | null, answer: unknown, act: () => unknown): void {
  useEffect(() => (endsAtMs === null ? undefined : actAtEnd(endsAtMs, act)), [endsAtMs, answer, act]);
}
