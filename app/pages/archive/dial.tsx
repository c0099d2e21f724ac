import { paths } from '#app/paths.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import type { ChannelId } from '#shared/enums.ts';
import { weekdayHk, type DayHk } from '#shared/hk-time.ts';
import type { DayDial } from './day-dial.ts';
import styles from './dial.module.css';

/** The replays of a day. The link to today has no day, so that it is the same tomorrow. */
const dayHref = (which: DayHk, today: DayHk, channel: ChannelId | undefined): string =>
  `${paths.archives({ day: which === today ? undefined : which, channel })}#by-day`;

/** The days of the dial. */
function DialDays({
  days,
  day,
  today,
  calendarDay,
  channel,
}: {
  days: readonly DayHk[];
  day: DayHk;
  today: DayHk;
  calendarDay: DayHk;
  channel: ChannelId | undefined;
}) {
  return days.map((each) => (
    <li key={each}>
      <a href={dayHref(each, today, channel)} aria-current={each === day ? 'date' : undefined}>
        {each === today && <span className={styles.today}>{timeText.relativeDay(today, calendarDay)}</span>}
        <span className="vh">{timeText.date(each)} </span>
        <span>{timeText.weekday(weekdayHk(each))}</span>
        <b aria-hidden="true">{timeText.dayOfMonth(each)}</b>
      </a>
    </li>
  ));
}

const Days = unhydrated(DialDays, 'ol');

/** A fortnight as a ruler with its needle on the selected day. Each day is a link. */
export function Dial({
  dial: { days, earlier, later },
  day,
  today,
  calendarDay,
  channel,
}: {
  dial: DayDial;
  day: DayHk;
  /** The current broadcast day, which is yesterday until five. */
  today: DayHk;
  calendarDay: DayHk;
  channel: ChannelId | undefined;
}) {
  const dial = useCurrentInView<HTMLElement>(day, 'ol');
  const hrefOf = (which: DayHk) => dayHref(which, today, channel);
  return (
    <nav className={styles.dial} ref={dial} aria-label={archiveText.days}>
      {earlier === null ? (
        <span />
      ) : (
        <a className={styles.turn} href={hrefOf(earlier)} aria-label={archiveText.earlierDays}>
          <Icon name="arrow-left" />
        </a>
      )}
      <Days days={days} day={day} today={today} calendarDay={calendarDay} channel={channel} />
      {later === null ? (
        <span />
      ) : (
        <a className={styles.turn} href={hrefOf(later)} aria-label={archiveText.laterDays}>
          <Icon name="arrow-right" />
        </a>
      )}
    </nav>
  );
}
