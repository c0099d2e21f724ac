import type { CronItem, Task } from 'graphile-worker';
import { forgetReceipts, sweepOffline, type OfflineServices } from './offline-applications.ts';

const SWEEP = 'sweep-offline-applications';

/** Worker tasks. */
export const offlineTasks = ({
  services,
  clock,
}: {
  services: OfflineServices;
  clock: () => Date;
}): Record<string, Task> => ({
  [SWEEP]: async () => {
    await sweepOffline(services, clock());
    await forgetReceipts(services, clock());
  },
});

/** In the Hong Kong morning, before office hours. */
export const offlineCron: CronItem[] = [
  { task: SWEEP, match: '0 1 * * *', identifier: SWEEP, options: { maxAttempts: 5, backfillPeriod: 12 * 3_600_000 } },
];
