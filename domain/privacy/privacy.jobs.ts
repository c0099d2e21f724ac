import type { CronItem, Task } from 'graphile-worker';
import type { PrivacyServices } from './privacy-services.ts';
import { eraseDueMembers } from './privacy.ts';

export const ERASE_MEMBERS = 'erase-members';

export const privacyTasks = ({
  services,
  clock,
}: {
  services: PrivacyServices;
  clock: () => Date;
}): Record<string, Task> => ({
  [ERASE_MEMBERS]: async () => {
    await eraseDueMembers(services, clock());
  },
});

/** Hourly: erases members whose grace period is over. */
export const privacyCron: CronItem[] = [
  {
    task: ERASE_MEMBERS,
    match: '7 * * * *',
    identifier: ERASE_MEMBERS,
    options: { maxAttempts: 5, backfillPeriod: 3_600_000 },
  },
];
