import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { sendMorningMails } from './morning-mail.ts';

const SEND = 'send-morning-mails';

/** `deskUrl`: null without a desk, which has no readers. */
export const morningMailTasks = ({
  db,
  deskUrl,
  clock,
}: {
  db: Db;
  deskUrl: string | null;
  clock: () => Date;
}): Record<string, Task> => ({
  [SEND]: async () => {
    if (deskUrl !== null) await sendMorningMails({ db, deskUrl }, clock());
  },
});

/** At seven in Hong Kong; after an outage, until noon. */
export const morningMailCron: CronItem[] = [
  { task: SEND, match: '0 23 * * *', identifier: SEND, options: { maxAttempts: 5, backfillPeriod: 5 * 3_600_000 } },
];
