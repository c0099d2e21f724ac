import type { CronItem, Task } from 'graphile-worker';
import { openWork } from '#domain/payments/payments.ts';
import { remindOfPlans } from './plan-reminders.ts';
import { confirmStops, forgetCards } from './profiles.ts';
import { renewDue, watchSchedules } from './renewals.ts';
import type { SubscriptionServices } from './subscription-services.ts';
import { missingHolidays } from './working-days.rules.ts';

const RENEW = 'renew-plans';
const WATCH = 'watch-schedules';
const CONFIRM_STOPS = 'confirm-stopped-schedules';
const REMIND = 'remind-of-plans';

/** For the worker. Each may run twice for one cause, and side by side with itself. */
export const subscriptionTasks = ({
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
    const year = missingHolidays(now);
    if (year !== null)
      await services.db.transaction((tx) => openWork(tx, { kind: 'holidays_missing', subject: year, now }));
  },
});

/** Charges from 8 to 22 in Hong Kong, when a bank's word to its customer wakes nobody; reminders in the morning. */
export const subscriptionCron: CronItem[] = [
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
