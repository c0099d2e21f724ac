import type { ReactNode } from 'react';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import styles from './earlier.module.css';
import type { SlotView } from './timetable.server.ts';

/**
 * What is over, and the rest: the day that is on opens at the show on air. It is parted by the page's own time, so that
 * nothing moves under the reader's eyes when a show ends.
 */
export function partedAt(slots: SlotView[], nowMs: number, isOn: boolean): [SlotView[], SlotView[]] {
  const at = isOn ? slots.findIndex((slot) => slot.endsAtMs > nowMs) : 0;
  return [slots.slice(0, Math.max(at, 0)), slots.slice(Math.max(at, 0))];
}

/** Folded away: without scripts too the page begins where the station is. */
export function Earlier({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details className={styles.earlier}>
      <summary>{timetableText.earlier(count)}</summary>
      {children}
    </details>
  );
}
