import { followText } from '#app/text/zh-hk/follow-button.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import type { Followable } from '#domain/follows/follows.rules.ts';
import { useFollowed } from './use-followed.ts';

/** Without its code a press does nothing. */
const left = (): void => undefined;

/**
 * Follows something, for members and guests. Its space is reserved until it is known whether this visitor does, and it
 * is as wide in both states. Without scripts it is not shown.
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
  const isFollowed = useFollowed({ kind, subject });
  const press = () =>
    void import('./follows.ts').then(({ toggleFollow }) => toggleFollow({ kind, subject })).catch(left);
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
