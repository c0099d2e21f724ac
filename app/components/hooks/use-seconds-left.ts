import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Remaining seconds of `seconds` since the reply arrived, by the browser's monotonic clock: its wall clock does not
 * matter.
 */
export function useSecondsLeft(seconds: number, answer: unknown): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const endsAtMs = performance.now() + seconds * 1_000;
    const count = () => setLeft(Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1_000)));
    count();
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [seconds, answer]);
  return left;
}

const never = () => () => {};

/**
 * Seconds until a button is enabled again. Without scripts there is no countdown: the button stays enabled, and the
 * server reports the remaining time.
 */
export function useWait(seconds: number, answer: unknown): number {
  const left = useSecondsLeft(seconds, answer);
  const isCounted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isCounted ? left : 0;
}

/** 4:05 */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
