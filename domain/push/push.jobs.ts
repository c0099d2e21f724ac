import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { queueJob, TELL_LINE, TELL_TUNNEL } from '#db/outbox.ts';
import { tellDue, tellLine, tellTunnel } from './causes.ts';
import { mailNotices } from './mailing/mailing.ts';
import { MAIL_NOTICES, SEND_PUSH } from './messages.ts';
import { deleteOldMessages } from './messages.store.ts';
import type { SendingServices } from './push-services.ts';
import { sendDue } from './sending.ts';

const TELL_DUE = 'tell-due';
const DELETE_TOLD = 'delete-told';
/** Longer than any event is looked for, or it would be told again. */
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
    [TELL_DUE]: async () => void (await tellDue({ db, now: clock() })),
    [TELL_LINE]: (payload) => tellLine({ db, now: clock() }, linePayload.parse(payload).id),
    [TELL_TUNNEL]: (payload) => tellTunnel({ db, now: clock() }, tunnelPayload.parse(payload)),
    [DELETE_TOLD]: () => deleteOldMessages(db, new Date(clock().getTime() - KEPT_MS)),
  };
};

export const pushCron: CronItem[] = [
  { task: TELL_DUE, match: '* * * * *', identifier: TELL_DUE, options: { maxAttempts: 1 } },
  // Goes on with what a killed worker left.
  { task: SEND_PUSH, match: '* * * * *', identifier: SEND_PUSH, options: { maxAttempts: 1 } },
  // Mails that waited for the end of quiet hours, and what a killed worker left.
  { task: MAIL_NOTICES, match: '* * * * *', identifier: MAIL_NOTICES, options: { maxAttempts: 1 } },
  { task: DELETE_TOLD, match: '10 20 * * *', identifier: DELETE_TOLD, options: { maxAttempts: 5 } },
];

/** A worker that starts goes on at once. */
export const goOnSending = (db: Db): Promise<void> =>
  db.transaction((tx) => queueJob(tx, SEND_PUSH, {}, { jobKey: SEND_PUSH }));
