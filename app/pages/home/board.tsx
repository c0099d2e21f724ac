import { useCallback } from 'react';
import page from '#app/styles/page.module.css';
import { useByClock, useClock } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';
import { BoardRows } from './board-rows.tsx';
import { clockHk, dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';
import { dayHeadingOf } from '#shared/station-day.ts';
import styles from './board.module.css';
import late from './late.module.css';
import { shareOf, type BoardView } from './board-scale.ts';

const HOUR_MS = 3_600_000;

const clock = (ms: number) => clockHk(new Date(ms));

const dayOf = (ms: number) => dayHkOf(new Date(ms));

/** An instant relative to today. The day is shown once, and again where it changes. */
function named(ms: number, beforeMs: number | null, today: DayHk): string {
  const headingOf = (atMs: number) => timeText.dayHeading(dayHeadingOf(new Date(atMs), instantHk(today, 0)), today);
  const heading = headingOf(ms);
  return beforeMs !== null && headingOf(beforeMs) === heading ? clock(ms) : `${heading} ${clock(ms)}`;
}

function RulerHours({ fromMs, toMs, today }: { fromMs: number; toMs: number; today: DayHk }) {
  const hours = Array.from({ length: Math.round((toMs - fromMs) / HOUR_MS) }, (_, i) => fromMs + i * HOUR_MS);
  return hours.map((ms) => <span key={ms}>{named(ms, ms - HOUR_MS, today)}</span>);
}

const Hours = unhydrated(RulerHours);
const Rows = unhydrated(BoardRows);

/** The only part that moves with each tick. */
function Needle({ fromMs, toMs, renderedAtMs }: { fromMs: number; toMs: number; renderedAtMs: number }) {
  const nowMs = useClock(renderedAtMs);
  return (
    <div className={styles.needle} aria-hidden="true">
      <i style={{ left: `${shareOf(nowMs, fromMs, toMs)}%` }}>
        <b>{clock(nowMs)}</b>
      </i>
    </div>
  );
}

/** Three channels on one ruler: hours across, needle at now. */
export function Board({ board: { fromMs, toMs, rows }, renderedAtMs }: { board: BoardView; renderedAtMs: number }) {
  const today = useByClock(renderedAtMs, dayOf);
  const on = useByClock(
    renderedAtMs,
    useCallback(
      (nowMs) =>
        rows
          .map(({ items }) => items.find((item) => item.startsAtMs <= nowMs && nowMs < item.endsAtMs)?.startsAtMs)
          .join(),
      [rows],
    ),
  );
  return (
    <section className={`${page.band} ${late.lists}`} aria-labelledby="board">
      <div className="wrap">
        <SectionHeading
          id="board"
          note={home.timelineNote(named(fromMs, null, today), named(toMs, fromMs, today))}
          more={{ href: paths.timetable(881), words: home.nextMore }}
        >
          {home.timeline}
        </SectionHeading>
        <div className={styles.scroll}>
          <div className={styles.board}>
            <Hours box={{ className: styles.ruler, 'aria-hidden': true }} fromMs={fromMs} toMs={toMs} today={today} />
            <Rows rows={rows} fromMs={fromMs} toMs={toMs} on={on} />
            <Needle fromMs={fromMs} toMs={toMs} renderedAtMs={renderedAtMs} />
          </div>
        </div>
      </div>
    </section>
  );
}
