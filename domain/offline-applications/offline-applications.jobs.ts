import type { CronItem, Task } from 'graphile-worker';
import { sweepOffline, type OfflineServices } from './offline-applications.ts';

const SWEEP = 'sweep-offline-applications';

/** For the worker. */
export const offlineTasks = ({
  services,
  clock,
}: {
  services: Pick<OfflineServices, 'db' | 'payments' | 'siteUrl'>;
  clock: () => Date;
}): Record<string, Task> => ({ [SWEEP]: () => sweepOffline(services, clock()) });

/** In the morning of Hong Kong, before staff begin. */
export const offlineCron: CronItem[] = [
  { task: SWEEP, match: '0 1 * * *', identifier: SWEEP, options: { maxAttempts: 5, backfillPeriod: 12 * 3_600_000 } },
];
