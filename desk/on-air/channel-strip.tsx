import { channelText } from '#app/text/zh-hk/channels.ts';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { useLiveRead } from '../live/live.ts';
import { channelState } from './channel-card.tsx';
import type { OnAir } from './on-air.types.ts';
import styles from './channel-strip.module.css';

const POLL_MS = 15_000;

/** The channels in a line: on the air or not, and how many listen. */
export function ChannelStrip() {
  const { value } = useLiveRead<Pick<OnAir, 'channels'> | null>('/api/staff/on-air', null, {
    kind: 'on-air',
    pollMs: POLL_MS,
  });
  return (
    <ul className={styles.strip} aria-label={text.title}>
      {value?.channels.map((channel) => {
        const { tone, words } = channelState(channel);
        return (
          <li key={channel.channel} data-channel={channel.channel}>
            <b>{channelText[channel.channel].name}</b>
            <span className={styles.badge} data-tone={tone}>
              {words}
            </span>
            <span className={styles.count}>{Math.round(channel.listeners).toLocaleString('en')}</span>
            <span className={styles.what}>{text.listeners}</span>
          </li>
        );
      })}
    </ul>
  );
}
