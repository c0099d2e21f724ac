import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';
import type { MailAttachment, Mailer } from '#shared/outside/mailer.ts';
import { MAX_ATTEMPTS, type UnsentState } from './mail.rules.ts';
import type { Mail, WaitingMail } from './mail.schema.ts';
import {
  countWaitingMails,
  deleteMail,
  deleteSentMails,
  findUnsentMails,
  findWaitingMails,
  insertMail,
  lockWaitingMail,
  markFailed,
  markSent,
} from './mail.store.ts';

export { bodiesOf, previewOf } from './mail-bodies.ts';
export { deleteMailText, listMailTexts, lockMailText, saveMailText } from './mail-texts.store.ts';
export type { Mail } from './mail.schema.ts';

export const SEND_MAIL = 'send-mail';

const SWEEP_LIMIT = 100;

// One attempt per job: the sweep makes the retries, which also covers jobs lost with a dead worker.
const queue = (tx: Tx, id: number, priority = 0) =>
  queueJob(tx, SEND_MAIL, { id }, { jobKey: `${SEND_MAIL}:${id}`, maxAttempts: 1, priority });

/** Priority of mails to many, with one-click unsubscribe: a link that somebody waits for goes first. */
const TO_MANY = 10;

/**
 * Stores a mail and queues its sending in the transaction `tx`: it is sent if and only if that commits. False if a mail
 * with its key exists.
 */
export async function queueMail(tx: Tx, mail: Mail): Promise<boolean> {
  const id = await insertMail(tx, mail);
  if (id !== null) await queue(tx, id, mail.unsubscribeUrl ? TO_MANY : 0);
  return id !== null;
}

export interface SendContext {
  db: Db;
  clock: () => Date;
  mailer: Mailer;
  files: FileStorage;
  /** Host part of message ids. */
  host: string;
  /** Generators of attachments that are not stored, by the name used in mails. */
  makers?: Record<string, (db: Db, id: number) => Promise<Buffer>>;
  /** Callbacks of the originating modules, by template, run in the transaction that marks a mail as sent. */
  onSent?: Record<string, (tx: Tx, mail: { dedupeKey: string; sentAt: Date }) => Promise<void>>;
}

async function bytesOf({ db, files, makers }: SendContext, file: MailAttachment): Promise<Buffer> {
  if ('maker' in file) {
    const make = makers?.[file.maker];
    if (make === undefined) throw new Error(`no maker for attachment "${file.maker}"`);
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
    ...(mail.unsubscribeUrl === null ? {} : { unsubscribeUrl: mail.unsubscribeUrl }),
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
 * Sends a waiting mail. No effect if it was sent or another worker is sending it. Throws if the mail service refuses.
 * If the process dies after the service accepted the mail and before that is committed, the mail is sent again with the
 * same message id.
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

/** Requeues overdue mails: the service was unavailable, or a worker died. Each retry waits longer. */
export async function sweepMails({ db, now }: { db: Db; now: Date }): Promise<void> {
  const ids = await findWaitingMails(db, { now, maxAttempts: MAX_ATTEMPTS, limit: SWEEP_LIMIT });
  await db.transaction(async (tx) => {
    for (const id of ids) await queue(tx, id);
  });
}

/** Deletes one mail, sent or not. */
export const forgetMail = (db: Db, dedupeKey: string): Promise<void> => deleteMail(db, dedupeKey);

/** Deletes mails sent before an instant; they contain addresses and names. */
export const forgetSentMails = (db: Db, before: Date): Promise<void> => deleteSentMails(db, before);

/** States of unsent mails, by key. Without an entry: sent, or unknown. */
export async function unsentMails(db: Db, dedupeKeys: readonly string[]): Promise<Map<string, UnsentState>> {
  const unsent = await findUnsentMails(db, dedupeKeys);
  return new Map(
    unsent.map(({ dedupeKey, attempts }) => {
      if (attempts >= MAX_ATTEMPTS) return [dedupeKey, 'given-up'];
      return [dedupeKey, attempts === 0 ? 'waiting' : 'retried'];
    }),
  );
}

/** Unsent mails, for operators. */
export const mailBacklog = ({ db, now }: { db: Db; now: Date }) =>
  countWaitingMails(db, { now, maxAttempts: MAX_ATTEMPTS });
