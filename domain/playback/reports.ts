import type { Db } from '#db/database.ts';
import { batched } from '#db/batched.ts';
import { addReports, type DeviceReport, type ReportOutcome } from './reports.store.ts';

/** Batching interval under load; a device reports every ten seconds and waits for nothing. */
const EACH_MS = 100;
const MAX_AT_ONCE = 200;

/** Stores device reports. A returned result is committed. */
export interface Reports {
  add(report: DeviceReport): Promise<ReportOutcome>;
}

/**
 * Batches reports into one statement and commit at a time. If a batch fails, none of it is stored and each caller
 * writes its own, so that a bad report does not affect others.
 */
export const createReports = (db: Db): Reports => ({
  add: batched<DeviceReport, ReportOutcome>({
    run: (reports) => addReports(db, reports).catch(() => reports.map(() => ({ isAdded: false, lease: null }))),
    atMost: MAX_AT_ONCE,
    eachMs: EACH_MS,
    // Each report is checked against what its device sent before.
    keyOf: ({ memberId, device }) => `${memberId} ${device.key}`,
  }),
});
