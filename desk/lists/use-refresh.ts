import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const EACH_MS = 5_000;

/** Loads the page again every few seconds while something is in progress and the tab is visible. */
export function useRefresh(isInProgress: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isInProgress) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, EACH_MS);
    return () => clearInterval(timer);
  }, [isInProgress, revalidate]);
}
