import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Icon } from '#app/ui/icon.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { clockHk, weekdayHk, type DayHk } from '#shared/hk-time.ts';
import { ReplayLink } from './replay-link.tsx';
import styles from './replay-row.module.css';
import { firstStart, type ReplayView } from './replay-view.ts';

/** A broadcast of a programme, listed by its day: a link to its page, and a play button. */
export function ReplayRow({
  replay,
  today,
  children,
}: {
  replay: ReplayView;
  today: DayHk;
  /** Additional content. */
  children?: ReactNode;
}) {
  const { id, title, day, startsAtMs, endsAtMs, parts, isEnded, channels } = replay;
  const clock = (ms: number) => clockHk(new Date(ms));
  const start = isEnded ? undefined : firstStart(replay);
  const near = timeText.showDay(replay, today);
  return (
    <li className={styles.row} data-channel={channels[0]}>
      {start ? (
        <ReplayLink
          start={start}
          label={archiveText.play(`${title.replaceAll(BREAK, '')} ${near}`, clock(startsAtMs))}
          className={styles.play}
        >
          <Icon name="play" fill />
        </ReplayLink>
      ) : (
        <span className={styles.play} data-ended="" />
      )}
      <div>
        <a href={paths.replay(id)}>
          {near === timeText.date(day) ? `${near} ${timeText.weekday(weekdayHk(day))}` : near}
        </a>
        <p className={page.meta}>
          <span>{timeText.range(clock(startsAtMs), clock(endsAtMs))}</span>
          <span>{isEnded ? archiveText.ended : archiveText.parts(parts.length)}</span>
        </p>
      </div>
      {children}
    </li>
  );
}
