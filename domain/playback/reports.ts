import type { Db } from '#db/database.ts';
import { addReports, type DeviceReport, type ReportOutcome } from './reports.store.ts';

/** Where many speak they are written together this often: who plays says so each ten seconds, and waits for nothing. */
const EACH_MS = 100;
const MOST_AT_ONCE = 200;

/** Writes down what devices say. What is answered has been committed. */
export interface Reports {
  add(report: DeviceReport): Promise<ReportOutcome>;
}

interface Waiting {
  report: DeviceReport;
  tell: (outcome: ReportOutcome) => void;
}

/**
 * Gathers what devices say into one statement and one commit at a time: thousands who listen would else cost a transaction
 * each. Where few do, each is written at once. Where a batch fails nothing of it was added and each is for its caller to write
 * alone, so that one report that cannot be kept harms no other.
 */
export function createReports(db: Db): Reports {
  let waiting: Waiting[] = [];
  let isWriting = false;
  let begunAtMs = -Infinity;
  let isBusy = false;

  /** One of a device, as each is held against what its device has told before. */
  function take(): Waiting[] {
    const taken = new Map<string, Waiting>();
    const left: Waiting[] = [];
    for (const one of waiting) {
      const { memberId, device } = one.report;
      const key = `${memberId} ${device.key}`;
      if (taken.size >= MOST_AT_ONCE || taken.has(key)) left.push(one);
      else taken.set(key, one);
    }
    waiting = left;
    return [...taken.values()];
  }

  async function write(): Promise<void> {
    begunAtMs = performance.now();
    const taken = take();
    isBusy = taken.length > 1;
    const outcomes = await addReports(
      db,
      taken.map(({ report }) => report),
    ).catch(() => []);
    for (const [i, { tell }] of taken.entries()) tell(outcomes[i] ?? { isAdded: false, lease: null });
    isWriting = false;
    begin();
  }

  function begin(): void {
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    const waitMs = isBusy ? begunAtMs + EACH_MS - performance.now() : 0;
    setTimeout(() => void write(), Math.max(0, waitMs));
  }

  return {
    add: (report) =>
      new Promise((tell) => {
        waiting.push({ report, tell });
        begin();
      }),
  };
}
