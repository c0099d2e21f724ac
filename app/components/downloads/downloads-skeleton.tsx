import { useLayoutEffect, useState } from 'react';
import { knowsWifi } from '#app/downloads/wifi.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { downloadsText as text } from '#app/text/zh-hk/downloads.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import styles from './downloads-list.module.css';

/** What was stored at the last check (`mark` of `downloads.ts`). */
function storedBefore(): string[] {
  try {
    return localStorage.getItem(SHARED_KEYS.downloads)?.split('\n') ?? [];
  } catch {
    return [];
  }
}

/** The list while it loads, at its final height: the same rows without text. */
export function DownloadsSkeleton() {
  const [rows, setRows] = useState<string[]>([]);
  useLayoutEffect(() => setRows(storedBefore()), []);
  return (
    <>
      <p role="status">{text.loading}</p>
      {rows.length > 0 && (
        <div aria-hidden="true" data-skeleton>
          {knowsWifi() ? <div className={styles.wifi} /> : <p className={styles.unseen}>{text.noWifi}</p>}
          <ul className={styles.list}>
            {rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at} className={`${styles.item} ${styles.waits}`}>
                <b className={styles.unseen}>{row.slice(1)}</b>
                <span className={styles.meta}>{'\u00A0'}</span>
                {row.startsWith('p') && (
                  <div className={styles.unseen}>
                    <ProgressBar percent={0} label="" words={text.progress(0)} />
                  </div>
                )}
                <div className={styles.acts}>
                  <span className={buttonClasses({ tone: 'outline' }, styles.unseen)}>{text.remove}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
