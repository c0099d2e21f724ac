import { useEffect, useState } from 'react';

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

/** 4:05 */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
