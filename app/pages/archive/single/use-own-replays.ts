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
  const isAsking = Boolean(member?.user) && isNeeded;
  const [own, setOwn] = useState<OwnReplays>({ state: 'asking' });
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (!isAsking) return;
    const ended = new AbortController();
    void import('#app/components/member/member-call.ts')
      .then(({ callAsMember }) => callAsMember(replaySaleCalls.my(), { signal: ended.signal }, { tells: false }))
      .then(
        (answer) => {
          if (ended.signal.aborted) return;
          setOwn(
            answer.isOk
              ? { state: 'known', items: (answer.response as { items: OwnReplayWire[] }).items }
              : { state: 'failed' },
          );
        },
        () => setOwn({ state: 'failed' }),
      );
    return () => ended.abort();
  }, [isAsking, asked]);
  const askAgain = useCallback(() => {
    setOwn({ state: 'asking' });
    setAsked((before) => before + 1);
  }, []);
  return { own: isGuest ? { state: 'guest' } : own, askAgain };
}

/** The running right to a broadcast, if there is one. */
export const runningOf = (own: OwnReplays, archiveId: number): OwnReplayWire | undefined =>
  own.state === 'known'
    ? own.items.find((item) => item.program_archive_id === archiveId && item.state === 'running')
    : undefined;
