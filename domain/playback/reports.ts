import type { Db } from '#db/database.ts';
import { batched } from '#db/batched.ts';
import { addReports, type DeviceReport, type ReportOutcome } from './reports.store.ts';

/** Where many speak they are written together this often: who plays says so each ten seconds, and waits for nothing. */
const EACH_MS = 100;
const MOST_AT_ONCE = 200;

/** Writes down what devices say. What is answered has been committed. */
export interface Reports {
  add(report: DeviceReport): Promise<ReportOutcome>;
}

/**
 * Gathers what devices say into one statement and one commit at a time. Where a batch fails nothing of it was added and each is
 * for its caller to write alone, so that one report that cannot be kept harms no other.
 */
export const createReports = (db: Db): Reports => ({
  add: batched<DeviceReport, ReportOutcome>({
    run: (reports) => addReports(db, reports).catch(() => reports.map(() => ({ isAdded: false, lease: null }))),
    atMost: MOST_AT_ONCE,
    eachMs: EACH_MS,
    // Each is held against what its device has told before.
    keyOf: ({ memberId, device }) => `${memberId} ${device.key}`,
  }),
});
