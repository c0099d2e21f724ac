import { ListenLink } from './listen-link.tsx';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { home } from '#app/text/zh-hk/home.ts';
import buttons from '#app/ui/button.module.css';
import { Numeral } from '#app/ui/numeral.tsx';
import type { ChannelId } from '#shared/enums.ts';
import styles from './house-promo.module.css';

/**
 * The station's own promotion, in a place that lists keep for advertising: a channel and the way to hear it.
 * A group and no landmark: nobody who walks from landmark to landmark looks for it.
 */
export function HousePromo({ channel, look }: { channel: ChannelId; look: 'tile' | 'band' }) {
  const { name, manner } = channelText[channel];
  return (
    <div role="group" aria-label={name} className={`${styles.promo} ${styles[look]}`} data-channel={channel}>
      <span className={styles.numeral}>
        <Numeral channel={channel} decorative />
      </span>
      <p>
        <b>{name}</b>
        {manner}
      </p>
      <ListenLink
        channel={channel}
        label={home.listenTo(name)}
        icon="headphones"
        words={home.listen}
        className={`${buttons.button} ${buttons.channel}`}
      />
    </div>
  );
}
