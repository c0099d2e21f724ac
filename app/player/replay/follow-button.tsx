import { heardWordsText } from '#app/text/zh-hk/heard-words.ts';
import { Icon } from '#app/ui/icon.tsx';

/** Shown once a transcript no longer follows what is heard. Its place is reserved. */
export function FollowButton({
  isFollowing,
  onPress,
  className,
}: {
  isFollowing: boolean;
  onPress: () => void;
  className: string | undefined;
}) {
  return (
    <button type="button" className={className} hidden={isFollowing} onClick={onPress}>
      <Icon name="arrow-down" />
      {heardWordsText.follow}
    </button>
  );
}
