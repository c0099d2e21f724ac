import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { forgetHandledNotices, HANDLE_NOTICE, handleNotice, type NoticeHandlers } from './hooks.ts';

const FORGET_NOTICES = 'forget-hook-notices';
const payloadSchema = z.object({ id: z.number().int() });

export function hookTasks({
  db,
  clock,
  handlers,
}: {
  db: Db;
  clock: () => Date;
  handlers: NoticeHandlers;
}): Record<string, Task> {
  return {
    [HANDLE_NOTICE]: (payload) => handleNotice({ db, handlers, now: clock() }, payloadSchema.parse(payload).id),
    [FORGET_NOTICES]: () => forgetHandledNotices({ db, now: clock() }),
  };
}

export const hookCron: CronItem[] = [
  { task: FORGET_NOTICES, match: '37 19 * * *', identifier: FORGET_NOTICES, options: { maxAttempts: 3 } },
];
