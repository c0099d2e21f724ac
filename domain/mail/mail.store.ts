import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { mails } from '#db/tables/mail.ts';
import { BACKOFF_SECONDS, FIRST_RETRY_SECONDS } from './mail.rules.ts';
import type { Mail, WaitingMail } from './mail.schema.ts';

/** Id of the new mail. Null if one with its key exists. */
export async function insertMail(db: Db, mail: Mail): Promise<number | null> {
  const [row] = await db
    .insert(mails)
    .values({ ...mail, attachments: mail.attachments ?? [] })
    .onConflictDoNothing({ target: mails.dedupeKey })
    .returning({ id: mails.id });
  return row?.id ?? null;
}

/** A waiting mail, locked until the end of the transaction. Null if it was sent or another worker is sending it. */
export async function lockWaitingMail(tx: Tx, id: number): Promise<WaitingMail | null> {
  const [row] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), isNull(mails.sentAt)))
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** Sent mails are kept without their bodies, which may hold a valid link or personal content. */
export async function markSent(db: Db, id: number, sentAt: Date): Promise<void> {
  await db
    .update(mails)
    .set({
      sentAt,
      attempts: sql`${mails.attempts} + 1`,
      lastError: null,
      textBody: '',
      htmlBody: null,
      unsubscribeUrl: null,
    })
    .where(eq(mails.id, id));
}

export async function markFailed(db: Db, id: number, lastError: string): Promise<void> {
  await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, lastError })
    .where(eq(mails.id, id));
}

/** Mails whose next attempt is due, oldest first. */
export async function findWaitingMails(
  db: Db,
  { now, maxAttempts, limit }: { now: Date; maxAttempts: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        isNull(mails.sentAt),
        lt(mails.attempts, maxAttempts),
        sql`${mails.createdAt} + interval '1 second' * greatest(${FIRST_RETRY_SECONDS}::int, ${BACKOFF_SECONDS}::int * ${mails.attempts} * ${mails.attempts}) <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(mails.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findUnsentMails(db: Db, dedupeKeys: readonly string[]) {
  if (dedupeKeys.length === 0) return [];
  return db
    .select({ dedupeKey: mails.dedupeKey, attempts: mails.attempts })
    .from(mails)
    .where(and(inArray(mails.dedupeKey, [...dedupeKeys]), isNull(mails.sentAt)));
}

export async function deleteMail(db: Db, dedupeKey: string): Promise<void> {
  await db.delete(mails).where(eq(mails.dedupeKey, dedupeKey));
}

/** Deletes mails sent before an instant. Unsent mails are kept. */
export async function deleteSentMails(db: Db, before: Date): Promise<void> {
  await db.delete(mails).where(and(isNotNull(mails.sentAt), lt(mails.sentAt, before)));
}

/** Unsent mails: how many are still retried, since when the oldest waits, and how many have run out of attempts. */
export async function countWaitingMails(db: Db, { now, maxAttempts }: { now: Date; maxAttempts: number }) {
  const isTried = sql`${mails.attempts} < ${maxAttempts}`;
  const [row] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${isTried}))::int`,
      oldestAt: sql<Date | null>`min(${mails.createdAt}) filter (where ${isTried})`.mapWith(mails.createdAt),
      givenUp: sql<number>`(count(*) filter (where not ${isTried}))::int`,
    })
    .from(mails)
    .where(isNull(mails.sentAt));
  const { waiting = 0, oldestAt = null, givenUp = 0 } = row ?? {};
  return { waiting, oldestSeconds: oldestAt ? Math.max(0, (now.getTime() - oldestAt.getTime()) / 1000) : 0, givenUp };
}
