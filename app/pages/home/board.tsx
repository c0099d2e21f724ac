import page from '#app/components/page.module.css';
import { useClock } from '#app/components/use-clock.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import styles from './board.module.css';

const HOUR_MS = 3_600_000;

export interface BoardView {
  fromMs: number;
  toMs: number;
  rows: {
    channelId: ChannelId;
    items: { startsAtMs: number; endsAtMs: number; title: string; href: string }[];
  }[];
}

/** Three channels on one ruler: the hours across, the needle at now. */
export function Board({ board: { fromMs, toMs, rows }, renderedAtMs }: { board: BoardView; renderedAtMs: number }) {
  const nowMs = useClock(renderedAtMs);
  const at = (ms: number) => ((Math.min(Math.max(ms, fromMs), toMs) - fromMs) / (toMs - fromMs)) * 100;
  const clock = (ms: number) => clockHk(new Date(ms));
  const hours = Array.from({ length: Math.round((toMs - fromMs) / HOUR_MS) }, (_, i) => fromMs + i * HOUR_MS);
  return (
    <section className={page.band} aria-labelledby="board">
      <div className="wrap">
        <SectionHeading
          id="board"
          note={home.timelineNote(clock(fromMs), clock(toMs))}
          more={{ href: paths.timetable(881), words: home.nextMore }}
        >
          {home.timeline}
        </SectionHeading>
        <div className={styles.scroll}>
          <div className={styles.board}>
            <div className={styles.ruler} aria-hidden="true">
              {hours.map((ms) => (
                <span key={ms}>{clock(ms)}</span>
              ))}
            </div>
            {rows.map((row) => (
              <div key={row.channelId} className={styles.row} data-channel={row.channelId}>
                <a className={styles.channel} href={paths.timetable(row.channelId)}>
                  <Numeral channel={row.channelId} decorative />
                  <span className="vh">{home.timelineOf(channelText[row.channelId].name)}</span>
                </a>
                <ol className={styles.track}>
                  {row.items.map((item) => (
                    <li
                      key={item.startsAtMs}
                      aria-current={item.startsAtMs <= nowMs && nowMs < item.endsAtMs ? 'true' : undefined}
                      style={{ left: `${at(item.startsAtMs)}%`, width: `${at(item.endsAtMs) - at(item.startsAtMs)}%` }}
                    >
                      <a href={item.href}>
                        <b>
                          <Phrase text={item.title} />
                        </b>
                        <span>{timeText.range(clock(item.startsAtMs), clock(item.endsAtMs))}</span>
                      </a>
                    </li>
                  ))}
                </ol>
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
