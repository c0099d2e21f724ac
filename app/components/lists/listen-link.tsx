import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import { useSoundingChannel } from '#app/player/use-player.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import type { ChannelId } from '#shared/enums.ts';

/** Plays a channel in place, and pauses it while it plays. Without scripts it is a link to the channel's live page. */
export function ListenLink({
  channel,
  label,
  icon,
  words,
  iconClass,
  className,
}: {
  channel: ChannelId;
  /** Accessible name, if the text is not sufficient. */
  label?: string;
  /** Shown while the channel is not playing. */
  icon: Extract<IconName, 'play' | 'headphones'>;
  /** Shown beside the icon while the channel is not playing. */
  words?: string;
  iconClass?: string | undefined;
  className?: string | undefined;
}) {
  const isSounding = useSoundingChannel() === channel;
  const drawn: ReactNode = isSounding ? <Icon name="pause" fill /> : <Icon name={icon} fill={icon === 'play'} />;
  return (
    <a
      className={className}
      href={paths.live(channel)}
      aria-label={isSounding ? playerText.pauseChannel(channelText[channel].name) : label}
      data-listen={channel}
    >
      {iconClass === undefined ? drawn : <span className={iconClass}>{drawn}</span>}
      {words !== undefined && (isSounding ? playerText.pause : words)}
    </a>
  );
}
