import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { programsText } from '#app/text/zh-hk/programs.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk, dayHkOf, weekdayHk } from '#shared/hk-time.ts';
import styles from './program.module.css';

/** Upcoming broadcasts of a programme. */
export function Broadcasts({
  broadcasts,
  nowMs,
}: {
  broadcasts: { channelId: ChannelId; startsAtMs: number; endsAtMs: number }[];
  nowMs: number;
}) {
  const today = dayHkOf(new Date(nowMs));
  const [first] = broadcasts;
  return (
    <section aria-labelledby="upcoming">
      <SectionHeading
        id="upcoming"
        {...(first ? { more: { href: paths.timetable(first.channelId), words: programsText.wholeDay } } : {})}
      >
        {programsText.upcoming}
      </SectionHeading>
      <ol className={styles.broadcasts}>
        {broadcasts.map(({ channelId, startsAtMs, endsAtMs }) => {
          const day = dayHkOf(new Date(startsAtMs));
          const near = timeText.relativeDay(day, today);
          return (
            <li key={`${channelId} ${startsAtMs}`} data-channel={channelId}>
              <Numeral channel={channelId} />
              <time dateTime={new Date(startsAtMs).toISOString()}>
                {timeText.range(clockHk(new Date(startsAtMs)), clockHk(new Date(endsAtMs)))}
              </time>
              <span className={page.meta}>
                <span>{timeText.date(day)}</span>
                <span>{near === timeText.date(day) ? timeText.weekday(weekdayHk(day)) : near}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
