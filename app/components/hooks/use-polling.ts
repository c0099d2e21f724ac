import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Reads the page's data anew every so often while something is under way of which nobody tells the browser. */
export function usePolling(isUnderWay: boolean, everyMs = 3_000): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => void revalidate(), everyMs);
    return () => clearInterval(timer);
  }, [isUnderWay, everyMs, revalidate]);
}
