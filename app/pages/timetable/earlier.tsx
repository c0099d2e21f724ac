import type { ReactNode } from 'react';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import styles from './earlier.module.css';
import type { SlotView } from './timetable.server.ts';

/**
 * Splits past shows from the rest: the current day opens at the show on air. Split by the page's own time, so that
 * nothing shifts when a show ends.
 */
export function partedAt(slots: SlotView[], nowMs: number, isOn: boolean): [SlotView[], SlotView[]] {
  const at = isOn ? slots.findIndex((slot) => slot.endsAtMs > nowMs) : 0;
  return [slots.slice(0, Math.max(at, 0)), slots.slice(Math.max(at, 0))];
}

/** Collapsed, so that without scripts too the page starts at the current show. */
export function Earlier({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details className={styles.earlier}>
      <summary>{timetableText.earlier(count)}</summary>
      {children}
    </details>
  );
}
