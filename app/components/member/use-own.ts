import { useCallback, useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';

export type Own<Answer> =
  /** Not known yet, or being reloaded after a failure. */
  { state: 'asking' | 'guest' | 'failed' } | ({ state: 'known'; /** By the monotonic clock. */ atMs: number } & Answer);

/**
 * What a member bought, fetched by a call of theirs once the page is loaded and a member is known: the pages themselves are
 * the same for everyone.
 */
export function useOwn<Answer extends object>(
  path: string,
  {
    isNeeded = true,
    tells = true,
  }: { isNeeded?: boolean; /** Shows that the session is over. */ tells?: boolean } = {},
): { own: Own<Answer>; askAgain: () => void } {
  const member = useMember();
  const isGuest = member !== null && member.user === null;
  const memberId = member?.user?.user_id ?? null;
  /** What another member owns is not shown to the one who logs in next. */
  const [answered, setAnswered] = useState<{ to: number; own: Own<Answer> } | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (memberId === null || !isNeeded) return;
    const ended = new AbortController();
    const take = (own: Own<Answer>) => {
      if (!ended.signal.aborted) setAnswered({ to: memberId, own });
    };
    void import('./member-call.ts')
      .then(({ callAsMember }) => callAsMember(path, { signal: ended.signal }, { tells }))
      .then(
        (answer) =>
          take(
            answer.isOk
              ? { state: 'known', atMs: performance.now(), ...(answer.response as Answer) }
              : { state: 'failed' },
          ),
        // The code could not be loaded.
        () => take({ state: 'failed' }),
      );
    return () => ended.abort();
  }, [path, memberId, isNeeded, tells, asked]);
  /** What is known stays until the answer. */
  const askAgain = useCallback(() => {
    setAnswered((before) => (before?.own.state === 'failed' ? null : before));
    setAsked((before) => before + 1);
  }, []);
  const own: Own<Answer> = answered !== null && answered.to === memberId ? answered.own : { state: 'asking' };
  return { own: isGuest ? { state: 'guest' } : own, askAgain };
}

/**
 * Whether what stood against a purchase ended while the page was open, for the same member: this is told where it stood, and
 * the focus of a control that went with it moves there.
 */
export function useHasEnded<Answer>({ own }: { own: Own<Answer> }, isStanding: boolean): boolean {
  const memberId = useMember()?.user?.user_id ?? null;
  const [before, setBefore] = useState({ isStanding, memberId, hasEnded: false });
  if (before.isStanding !== isStanding || before.memberId !== memberId) {
    const hasEnded = before.isStanding && !isStanding && before.memberId === memberId;
    setBefore({ isStanding, memberId, hasEnded });
  }
  // It may not have, where that cannot be asked.
  const isTold = before.hasEnded && own.state === 'known';
  useFocusOn(isTold, { to: '[data-ended]' });
  return isTold;
}

/**
 * Whether to offer what is owned instead of a purchase: it is among what the member has, or the purchase was refused because
 * it is, as after one in another tab. A refusal holds until they are asked what they have by now.
 */
export function useIsOwned<Answer>(
  { own, askAgain }: { own: Own<Answer>; askAgain: () => void },
  isListed: boolean,
  reply: { problem: string | null } | undefined,
): boolean {
  const isRefused = reply?.problem === 'alreadyOwned';
  const [refused, setRefused] = useState<{ reply: unknown; own: Own<Answer> } | null>(null);
  if (isRefused && refused?.reply !== reply) setRefused({ reply, own });
  useEffect(() => {
    if (isRefused) askAgain();
  }, [isRefused, reply, askAgain]);
  return isListed || (isRefused && (own.state !== 'known' || own === refused?.own));
}
