import { archiveText } from '#app/text/zh-hk/archive.ts';
import { Icon } from '#app/ui/icon.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';
import { DialDays } from './dial-days.tsx';
import { useCurrentInView } from '#app/ui/use-current-in-view.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { dayHref } from './day-href.ts';
import type { DayDial } from './day-dial.ts';
import styles from './dial.module.css';

const Days = unhydrated(DialDays, 'ol');

/** A fortnight as a ruler with its needle on the selected day. Each day is a link. */
export function Dial({
  dial: { days, earlier, later },
  day,
  today,
  channel,
}: {
  dial: DayDial;
  day: DayHk;
  today: DayHk;
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
      <Days days={days} day={day} today={today} channel={channel} />
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
