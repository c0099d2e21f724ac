import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { checkLinks } from './dead-links.ts';

const CHECK_LINKS = 'check-links';

export const deadLinkTasks = ({
  db,
  clock,
  siteUrl,
}: {
  db: Db;
  clock: () => Date;
  siteUrl: string;
}): Record<string, Task> => ({
  [CHECK_LINKS]: () => checkLinks({ db, now: clock(), siteUrl }),
});

/** Each night at 04:20 in Hong Kong, before the morning shift. */
export const deadLinkCron: CronItem[] = [
  {
    task: CHECK_LINKS,
    match: '20 20 * * *',
    identifier: CHECK_LINKS,
    options: { backfillPeriod: 86_400_000, maxAttempts: 3 },
  },
];
