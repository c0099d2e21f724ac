import { channelText } from '#app/text/zh-hk/channels.ts';
import { figuresText } from '#app/text/zh-hk/figures.ts';
import type { ChannelId } from '#shared/enums.ts';
import styles from './figures.module.css';

const WIDTH = 960;
const HEIGHT = 280;
const LEFT = 44;
const BOTTOM = 26;
const TOP = 12;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

interface Line {
  channel: ChannelId;
  points: readonly number[];
}

/**
 * Values of the scale's lines, from 0 to a round number at or above the maximum. The middle one is also a whole number,
 * because listeners are not fractional; for a maximum of one it is omitted.
 */
function scaleOf(most: number): number[] {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const top = [1, 2, 4, 6, 8, 10].map((n) => n * step).find((n) => n >= most) ?? step * 10;
  return top === 1 ? [0, 1] : [0, top / 2, top];
}

/** A day's line by channel. Each has its own dash pattern, because colour alone is not accessible. */
export function DayChart({ lines, label }: { lines: readonly Line[]; label: string }) {
  const scale = scaleOf(Math.max(1, ...lines.flatMap(({ points }) => points)));
  const top = scale.at(-1) ?? 1;
  const x = (place: number) => LEFT + (place / 288) * (WIDTH - LEFT - 4);
  const y = (n: number) => HEIGHT - BOTTOM - (n / top) * (HEIGHT - BOTTOM - TOP);
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {scale.map((value) => (
          <g key={value}>
            <line className={styles.grid} x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
            <text className={styles.scale} x={LEFT - 6} y={y(value) + 4} textAnchor="end">
              {figuresText.number(value)}
            </text>
          </g>
        ))}
        {HOURS.map((hour) => (
          <text
            key={hour}
            className={styles.scale}
            x={Math.min(x(hour * 12), WIDTH - 8)}
            y={HEIGHT - 6}
            textAnchor="middle"
          >
            {hour}
          </text>
        ))}
        {lines.map(({ channel, points }) => (
          <polyline
            key={channel}
            data-channel={channel}
            className={styles.line}
            points={points.map((n, i) => `${x(i + 0.5).toFixed(1)},${y(n).toFixed(1)}`).join(' ')}
          />
        ))}
      </svg>
      <figcaption className={styles.legend}>
        {lines.map(({ channel }) => (
          <span key={channel} data-channel={channel}>
            <svg viewBox="0 0 40 8" aria-hidden="true">
              <line className={styles.line} x1="0" x2="40" y1="4" y2="4" />
            </svg>
            {channelText[channel].name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
