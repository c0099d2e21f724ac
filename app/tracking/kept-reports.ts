import { SHARED_KEYS } from '#app/storage-keys.ts';
import type { Waiting } from './report-queue.ts';

/**
 * Pending reports, one entry per document: other tabs write their own, and those of closed tabs are found by the next.
 */
export interface KeptReports {
  read: (session: string) => Waiting | null;
  /** Without pending reports the entry is removed. */
  write: (waiting: Waiting) => void;
  /** Documents with pending reports. */
  sessions: () => string[];
}

const PREFIX = `${SHARED_KEYS.reports}.`;

const isWaiting = (value: unknown): value is Waiting =>
  typeof value === 'object' &&
  value !== null &&
  'session' in value &&
  typeof value.session === 'string' &&
  'next' in value &&
  typeof value.next === 'number' &&
  'reports' in value &&
  Array.isArray(value.reports);

export function createKeptReports(storage: Storage): KeptReports {
  return {
    read: (session) => {
      try {
        const kept: unknown = JSON.parse(storage.getItem(PREFIX + session) ?? 'null');
        return isWaiting(kept) ? kept : null;
      } catch {
        return null;
      }
    },
    write: (waiting) => {
      try {
        if (waiting.reports.length === 0) storage.removeItem(PREFIX + waiting.session);
        else storage.setItem(PREFIX + waiting.session, JSON.stringify(waiting));
      } catch {
        // Storage is full: pending reports are in memory only.
      }
    },
    sessions: () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length)),
  };
}

/** Deletes what statistics stored in this browser, once consent is withdrawn. */
export function forgetReports(storage: Storage): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(PREFIX) || key === SHARED_KEYS.visitor) storage.removeItem(key);
}
