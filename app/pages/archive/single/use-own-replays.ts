import { useCallback, useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { replaySaleCalls } from '#app/replay-sale-paths.ts';
import type { OwnReplayWire } from '#domain/replay-sales/replay-sales.schema.ts';

export type OwnReplays =
  /** Not known yet, or being reloaded. */
  { state: 'asking' } | { state: 'guest' } | { state: 'failed' } | { state: 'known'; items: OwnReplayWire[] };

/** The member's bought replays, fetched once a member is known: the pages are the same for everyone. */
export function useOwnReplays(isNeeded = true): { own: OwnReplays; askAgain: () => void } {
  const member = useMember();
  const isGuest = member !== null && member.user === null;
  const memberId = member?.user?.user_id ?? null;
  /** What another member owns is not shown to the one who logs in next. */
  const [answered, setAnswered] = useState<{ to: number; own: OwnReplays } | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (memberId === null || !isNeeded) return;
    const ended = new AbortController();
    void import('#app/components/member/member-call.ts')
      .then(({ callAsMember }) => callAsMember(replaySaleCalls.my(), { signal: ended.signal }, { tells: false }))
      .then(
        (answer) => {
          if (ended.signal.aborted) return;
          setAnswered({
            to: memberId,
            own: answer.isOk
              ? { state: 'known', items: (answer.response as { items: OwnReplayWire[] }).items }
              : { state: 'failed' },
          });
        },
        () => setAnswered({ to: memberId, own: { state: 'failed' } }),
      );
    return () => ended.abort();
  }, [memberId, isNeeded, asked]);
  const askAgain = useCallback(() => {
    setAnswered(null);
    setAsked((before) => before + 1);
  }, []);
  const own: OwnReplays = answered !== null && answered.to === memberId ? answered.own : { state: 'asking' };
  return { own: isGuest ? { state: 'guest' } : own, askAgain };
}

/** The running right to a broadcast, if there is one. */
export const runningOf = (own: OwnReplays, archiveId: number): OwnReplayWire | undefined =>
  own.state === 'known'
    ? own.items.find((item) => item.program_archive_id === archiveId && item.state === 'running')
    : undefined;
