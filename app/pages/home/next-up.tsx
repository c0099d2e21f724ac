import { paths } from '#app/paths.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { bulletinPath } from '#shared/paths/bulletin-paths.ts';
import { dayHeadingOf } from '#shared/station-day.ts';
import styles from './home.module.css';

export interface NextItem {
  channelId: ChannelId;
  startsAtMs: number;
  title: string;
  href: string;
}

const KEY = { width: '100%', marginTop: 'var(--sp-4)' };

/** Upcoming programmes on all three channels, soonest first, and the key of the newest bulletin. */
export function NextUp({ items, nowMs }: { items: NextItem[]; nowMs: number }) {
  const today = dayHkOf(new Date(nowMs));
  const dayOf = (ms: number) => timeText.dayHeading(dayHeadingOf(new Date(ms), new Date(nowMs)), today);

  return (
    <div>
      <section className={styles.next} aria-labelledby="next">
        <SectionHeading id="next" small more={{ href: paths.timetable(881), words: home.nextMore }}>
          {home.next}
        </SectionHeading>
        <ol>
          {items.map((item) => (
            <li key={`${item.channelId}-${item.startsAtMs}`} data-channel={item.channelId}>
              <time dateTime={new Date(item.startsAtMs).toISOString()}>{clockHk(new Date(item.startsAtMs))}</time>
              <Numeral channel={item.channelId} />
              <a href={item.href}>
                <Phrase text={item.title} />
                {dayOf(item.startsAtMs) !== timeText.today && <small>{dayOf(item.startsAtMs)}</small>}
              </a>
            </li>
          ))}
        </ol>
      </section>
      {/* One press plays it here (`late-presses.ts`). */}
      <ButtonLink size="large" href={bulletinPath} data-bulletin="" style={KEY}>
        <Icon name="play" fill />
        {home.bulletin}
      </ButtonLink>
    </div>
  );
}
