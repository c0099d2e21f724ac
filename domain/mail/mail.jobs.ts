import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import { forgetSentMails, SEND_MAIL, sendMail, sweepMails, type SendContext } from './mail.ts';

const SWEEP_MAILS = 'sweep-mails';
const FORGET_MAILS = 'forget-mails';
const payloadSchema = z.object({ id: z.number().int() });

/** `keptSince`: injected, because settings depend on mail. */
export function mailTasks(context: SendContext & { keptSince: (now: Date) => Promise<Date> }): Record<string, Task> {
  return {
    [SEND_MAIL]: (payload) => sendMail(context, payloadSchema.parse(payload).id),
    [SWEEP_MAILS]: () => sweepMails({ db: context.db, now: context.clock() }),
    [FORGET_MAILS]: async () => forgetSentMails(context.db, await context.keptSince(context.clock())),
  };
}

export const mailCron: CronItem[] = [
  { task: SWEEP_MAILS, match: '* * * * *', identifier: SWEEP_MAILS, options: { maxAttempts: 1 } },
  { task: FORGET_MAILS, match: '17 17 * * *', identifier: FORGET_MAILS, options: { maxAttempts: 3 } },
];
