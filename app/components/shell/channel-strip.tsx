import { paths } from '#app/paths.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { CHANNEL_IDS } from '#shared/enums.ts';
import styles from './channel-strip.module.css';

/** The three channels, for pages without other content. */
export function ChannelStrip({ label, isWide = false }: { label: string; isWide?: boolean }) {
  return (
    <nav className={styles.strip} data-wide={isWide || undefined} aria-label={label}>
      {CHANNEL_IDS.map((id) => (
        <a key={id} href={paths.live(id)} data-channel={id} data-surface="channel" data-listen-there={id}>
          <Numeral channel={id} decorative />
          {shell.channelNames[id]}
          <Icon name="headphones" />
        </a>
      ))}
    </nav>
  );
}
