import { useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { followText } from '#app/text/zh-hk/follows.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import type { Followable } from '#domain/follows/follows.rules.ts';
import styles from './follow-button.module.css';

/** Without its code, the button stays as it is. */
const left = (): void => undefined;

/**
 * Follows something, for members and guests. The page is the same for everyone: whether it is followed arrives after the
 * first paint, and the button is as wide in both states.
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
  const [isFollowed, setFollowed] = useState(false);
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
  const press = () =>
    void import('./follows.ts').then(
      ({ toggleFollow }) => toggleFollow({ kind, subject }),
      () => notify(followText.failed, 'info'),
    );
  return (
    <button
      type="button"
      className={buttonClasses({ tone: 'outline' }, size ? `${styles.follow} ${styles.small}` : styles.follow)}
      aria-pressed={isFollowed}
      aria-label={followText.of(name)}
      onClick={press}
    >
      {isFollowed ? followText.following : followText.follow}
    </button>
  );
}
