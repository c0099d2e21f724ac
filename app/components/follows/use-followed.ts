import { useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import type { Followable } from '#domain/follows/follows.rules.ts';

/** Without its code nothing is known to be followed. */
const left = (): void => undefined;

/** Whether this visitor follows it, member or guest. Null until it is known: pages are the same for everyone. */
export function useFollowed({ kind, subject }: Followable): boolean | null {
  const member = useMember();
  const memberId = member && (member.user?.user_id ?? 0);
  const [isFollowed, setFollowed] = useState<boolean | null>(null);
  useEffect(() => {
    if (memberId === null) return;
    let isOver = false;
    let stop = left;
    void import('./follows.ts')
      .then(({ watchFollow }) => {
        if (!isOver) stop = watchFollow({ kind, subject }, setFollowed);
      })
      .catch(left);
    return () => {
      isOver = true;
      stop();
    };
  }, [memberId, kind, subject]);
  return isFollowed;
}
