import { useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { followText } from '#app/text/zh-hk/follow-button.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import type { Followable } from '#domain/follows/follows.rules.ts';

/** Without its code the button is not shown. */
const left = (): void => undefined;

/**
 * Follows something, for members and guests. The page is the same for everyone, so its space is reserved until it is
 * known whether this visitor does, and it is as wide in both states. Without scripts it is not shown.
 */
export function FollowButton({
  kind,
  subject,
  name,
  size,
}: Followable & {
  /** For screen readers. */
  name: string;
  size?: 'small';
}) {
  const member = useMember();
  const memberId = member && (member.user?.user_id ?? 0);
  const [isFollowed, setFollowed] = useState<boolean | null>(null);
  useEffect(() => {
    if (memberId === null) return;
    let isOver = false;
    let stop = left;
    void import('./follows.ts').then(({ watchFollow }) => {
      if (!isOver) stop = watchFollow({ kind, subject }, setFollowed);
    }, left);
    return () => {
      isOver = true;
      stop();
    };
  }, [memberId, kind, subject]);
  const press = () => void import('./follows.ts').then(({ toggleFollow }) => toggleFollow({ kind, subject }), left);
  const words = isFollowed === true ? followText.following : followText.follow;
  return (
    <button
      type="button"
      className={buttonClasses({ tone: isFollowed === true ? 'ink' : 'outline', ...(size && { size }) })}
      style={{
        minWidth: size ? '3.5rem' : '5.5rem',
        ...(size && { minHeight: 30, padding: '2px 8px' }),
        ...(isFollowed === null && { visibility: 'hidden' }),
      }}
      aria-pressed={isFollowed === true}
      aria-label={followText.of(words, name)}
      onClick={press}
    >
      {words}
    </button>
  );
}
