import { ListenLink } from '#app/components/lists/listen-link.tsx';
import { home } from '#app/text/zh-hk/home.ts';
import { Picture } from '#app/ui/picture.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';
import { OnAirWords } from './on-air-words.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import styles from './home.module.css';
import type { OnAirView } from './home.server.ts';

const LEAD_SIZES = '(min-width: 1440px) 680px, (min-width: 1200px) 48vw, 100vw';
const SIZES = '(min-width: 1200px) 22vw, (min-width: 768px) 46vw, 136px';

const Words = unhydrated(OnAirWords);

/** What is on air on a channel, with a play button. The lead is a larger version. */
export function OnAirCard({
  item,
  renderedAtMs,
  lead = false,
}: {
  item: OnAirView;
  renderedAtMs: number;
  lead?: boolean;
}) {
  const { channelId } = item;
  const label = home.listenTo(item.title.replaceAll(BREAK, ''));
  return (
    <article className={lead ? `${styles.card} ${styles.lead}` : styles.card} data-channel={channelId}>
      <div className={styles.art}>
        <Picture name={item.art} alt="" sizes={lead ? LEAD_SIZES : SIZES} priority={lead} />
        {lead ? (
          <ListenLink
            channel={channelId}
            label={label}
            icon="play"
            words={home.listen}
            iconClass={styles.play}
            className={styles.listen}
          />
        ) : (
          <ListenLink channel={channelId} label={label} icon="play" className={styles.play} />
        )}
      </div>
      <Words box={{ className: styles.body }} item={item} renderedAtMs={renderedAtMs} lead={lead} />
    </article>
  );
}
