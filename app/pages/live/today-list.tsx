import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { elapsedPercent } from '#app/components/use-clock.ts';
import { paths } from '#app/paths.ts';
import { playLive } from '#app/player/player-store.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { clockHk, dayHkOf, weekdayHk } from '#shared/hk-time.ts';
import type { HeroProps } from './hero.tsx';
import type { LiveRow } from './live.server.ts';
import styles from './today-list.module.css';

/** The broadcast day. What has gone by can be heard again while the window lasts; the running row is what is on. */
export function TodayList({ channelId, kind, live }: HeroProps) {
  const { rows, nowMs, oldestMs, shown } = live;
  const day = dayHkOf(new Date(nowMs));
  const nextAt = rows.findIndex((row) => row.startsAtMs > nowMs);
  return (
    <section aria-labelledby="today">
      <SectionHeading
        id="today"
        note={liveText.date(timeText.date(day), timeText.weekday(weekdayHk(day)))}
        more={{ href: paths.timetable(channelId), words: liveText.wholeTimetable }}
      >
        {liveText.today}
      </SectionHeading>
      <ol>
        {rows.map((row, at) => {
          const time =
            row.endsAtMs <= nowMs ? 'past' : row.startsAtMs <= nowMs ? 'now' : at === nextAt ? 'next' : 'soon';
          return (
            <li
              key={row.startsAtMs}
              className={`${styles.row} ${styles[time]}`}
              aria-current={time === 'now' ? 'true' : undefined}
              data-heard={row.startsAtMs === shown?.startsAtMs || undefined}
            >
              <time dateTime={new Date(row.startsAtMs).toISOString()}>{clockHk(new Date(row.startsAtMs))}</time>
              <span className={styles.art}>
                <img
                  src={row.art.src}
                  srcSet={row.art.srcset}
                  sizes="96px"
                  width={640}
                  height={360}
                  alt=""
                  loading="lazy"
                />
              </span>
              <div className={styles.words}>
                <h3>
                  {row.href === null ? (
                    <Phrase text={row.phrased} />
                  ) : (
                    <a href={row.href}>
                      <Phrase text={row.phrased} />
                    </a>
                  )}
                </h3>
                <p>
                  {row.hosts && <span>{row.hosts}</span>}
                  <span>{liveText.range(clockHk(new Date(row.startsAtMs)), clockHk(new Date(row.endsAtMs)))}</span>
                </p>
                {time === 'now' && (
                  <span className={styles.bar} aria-hidden="true">
                    <i style={{ width: `${elapsedPercent(nowMs, row.startsAtMs, row.endsAtMs)}%` }} />
                  </span>
                )}
              </div>
              <Action
                row={row}
                time={time}
                canHear={row.startsAtMs >= oldestMs}
                onHear={() => playLive(channelId, kind, new Date(row.startsAtMs))}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Action({
  row,
  time,
  canHear,
  onHear,
}: {
  row: LiveRow;
  time: 'past' | 'now' | 'next' | 'soon';
  canHear: boolean;
  onHear: () => void;
}) {
  if (time === 'now') return <span className={styles.live}>{liveText.onAir}</span>;
  if (time === 'next') return <span className={styles.tag}>{liveText.next}</span>;
  if (time === 'soon' || !canHear) return null;
  return (
    <Button
      tone="outline"
      size="small"
      aria-label={liveText.hearAgainOf(row.title, clockHk(new Date(row.startsAtMs)))}
      onClick={onHear}
    >
      <Icon name="history" />
      {liveText.hearAgain}
    </Button>
  );
}
