import type { CronItem, Task } from 'graphile-worker';
import type { SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import { renewDue, watchSchedules } from './charging.ts';
import { remindOfPlans } from './plan-reminders.ts';
import { confirmStops, forgetCards } from './stopping.ts';

const RENEW = 'renew-plans';
const WATCH = 'watch-schedules';
const CONFIRM_STOPS = 'confirm-stopped-schedules';
const REMIND = 'remind-of-plans';

/** Worker tasks. Each may run twice for one cause, also concurrently. */
export const renewalTasks = ({
  services,
  clock,
}: {
  services: SubscriptionServices;
  clock: () => Date;
}): Record<string, Task> => ({
  [RENEW]: async () => void (await renewDue(services, clock)),
  [WATCH]: () => watchSchedules(services, clock()),
  [CONFIRM_STOPS]: () => confirmStops(services, clock()),
  [REMIND]: async () => {
    const now = clock();
    await remindOfPlans(services, now);
    await forgetCards(services, now);
  },
});

/** Charges run from 8 to 22 Hong Kong time, so that bank messages wake nobody; reminders run in the morning. */
export const renewalCron: CronItem[] = [
  { task: RENEW, match: '12 0-14 * * *', identifier: RENEW, options: { maxAttempts: 1, jobKey: RENEW } },
  { task: WATCH, match: '42 * * * *', identifier: WATCH, options: { maxAttempts: 1 } },
  { task: CONFIRM_STOPS, match: '*/10 * * * *', identifier: CONFIRM_STOPS, options: { maxAttempts: 1 } },
  {
    task: REMIND,
    match: '30 1 * * *',
    identifier: REMIND,
    options: { maxAttempts: 5, backfillPeriod: 12 * 3_600_000 },
  },
];
