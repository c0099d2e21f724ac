import { adsText } from '#app/text/zh-hk/ads.ts';
import styles from './ad-box.module.css';

/**
 * A place kept for an advertisement. It asks nobody for anything; what fills it comes with the ad service. A group and
 * no landmark: a page has several, and nobody who walks from landmark to landmark looks for them.
 */
export function AdBox({ shape }: { shape: 'leaderboard' | 'rectangle' }) {
  return (
    <div
      role="group"
      className={`${styles.box} ${styles[shape]}`}
      aria-label={adsText.label}
      data-label={adsText.label}
      data-no-print
    />
  );
}
