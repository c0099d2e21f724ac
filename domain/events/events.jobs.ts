import type { CronItem, Task } from 'graphile-worker';
import type { EventServices } from './event-services.ts';
import { sendReminders } from './reminders.ts';

const REMIND = 'event-reminders';

/** Worker tasks of events. */
export const eventTasks = ({
  services,
  clock,
}: {
  services: Pick<EventServices, 'db' | 'siteUrl'>;
  clock: () => Date;
}): Record<string, Task> => ({ [REMIND]: () => sendReminders(services, clock()) });

/** Each minute. */
export const eventCron: CronItem[] = [
  { task: REMIND, match: '* * * * *', identifier: REMIND, options: { maxAttempts: 1 } },
];
