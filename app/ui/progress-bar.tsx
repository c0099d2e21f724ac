import styles from './progress-bar.module.css';

/** Elapsed share of a span, 0 to 100; `words` is its text for screen readers. */
export function ProgressBar({ percent, label, words }: { percent: number; label: string; words: string }) {
  return <progress className={styles.bar} max={100} value={percent} aria-label={label} aria-valuetext={words} />;
}
