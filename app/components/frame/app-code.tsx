import { paths } from '#app/paths.ts';
import type { AppName } from './app-store.ts';
import styles from './site-footer.module.css';

/** A QR code that a phone scans. Phones do not show it, so they do not load it either. */
export function AppCode({ app, sizePx, alt }: { app: AppName; sizePx: number; alt: string }) {
  return (
    <img className={styles.code} src={paths.appCode(app)} alt={alt} width={sizePx} height={sizePx} loading="lazy" />
  );
}
