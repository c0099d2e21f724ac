import type { CronItem, Task } from 'graphile-worker';
import { headText } from './ledger.rules.ts';
import { closeDays, mailLedgerHead, type SealServices } from './seals.ts';

const CLOSE_DAYS = 'close-days-of-the-books';

interface LedgerJobServices extends SealServices {
  clock: () => Date;
  /** Address that receives the ledger head. */
  ledgerTo: string;
  log: { info(fields: object, message: string): void };
}

export const ledgerTasks = ({ clock, ledgerTo, log, ...services }: LedgerJobServices): Record<string, Task> => ({
  [CLOSE_DAYS]: async () => {
    await closeDays(services, clock());
    const head = await mailLedgerHead(services.db, ledgerTo);
    if (head) log.info({ head: headText(head) }, 'ledger sealed');
  },
});

// Hourly, so that a day that could not be closed at night is closed later.
export const ledgerCron: CronItem[] = [
  { task: CLOSE_DAYS, match: '31 * * * *', identifier: CLOSE_DAYS, options: { maxAttempts: 3 } },
];
