import styles from './progress-bar.module.css';

/** How much of a stretch has gone by, 0 to 100; `words` say it for those who hear the page. */
export function ProgressBar({ percent, label, words }: { percent: number; label: string; words: string }) {
  return <progress className={styles.bar} max={100} value={percent} aria-label={label} aria-valuetext={words} />;
}
