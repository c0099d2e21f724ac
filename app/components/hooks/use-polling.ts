import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** A refund takes its provider seconds, or days. */
const REFUND_EVERY_MS = 30_000;

/**
 * Asks at intervals while the tab is shown and there is network: a call without would fail, and the page would show that in
 * place of what it has. A tab that is shown again, or whose timers slept, asks at once. Returns what ends it.
 */
export function askWhileShown(everyMs: number, ask: () => unknown): () => void {
  let askedAtMs = Date.now();
  const look = () => {
    if (document.hidden || !navigator.onLine) return;
    askedAtMs = Date.now();
    ask();
  };
  const lookWhenDue = () => {
    if (Date.now() - askedAtMs >= everyMs) look();
  };
  const timer = setInterval(look, everyMs);
  document.addEventListener('visibilitychange', lookWhenDue);
  window.addEventListener('online', lookWhenDue);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookWhenDue);
    window.removeEventListener('online', lookWhenDue);
  };
}

/** Polls the page's data while something is in progress that the server does not push. */
export function usePolling(isUnderWay: boolean, everyMs = 3_000): void {
  const { revalidate } = useRevalidator();
  useEffect(
    () => (isUnderWay ? askWhileShown(everyMs, () => void revalidate()) : undefined),
    [isUnderWay, everyMs, revalidate],
  );
}

/** Polls while money of what the page shows is on its way back. */
export const useRefundPolling = (isReturning: boolean): void => usePolling(isReturning, REFUND_EVERY_MS);
