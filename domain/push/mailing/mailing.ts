import type { Db, Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import type { NotificationKind } from '#shared/notification-kinds.ts';
import { stillApplies } from '../causes.ts';
import { findMessages, type Message } from '../messages.store.ts';
import type { SendingServices } from '../push-services.ts';
import { judge } from '../push.rules.ts';
import { stopMailToken } from '../stop-tokens.ts';
import {
  countMail,
  delayMail,
  deleteMailDeliveries,
  endMailing,
  findDueOf,
  lockDueMembers,
  lockUnmailed,
  writeMailBatch,
  type NoticeMail,
} from './notice-mails.store.ts';
import { noticeMail } from './notices.mail.ts';

type MailingServices = Pick<SendingServices, 'db' | 'secretKey' | 'siteUrl'>;
type MailedMessage = Message & { kind: NotificationKind };

/** Receivers written down in one transaction. */
const BATCH = 500;
/** Members mailed in one transaction. */
const MEMBERS = 50;

/** Writes down the next receivers of a message. False if there is none. */
function writeNext(db: Db, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const message = await lockUnmailed(tx);
    if (message === null) return false;
    if (message.kind === 'test' || message.expiresAt <= now || !(await stillApplies({ db: tx, now }, message)))
      await endMailing(tx, message.id, now);
    else await writeMailBatch(tx, message, { limit: BATCH, now });
    return true;
  });
}

/** Mails a member what is due as one mail; the rest is dropped, or waits for the end of quiet hours. */
async function mailOne(
  tx: Tx,
  { secretKey, siteUrl }: MailingServices,
  { to, due, current }: { to: NoticeMail; due: readonly number[]; current: ReadonlyMap<number, MailedMessage> },
  now: Date,
): Promise<void> {
  const today = dayHkOf(now);
  const toldToday = to.toldDayHk === today ? to.toldCount : 0;
  const sent: MailedMessage[] = [];
  const held: { id: number; until: Date }[] = [];
  let counts = false;
  for (const id of due) {
    const message = current.get(id);
    if (message === undefined) continue;
    const verdict = judge({ message, settings: to, toldToday, isCounted: false }, now);
    if (verdict.does === 'wait') held.push({ id, until: verdict.until });
    if (verdict.does !== 'send') continue;
    sent.push(message);
    counts ||= verdict.counts;
  }
  for (const { id, until } of held) await delayMail(tx, to.id, [id], until);
  const waits = new Set(held.map(({ id }) => id));
  await deleteMailDeliveries(
    tx,
    to.id,
    due.filter((id) => !waits.has(id)),
  );
  const [first] = sent;
  const account = first && (await findAccount(tx, to.memberId));
  if (
    account?.email == null ||
    account.emailVerifiedAt === null ||
    account.state !== 'active' ||
    account.mergedIntoId !== null
  )
    return;
  const token = stopMailToken(
    secretKey,
    to.id,
    sent.map(({ kind }) => kind),
  );
  const { email: recipient, displayName: name } = account;
  // A message reaches a member in one mail alone, so the first one names it.
  const key = `${to.id}:${first!.id}`;
  const urls = {
    siteUrl,
    stopUrl: `${siteUrl}/following/stop-mail?token=${token}`,
    settingsUrl: `${siteUrl}/following/notify`,
  };
  await queueLetter(tx, noticeMail({ key, recipient, name, memberId: to.memberId }, sent, urls));
  if (counts) await countMail(tx, to.id, today, toldToday + 1);
}

/** Mails the next members. Answers how many had something due. */
function mailNext(services: MailingServices, now: Date): Promise<number> {
  return services.db.transaction(async (tx) => {
    const members = await lockDueMembers(tx, now, MEMBERS);
    if (members.length === 0) return 0;
    const due = await findDueOf(
      tx,
      members.map(({ id }) => id),
      now,
    );
    const messages = await findMessages(tx, [...new Set(due.map(({ messageId }) => messageId))]);
    const current = new Map<number, MailedMessage>();
    for (const message of messages)
      if (message.kind !== 'test' && (await stillApplies({ db: tx, now }, message)))
        current.set(message.id, { ...message, kind: message.kind });
    for (const to of members) {
      const own = due.filter(({ noticeMailId }) => noticeMailId === to.id).map(({ messageId }) => messageId);
      await mailOne(tx, services, { to, due: own, current }, now);
    }
    return members.length;
  });
}

/**
 * Mails what is due. The mail is queued in the transaction that deletes its deliveries, so whenever a worker is killed each
 * message is mailed to each member once; two workers take different members.
 */
export async function mailNotices(services: MailingServices, clock: () => Date, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await writeNext(services.db, clock())));
  while (!signal.aborted && (await mailNext(services, clock())) > 0);
}
