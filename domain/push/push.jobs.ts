import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { queueJob, TELL_LINE, TELL_TUNNEL } from '#db/outbox.ts';
import { announceDue, announceLine, announceTunnel } from './causes.ts';
import { mailNotices } from './mailing/mailing.ts';
import { MAIL_NOTICES, SEND_PUSH } from './messages.ts';
import { deleteOldMessages } from './messages.store.ts';
import type { SendingServices } from './push-services.ts';
import { sendDue } from './sending.ts';

const TELL_DUE = 'tell-due';
const DELETE_OLD_MESSAGES = 'delete-told';
/** Longer than any event is looked for, or it would be announced again. */
const KEPT_MS = 7 * 86_400_000;

const linePayload = z.object({ id: z.number().int() });
const tunnelPayload = z.object({ tunnel: z.string(), isClosed: z.boolean(), atMs: z.number() });

/** Worker tasks of notifications. `signal`: the process stops, and the next goes on. */
export const pushTasks = ({
  services,
  clock,
  signal,
}: {
  services: SendingServices;
  clock: () => Date;
  signal: AbortSignal;
}): Record<string, Task> => {
  const { db } = services;
  return {
    [SEND_PUSH]: () => sendDue(services, clock, signal),
    [MAIL_NOTICES]: () => mailNotices(services, clock, signal),
    [TELL_DUE]: async () => void (await announceDue({ db, now: clock() })),
    [TELL_LINE]: (payload) => announceLine({ db, now: clock() }, linePayload.parse(payload).id),
    [TELL_TUNNEL]: (payload) => announceTunnel({ db, now: clock() }, tunnelPayload.parse(payload)),
    [DELETE_OLD_MESSAGES]: () => deleteOldMessages(db, new Date(clock().getTime() - KEPT_MS)),
  };
};

export const pushCron: CronItem[] = [
  { task: TELL_DUE, match: '* * * * *', identifier: TELL_DUE, options: { maxAttempts: 1 } },
  // Goes on with what a killed worker left.
  { task: SEND_PUSH, match: '* * * * *', identifier: SEND_PUSH, options: { maxAttempts: 1 } },
  // Mails that waited for the end of quiet hours, and what a killed worker left.
  { task: MAIL_NOTICES, match: '* * * * *', identifier: MAIL_NOTICES, options: { maxAttempts: 1 } },
  { task: DELETE_OLD_MESSAGES, match: '10 20 * * *', identifier: DELETE_OLD_MESSAGES, options: { maxAttempts: 5 } },
];

/** A worker that starts goes on at once. */
export const goOnSending = (db: Db): Promise<void> =>
  db.transaction((tx) => queueJob(tx, SEND_PUSH, {}, { jobKey: SEND_PUSH }));
