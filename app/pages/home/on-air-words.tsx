import page from '#app/styles/page.module.css';
import { elapsedPercent, useClock } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { clockHk } from '#shared/hk-time.ts';
import styles from './home.module.css';
import type { OnAirView } from './home.server.ts';

const ABOVE = { position: 'relative', zIndex: 1, paddingBlock: 4 } as const;

/** What is on air, in words. */
export function OnAirWords({ item, renderedAtMs, lead }: { item: OnAirView; renderedAtMs: number; lead: boolean }) {
  const nowMs = useClock(renderedAtMs);
  const { channelId, startsAtMs, endsAtMs } = item;
  const time = timeText.range(clockHk(new Date(startsAtMs)), clockHk(new Date(endsAtMs)));
  const percent = elapsedPercent(nowMs, startsAtMs, endsAtMs);
  return (
    <>
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
      <ProgressBar percent={percent} span={[startsAtMs, endsAtMs]} label={home.progress} words={time} />
      <p className={page.meta}>
        <time dateTime={new Date(startsAtMs).toISOString()}>{time}</time>
        {item.hosts && <span>{item.hosts}</span>}
        {/* Above the link of the whole card; `late-presses.ts` opens the list here. */}
        <a className={page.link} style={ABOVE} href={`${paths.live(channelId)}#missed`} data-missed={channelId}>
          {home.missed}
          <span className="vh"> {item.title.replaceAll(BREAK, '')}</span>
        </a>
      </p>
    </>
  );
}
