import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Seconds that are left of `seconds` since the answer that told them came. Counted by the browser's own clock of passed
 * time: what hour it believes it is does not matter.
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
 * Seconds before a button may be pressed again. Without scripts nobody counts them: it is never closed there, and the
 * server says how long it is when it is pressed.
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
