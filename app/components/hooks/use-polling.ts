import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Polls the page's data while something is in progress that the server does not push. */
export function usePolling(isUnderWay: boolean, everyMs = 3_000): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => void revalidate(), everyMs);
    return () => clearInterval(timer);
  }, [isUnderWay, everyMs, revalidate]);
}
