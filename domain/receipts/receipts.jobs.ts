import type { CronItem, Task } from 'graphile-worker';
import { forgetOldReceipts, NUMBER_RECEIPTS, numberReceipts, type ReceiptServices } from './receipts.ts';

const FORGET_RECEIPTS = 'forget-receipts';

/** For the worker. */
export const receiptTasks = ({
  services,
  clock,
}: {
  services: ReceiptServices;
  clock: () => Date;
}): Record<string, Task> => ({
  [NUMBER_RECEIPTS]: async () => {
    await numberReceipts(services, clock());
  },
  [FORGET_RECEIPTS]: () => forgetOldReceipts({ db: services.db, now: clock() }),
});

/** Each minute what a worker died with; at night what is too old. */
export const receiptCron: CronItem[] = [
  { task: NUMBER_RECEIPTS, match: '* * * * *', identifier: NUMBER_RECEIPTS, options: { maxAttempts: 1 } },
  { task: FORGET_RECEIPTS, match: '41 18 * * *', identifier: FORGET_RECEIPTS, options: { maxAttempts: 3 } },
];
