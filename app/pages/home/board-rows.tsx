import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { clockHk } from '#shared/hk-time.ts';
import { boardLanes, type BoardItem } from './board-lanes.ts';
import { shareOf, type BoardView } from './board-scale.ts';
import styles from './board.module.css';

const clock = (ms: number) => clockHk(new Date(ms));

/** The shows of the three channels. `on` lists the start of the show on air, a channel each. */
export function BoardRows({ rows, fromMs, toMs, on }: BoardView & { on: string }) {
  const onAir = on.split(',');
  const place = (startMs: number, endMs: number) => ({
    left: `${shareOf(startMs, fromMs, toMs)}%`,
    width: `${shareOf(endMs, fromMs, toMs) - shareOf(startMs, fromMs, toMs)}%`,
  });
  const lanesOf = (items: BoardItem[], onAirMs: string | undefined) => {
    const isOn = (item: BoardItem) => (onAirMs === String(item.startsAtMs) ? 'true' : undefined);
    const { long, short } = boardLanes(items, fromMs, toMs);
    return (
      <ol className={styles.track} data-lane="" data-short={short.length > 0 || undefined}>
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
  return rows.map((row, at) => (
    <div key={row.channelId} className={styles.row} data-channel={row.channelId}>
      <a className={styles.channel} href={paths.timetable(row.channelId)}>
        <Numeral channel={row.channelId} decorative />
        <span className="vh">{home.timelineOf(channelText[row.channelId].name)}</span>
      </a>
      {lanesOf(row.items, onAir[at])}
    </div>
  ));
}
