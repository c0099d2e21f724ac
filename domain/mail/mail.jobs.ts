import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import { SEND_MAIL, sendMail, sweepMails, type SendContext } from './mail.ts';

const SWEEP_MAILS = 'sweep-mails';
const payloadSchema = z.object({ id: z.number().int() });

/** The mail's tasks for the worker. */
export function mailTasks(context: SendContext): Record<string, Task> {
  return {
    [SEND_MAIL]: (payload) => sendMail(context, payloadSchema.parse(payload).id),
    [SWEEP_MAILS]: () => sweepMails({ db: context.db, now: context.clock() }),
  };
}

export const mailCron: CronItem[] = [
  { task: SWEEP_MAILS, match: '* * * * *', identifier: SWEEP_MAILS, options: { maxAttempts: 1 } },
];
