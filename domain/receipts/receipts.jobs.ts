import type { CronItem, Task } from 'graphile-worker';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { checkReceipts, forgetOldMoney, NUMBER_RECEIPTS, numberReceipts, type ReceiptServices } from './receipts.ts';

const CHECK_RECEIPTS = 'check-receipts';
const FORGET_OLD_MONEY = 'forget-old-money';

/** Worker tasks. */
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
  [CHECK_RECEIPTS]: async () => {
    const now = clock();
    await checkReceipts({ db: services.db, now }, addDaysHk(dayHkOf(now), -1));
  },
  [FORGET_OLD_MONEY]: async () => void (await forgetOldMoney({ db: services.db, now: clock() })),
});

/**
 * Each minute numbers what a killed worker left. At night, after the previous day is sealed, compares documents with
 * the books and deletes expired data.
 */
export const receiptCron: CronItem[] = [
  { task: NUMBER_RECEIPTS, match: '* * * * *', identifier: NUMBER_RECEIPTS, options: { maxAttempts: 1 } },
  { task: CHECK_RECEIPTS, match: '47 19 * * *', identifier: CHECK_RECEIPTS, options: { maxAttempts: 3 } },
  { task: FORGET_OLD_MONEY, match: '17 20 * * *', identifier: FORGET_OLD_MONEY, options: { maxAttempts: 3 } },
];
