import { memo } from 'react';
import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';
import { RowFace } from './row-face.tsx';
import { paths } from '#app/paths.ts';
import { availableWithin, heardAgainFrom, type AvailableSpan } from '#app/player/channel/available-sound.ts';
import { REWIND_WINDOW_MS } from '#app/player/player.state.ts';
import { playLive } from '#app/player/player.store.ts';
import type { MediaKind } from '#app/player/sources/source.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { underDayHeadings } from '#shared/station-day.ts';
import type { LiveRow } from './live.server.ts';
import styles from './today-list.module.css';

/** Programmes start and end on whole minutes. */
export const STEP_MS = 15_000;

// What a show is does not change while the page is open; whether it can be played does.
const Face = unhydrated(RowFace);

interface TodayProps {
  channelId: ChannelId;
  kind: MediaKind;
  rows: readonly LiveRow[];
  /** In steps, so that the list is not rendered each second. */
  nowMs: number;
  renderedAtMs: number;
  /** Start of the show that is heard or on air. */
  shownAtMs: number | undefined;
  /** Available audio; null while unknown. */
  spans: readonly AvailableSpan[] | null;
}

/** Today, with the nights before and after it. Past shows can be played while available. */
export const TodayList = memo(function TodayList(today: TodayProps) {
  const { channelId, rows, nowMs, spans } = today;
  const now = new Date(nowMs);
  const oldestMs = nowMs + STEP_MS - REWIND_WINDOW_MS;
  const kept = spans && availableWithin(spans, oldestMs, Infinity);
  const nextMs = rows.find(({ startsAtMs }) => startsAtMs > nowMs)?.startsAtMs;
  const day = dayHkOf(now);
  const groups = underDayHeadings(rows, now);
  return (
    <section aria-labelledby="today">
      <SectionHeading
        id="today"
        note={timeText.dateAndWeekday(day)}
        more={{ href: paths.timetable(channelId), words: liveText.wholeTimetable }}
      >
        {liveText.today}
      </SectionHeading>
      {groups.map(({ heading, shows }, at) => {
        const id = `day-${heading.day}-${heading.part}`;
        // The list is headed by today: a first group of today needs no heading.
        const isHeaded = at > 0 || heading.day !== day || heading.part !== 'day';
        return (
          <div key={id}>
            {isHeaded && (
              <h3 id={id} className={styles.heading}>
                {timeText.dayHeading(heading, day)} <span>{timeText.dateAndWeekday(heading.day)}</span>
              </h3>
            )}
            <ol aria-labelledby={isHeaded ? id : 'today'}>
              {shows.map((row) => {
                const time = timeOf(row, nextMs, nowMs);
                const isKnown = time === 'past' && kept !== null;
                const againMs = isKnown ? heardAgainFrom(kept, row.startsAtMs, row.endsAtMs) : null;
                return (
                  <Row
                    key={row.startsAtMs}
                    row={row}
                    channelId={channelId}
                    kind={today.kind}
                    time={time}
                    isHeard={row.startsAtMs === today.shownAtMs}
                    renderedAtMs={today.renderedAtMs}
                    isKnown={isKnown}
                    againMs={againMs}
                    hearFromMs={againMs === null ? null : Math.max(row.startsAtMs, oldestMs)}
                  />
                );
              })}
            </ol>
          </div>
        );
      })}
    </section>
  );
});

const TIMES = { past: styles.past, now: styles.now, next: styles.next, soon: styles.soon };
type Time = keyof typeof TIMES;

function timeOf(row: LiveRow, nextMs: number | undefined, nowMs: number): Time {
  if (row.endsAtMs <= nowMs) return 'past';
  if (row.startsAtMs <= nowMs) return 'now';
  return row.startsAtMs === nextMs ? 'next' : 'soon';
}

interface RowProps extends Pick<TodayProps, 'channelId' | 'kind' | 'renderedAtMs'>, Again {
  row: LiveRow;
  time: Time;
  isHeard: boolean;
}

/** How a past show is played again. */
interface Again {
  /** Whether the show is over and the origin has reported what is available. */
  isKnown: boolean;
  /** Where replay starts; null: unavailable. */
  againMs: number | null;
  /** Earliest instant of the show that can be sought; null: unavailable. */
  hearFromMs: number | null;
}

/** Rendered again only when something of it has changed, as the list is at each programme and each reply of the origin. */
const Row = memo(function Row({ row, channelId, kind, time, isHeard, renderedAtMs, ...again }: RowProps) {
  return (
    <li
      className={`${styles.row} ${TIMES[time]}`}
      aria-current={time === 'now' ? 'true' : undefined}
      data-heard={isHeard || undefined}
    >
      <Face
        href={row.href}
        title={row.phrased}
        hosts={row.hosts}
        startsAtMs={row.startsAtMs}
        endsAtMs={row.endsAtMs}
        src={row.art.src}
        srcset={row.art.srcset}
        isNow={time === 'now'}
        renderedAtMs={renderedAtMs}
      />
      <Action row={row} channelId={channelId} kind={kind} time={time} {...again} />
    </li>
  );
});

/** Action of a show. A past one is offered once the origin has reported it as available; its space is reserved. */
function Action({
  row,
  channelId,
  kind,
  time,
  hearFromMs,
  isKnown,
  againMs,
}: Pick<RowProps, 'row' | 'channelId' | 'kind' | 'time' | keyof Again>) {
  if (time === 'now') return <span className={styles.live}>{liveText.onAir}</span>;
  if (time === 'next') return <span className={styles.tag}>{liveText.next}</span>;
  if (time === 'soon') return null;
  return (
    <span className={styles.again}>
      {againMs !== null && hearFromMs !== null ? (
        <Button
          tone="outline"
          size="small"
          aria-label={liveText.hearAgainOf(row.title, clockHk(new Date(againMs)))}
          onClick={() => playLive(channelId, kind, new Date(hearFromMs))}
        >
          <Icon name="history" />
          {liveText.hearAgain}
        </Button>
      ) : row.replay !== null ? (
        <ReplayLink
          start={row.replay}
          label={replaysText.hearAgainOf(row.title, clockHk(new Date(row.startsAtMs)))}
          className={buttonClasses({ tone: 'outline', size: 'small' })}
        >
          <Icon name="history" />
          {replaysText.hearAgain}
        </ReplayLink>
      ) : (
        isKnown && liveText.notKept
      )}
    </span>
  );
}
