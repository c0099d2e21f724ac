import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { pollPage } from './poll-page.ts';

/** How long to wait after so many polls; null: there are no more. */
type WaitOf = (polls: number) => number | null;

/** A refund takes its provider seconds, or staff days, and each poll prolongs the session of its member. */
const FIRST_REFUND_MS = 30_000;
const REFUND_POLLS = 8;

/** Each wait is twice the one before. The last poll is after two hours. */
export const refundWait: WaitOf = (polls) => (polls < REFUND_POLLS ? FIRST_REFUND_MS * 2 ** polls : null);

/**
 * Asks again and again while the tab is shown and there is network, each time once the answer before has come. A tab that is
 * shown again, or whose timers slept, asks at once, also when there are no more polls: somebody looks at it. But never sooner
 * than after the first wait. Returns what ends it.
 */
export function askWhileShown(waitOf: WaitOf, ask: () => unknown): () => void {
  let [asked, askedAtMs] = [0, Date.now()];
  const leastMs = waitOf(0) ?? 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const goOn = () => {
    clearTimeout(timer);
    const nextMs = waitOf(asked);
    if (isEnded || nextMs === null) return;
    timer = setTimeout(() => void look(), nextMs);
  };
  const look = async () => {
    clearTimeout(timer);
    if (!document.hidden && navigator.onLine) {
      askedAtMs = Date.now();
      asked += 1;
      await ask();
    }
    goOn();
  };
  const lookWhenDue = () => {
    if (Date.now() - askedAtMs >= leastMs) void look();
  };
  goOn();
  document.addEventListener('visibilitychange', lookWhenDue);
  window.addEventListener('online', lookWhenDue);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', lookWhenDue);
    window.removeEventListener('online', lookWhenDue);
  };
}

/** Polls the page's data while something is in progress that the server does not push. */
export function usePolling(isUnderWay: boolean, wait: number | WaitOf = 3_000): void {
  // Its state at this moment: what is rendered may be behind a press.
  const { router } = useContext(DataRouterContext)!;
  useEffect(() => {
    const waitOf = typeof wait === 'number' ? () => wait : wait;
    return isUnderWay ? askWhileShown(waitOf, () => pollPage(router)) : undefined;
  }, [isUnderWay, wait, router]);
}

/** Polls while money of what the page shows is on its way back. */
export const useRefundPolling = (isReturning: boolean): void => usePolling(isReturning, refundWait);
