import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import type { FileStorage } from '#shared/file-storage.ts';
import type { MailAttachment, Mailer } from '#shared/mailer.ts';
import type { Mail, WaitingMail } from './mail.schema.ts';
import {
  countWaitingMails,
  deleteMail,
  deleteSentMails,
  findWaitingMails,
  insertMail,
  lockWaitingMail,
  markFailed,
  markSent,
} from './mail.store.ts';

export { bodiesOf } from './mail-bodies.ts';
export type { Mail } from './mail.schema.ts';

export const SEND_MAIL = 'send-mail';

/** After so many tries, about 30 hours, a mail waits for a person: `lastError` says why. */
const MAX_ATTEMPTS = 60;
const SWEEP_LIMIT = 100;

/** Sent mails are kept this long, for whoever asks where one stayed: they hold addresses and names. */
const SENT_KEPT_MS = 90 * 86_400_000;

// One try a job: the sweep makes the further ones, also those that a dead worker took with it.
const queue = (tx: Tx, id: number) => queueJob(tx, SEND_MAIL, { id }, { jobKey: `${SEND_MAIL}:${id}`, maxAttempts: 1 });

/**
 * Writes a mail and queues its sending, both in the transaction `tx`: it goes out if and only if that commits. False where
 * one of its key was written before.
 */
export async function queueMail(tx: Tx, mail: Mail): Promise<boolean> {
  const id = await insertMail(tx, mail);
  if (id !== null) await queue(tx, id);
  return id !== null;
}

export interface SendContext {
  db: Db;
  clock: () => Date;
  mailer: Mailer;
  files: FileStorage;
  /** Host of the message ids. */
  host: string;
  /** Who makes files that are kept nowhere, by the name that their mails have for them. */
  makers?: Record<string, (db: Db, id: number) => Promise<Buffer>>;
  /** What the module a mail came from does when it is sent, by template, in the same transaction. */
  onSent?: Record<string, (tx: Tx, mail: { dedupeKey: string; sentAt: Date }) => Promise<void>>;
}

async function bytesOf({ db, files, makers }: SendContext, file: MailAttachment): Promise<Buffer> {
  if ('maker' in file) {
    const make = makers?.[file.maker];
    if (make === undefined) throw new Error(`nobody makes ${file.maker}`);
    return make(db, file.id);
  }
  const stream = await files.stream(file.sha256);
  if (stream === undefined) throw new Error(`file ${file.sha256} is missing`);
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function deliver(context: SendContext, mail: WaitingMail): Promise<void> {
  const { mailer, host } = context;
  await mailer.send({
    messageId: `mail-${mail.id}@${host}`,
    to: mail.recipient,
    ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.textBody,
    ...(mail.htmlBody === null ? {} : { html: mail.htmlBody }),
    attachments: await Promise.all(
      mail.attachments.map(async (file) => ({
        name: file.name,
        mimeType: file.mimeType,
        bytes: await bytesOf(context, file),
      })),
    ),
  });
}

/**
 * Sends a mail that waits; does nothing for one that is sent, or that another worker sends now. Throws when the mail
 * service did not take it. A process that dies after the service took the mail and
 * before that is written sends it again under the same message id.
 */
export async function sendMail(context: SendContext, id: number): Promise<void> {
  const failure = await context.db.transaction(async (tx) => {
    const mail = await lockWaitingMail(tx, id);
    if (mail === null) return null;
    try {
      await deliver(context, mail);
    } catch (error) {
      await markFailed(tx, id, (error instanceof Error ? error.message : String(error)).slice(0, 500));
      return { error };
    }
    const sentAt = context.clock();
    await markSent(tx, id, sentAt);
    await context.onSent?.[mail.template]?.(tx, { dedupeKey: mail.dedupeKey, sentAt });
    return null;
  });
  if (failure) throw failure.error;
}

/** Queues again what should have gone out: the service was away, or a worker died with it. Each try waits longer. */
export async function sweepMails({ db, now }: { db: Db; now: Date }): Promise<void> {
  const ids = await findWaitingMails(db, { now, maxAttempts: MAX_ATTEMPTS, limit: SWEEP_LIMIT });
  await db.transaction(async (tx) => {
    for (const id of ids) await queue(tx, id);
  });
}

/** Forgets one mail, sent or not. */
export const forgetMail = (db: Db, dedupeKey: string): Promise<void> => deleteMail(db, dedupeKey);

/** Forgets mails that were sent 90 days ago or earlier. */
export const forgetSentMails = ({ db, now }: { db: Db; now: Date }): Promise<void> =>
  deleteSentMails(db, new Date(now.getTime() - SENT_KEPT_MS));

/** Mails that did not go out yet, for the operator. */
export const mailBacklog = ({ db, now }: { db: Db; now: Date }) =>
  countWaitingMails(db, { now, maxAttempts: MAX_ATTEMPTS });
