import styles from './figures.module.css';

const WIDTH = 120;
const HEIGHT = 28;

/** Audience retention by minute: an area from 0 to the peak. The table beside it has the numbers. */
export function SparkLine({ points, label }: { points: readonly number[]; label: string }) {
  const most = Math.max(1e-9, ...points);
  const x = (i: number) => (points.length < 2 ? 0 : (i / (points.length - 1)) * WIDTH);
  const line = points.map((n, i) => `${x(i).toFixed(1)},${(HEIGHT - (n / most) * (HEIGHT - 2)).toFixed(1)}`).join(' ');
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
    </svg>
  );
}
