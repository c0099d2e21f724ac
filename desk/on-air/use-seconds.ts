import { useEffect, useState } from 'react';

/** Whole seconds since an instant, counted each second. */
export function useSecondsSince(sinceMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((nowMs - sinceMs) / 1_000));
}
