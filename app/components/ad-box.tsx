import { adsText } from '#app/text/zh-hk/ads.ts';
import styles from './ad-box.module.css';

/** A place kept for an advertisement. It asks nobody for anything; what fills it comes with the ad service. */
export function AdBox({ shape }: { shape: 'leaderboard' | 'rectangle' }) {
  return <aside className={`${styles.box} ${styles[shape]}`} aria-label={adsText.label} data-label={adsText.label} />;
}
