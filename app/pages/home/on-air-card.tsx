import { ListenLink } from '#app/components/lists/listen-link.tsx';
import page from '#app/styles/page.module.css';
import { elapsedPercent, useClock } from '#app/components/hooks/use-clock.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { clockHk } from '#shared/hk-time.ts';
import styles from './home.module.css';
import type { OnAirView } from './home.server.ts';

const LEAD_SIZES = '(min-width: 1440px) 680px, (min-width: 1200px) 48vw, 100vw';
const SIZES = '(min-width: 1200px) 22vw, (min-width: 768px) 46vw, 136px';

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
  // The clock is used where it is shown: at page level each tick would render the whole page.
  const nowMs = useClock(renderedAtMs);
  const { channelId, startsAtMs, endsAtMs } = item;
  const time = timeText.range(clockHk(new Date(startsAtMs)), clockHk(new Date(endsAtMs)));
  const percent = elapsedPercent(nowMs, startsAtMs, endsAtMs);
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
      <div className={styles.body}>
        <p className={styles.kick}>
          <Numeral channel={channelId} />
          <span className={page.live}>{home.onAir}</span>
          {item.hasVideo && (
            <span className={styles.video}>
              <Icon name="video" />
              {home.video}
            </span>
          )}
        </p>
        <h2>
          <a href={item.href}>
            <Phrase text={item.title} />
          </a>
        </h2>
        {lead && item.tagline && <p className={styles.tagline}>{item.tagline}</p>}
        <ProgressBar percent={percent} label={home.progress} words={time} />
        <p className={page.meta}>
          <time dateTime={new Date(startsAtMs).toISOString()}>{time}</time>
          {item.hosts && <span>{item.hosts}</span>}
        </p>
      </div>
    </article>
  );
}
