import { useCallback, useEffect, useState } from 'react';
import { askWhoItIs, useMember } from '#app/components/frame/member-state.ts';
import { useAtEnd } from '#app/components/hooks/use-at-end.ts';
import { replaySaleCalls } from '#app/replay-sale-paths.ts';
import { callAsMember } from './member-call.ts';

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
  const member = useMember();
  const subscriberId = member?.subscribed ? member.user?.user_id : undefined;
  const [known, setKnown] = useState<{ endTs: number | null } | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (subscriberId === undefined) return;
    const left = new AbortController();
    void callAsMember(replaySaleCalls.plans(), { signal: left.signal }, { tells: false }).then((answer) => {
      if (!left.signal.aborted) setKnown({ endTs: answer.isOk ? planEnd(answer.response as History) : null });
    });
    return () => left.abort();
  }, [subscriberId, asked]);
  const end = useCallback(() => {
    // It may have been renewed.
    void askWhoItIs().then(() => setAsked((before) => before + 1));
  }, []);
  useAtEnd(subscriberId !== undefined && known?.endTs ? known.endTs * 1_000 : null, known, end);
}
