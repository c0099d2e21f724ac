import { archiveText } from '#app/text/zh-hk/archive.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import type { ChannelId } from '#shared/enums.ts';
import { weekdayHk, type DayHk } from '#shared/hk-time.ts';
import { dayHref } from './day-href.ts';
import styles from './dial.module.css';

/** The days of the dial. */
export function DialDays({
  days,
  day,
  today,
  channel,
}: {
  days: readonly DayHk[];
  day: DayHk;
  today: DayHk;
  channel: ChannelId | undefined;
}) {
  return days.map((each) => (
    <li key={each}>
      <a href={dayHref(each, today, channel)} aria-current={each === day ? 'date' : undefined}>
        {each === today && <span className={styles.today}>{archiveText.today}</span>}
        <span className="vh">{timeText.date(each)} </span>
        <span>{timeText.weekday(weekdayHk(each))}</span>
        <b aria-hidden="true">{timeText.dayOfMonth(each)}</b>
      </a>
    </li>
  ));
}
