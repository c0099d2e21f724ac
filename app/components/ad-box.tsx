import { adsText } from '#app/text/zh-hk/ads.ts';
import styles from './ad-box.module.css';

/** A place kept for an advertisement. It asks nobody for anything; what fills it comes with the ad service. */
export function AdBox({
  shape,
  name = adsText.label,
}: {
  shape: 'leaderboard' | 'rectangle';
  /** For who walks a page by its landmarks, where there are several. */
  name?: string;
}) {
  return <aside className={`${styles.box} ${styles[shape]}`} aria-label={name} data-label={adsText.label} />;
}
