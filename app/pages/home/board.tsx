import page from '#app/styles/page.module.css';
import { useClock } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';
import { BoardRows } from './board-rows.tsx';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { dayHeadingOf } from '#shared/station-day.ts';
import styles from './board.module.css';
import { shareOf, type BoardView } from './board-scale.ts';

const HOUR_MS = 3_600_000;

const Rows = unhydrated(BoardRows);

/** Three channels on one ruler: hours across, needle at now. */
export function Board({ board: { fromMs, toMs, rows }, renderedAtMs }: { board: BoardView; renderedAtMs: number }) {
  const nowMs = useClock(renderedAtMs);
  const clock = (ms: number) => clockHk(new Date(ms));
  const today = dayHkOf(new Date(nowMs));
  const headingOf = (ms: number) => dayHeadingOf(new Date(ms), new Date(nowMs));
  const dayOf = (ms: number) => timeText.dayHeading(headingOf(ms), today);
  const hours = Array.from({ length: Math.round((toMs - fromMs) / HOUR_MS) }, (_, i) => fromMs + i * HOUR_MS);
  // The day is shown once, and again where it changes.
  const named = (ms: number, beforeMs: number) =>
    dayOf(ms) === dayOf(beforeMs) ? clock(ms) : `${dayOf(ms)} ${clock(ms)}`;
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
            <Rows
              rows={rows}
              fromMs={fromMs}
              toMs={toMs}
              on={rows
                .map(({ items }) => items.find((item) => item.startsAtMs <= nowMs && nowMs < item.endsAtMs)?.startsAtMs)
                .join()}
            />
            <div className={styles.needle} aria-hidden="true">
              <i style={{ left: `${shareOf(nowMs, fromMs, toMs)}%` }}>
                <b>{clock(nowMs)}</b>
              </i>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
