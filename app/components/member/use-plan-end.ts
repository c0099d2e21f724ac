import { useCallback } from 'react';
import { askWhoItIs, useMember } from '#app/components/frame/member-state.ts';
import { useAtEnd } from '#app/components/hooks/use-at-end.ts';
import { replaySaleCalls } from '#app/replay-sale-paths.ts';
import { useOwn } from './use-own.ts';

interface History {
  subscriptions: { start_ts: number; end_ts: number; state: 'pending' | 'running' | 'over' }[];
}

/** When what the member has of plans ends, as far as it is known: one begins where another ends. */
export function planEnd({ subscriptions }: History): number | null {
  let endTs = subscriptions.find(({ state }) => state === 'running')?.end_ts ?? null;
  for (const { start_ts: startTs, end_ts: nextTs } of subscriptions.toSorted((a, b) => a.start_ts - b.start_ts))
    if (startTs === endTs) endTs = nextTs;
  return endTs;
}

/** Asks again who the visitor is when their plan ends: what the page says of it holds no longer. */
export function usePlanEnd(): void {
  const isSubscribed = useMember()?.subscribed === true;
  const { own, askAgain } = useOwn<History>(replaySaleCalls.plans(), { isNeeded: isSubscribed, tells: false });
  const endTs = isSubscribed && own.state === 'known' ? planEnd(own) : null;
  // It may have been renewed.
  const end = useCallback(() => void askWhoItIs().then(askAgain), [askAgain]);
  useAtEnd(endTs === null ? null : endTs * 1_000, own, end);
}
