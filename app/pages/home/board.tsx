import page from '#app/styles/page.module.css';
import { useClock } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { dayHeadingOf } from '#shared/station-day.ts';
import { boardLanes, type BoardItem } from './board-lanes.ts';
import styles from './board.module.css';

const HOUR_MS = 3_600_000;

export interface BoardView {
  fromMs: number;
  toMs: number;
  rows: { channelId: ChannelId; items: BoardItem[] }[];
}

/** Three channels on one ruler: hours across, needle at now. */
export function Board({ board: { fromMs, toMs, rows }, renderedAtMs }: { board: BoardView; renderedAtMs: number }) {
  const nowMs = useClock(renderedAtMs);
  const at = (ms: number) => ((Math.min(Math.max(ms, fromMs), toMs) - fromMs) / (toMs - fromMs)) * 100;
  const place = (startMs: number, endMs: number) => ({
    left: `${at(startMs)}%`,
    width: `${at(endMs) - at(startMs)}%`,
  });
  const clock = (ms: number) => clockHk(new Date(ms));
  const today = dayHkOf(new Date(nowMs));
  const headingOf = (ms: number) => dayHeadingOf(new Date(ms), new Date(nowMs));
  const dayOf = (ms: number) => timeText.dayHeading(headingOf(ms), today);
  const hours = Array.from({ length: Math.round((toMs - fromMs) / HOUR_MS) }, (_, i) => fromMs + i * HOUR_MS);
  // The day is shown once, and again where it changes.
  const named = (ms: number, beforeMs: number) =>
    dayOf(ms) === dayOf(beforeMs) ? clock(ms) : `${dayOf(ms)} ${clock(ms)}`;
  const isOn = (item: BoardItem) => (item.startsAtMs <= nowMs && nowMs < item.endsAtMs ? 'true' : undefined);
  const lanesOf = (items: BoardItem[]) => {
    const { long, short } = boardLanes(items, fromMs, toMs);
    return (
      <ol className={styles.track} data-short={short.length > 0 || undefined}>
        {long.map((item) => (
          <li key={item.startsAtMs} aria-current={isOn(item)} style={place(item.startsAtMs, item.endsAtMs)}>
            <a href={item.href}>
              <b>
                <Phrase text={item.title} />
              </b>
              <span>{timeText.range(clock(item.startsAtMs), clock(item.endsAtMs))}</span>
            </a>
          </li>
        ))}
        {short.map((item) => (
          <li
            key={item.startsAtMs}
            className={styles.short}
            aria-current={isOn(item)}
            style={place(item.labelFromMs, item.labelToMs)}
          >
            <a href={item.href}>
              <span>{clock(item.startsAtMs)}</span>
              <b>
                <Phrase text={item.title} />
              </b>
            </a>
          </li>
        ))}
      </ol>
    );
  };
  return (
    <section className={page.band} aria-labelledby="board">
      <div className="wrap">
        <SectionHeading
          id="board"
          note={home.timelineNote(`${dayOf(fromMs)} ${clock(fromMs)}`, named(toMs, fromMs))}
          more={{ href: paths.timetable(881), words: home.nextMore }}
        >
          {home.timeline}
        </SectionHeading>
        <div className={styles.scroll}>
          <div className={styles.board}>
            <div className={styles.ruler} aria-hidden="true">
              {hours.map((ms) => (
                <span key={ms}>{named(ms, ms - HOUR_MS)}</span>
              ))}
            </div>
            {rows.map((row) => (
              <div key={row.channelId} className={styles.row} data-channel={row.channelId}>
                <a className={styles.channel} href={paths.timetable(row.channelId)}>
                  <Numeral channel={row.channelId} decorative />
                  <span className="vh">{home.timelineOf(channelText[row.channelId].name)}</span>
                </a>
                {lanesOf(row.items)}
              </div>
            ))}
            <div className={styles.needle} aria-hidden="true">
              <i style={{ left: `${at(nowMs)}%` }}>
                <b>{clock(nowMs)}</b>
              </i>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
