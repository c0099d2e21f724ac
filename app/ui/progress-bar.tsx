import styles from './progress-bar.module.css';

/** Elapsed share of a span, 0 to 100; `words` is its text for screen readers. */
export function ProgressBar({
  percent,
  span,
  label,
  words,
}: {
  percent: number;
  /** Start and end, if it moves with the clock in HTML that is not hydrated (`elapsed-bars.ts`). */
  span?: readonly [number, number];
  label: string;
  words: string;
}) {
  return (
    <progress
      className={styles.bar}
      max={100}
      value={percent}
      aria-label={label}
      aria-valuetext={words}
      data-elapsed={span?.join(' ')}
    />
  );
}
