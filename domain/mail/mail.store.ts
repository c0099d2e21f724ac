import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { mails } from '#db/tables/mail.ts';
import type { Mail, WaitingMail } from './mail.schema.ts';

/** Id of the new mail; null where one of its key is there already. */
export async function insertMail(db: Db, mail: Mail): Promise<number | null> {
  const [row] = await db
    .insert(mails)
    .values({ ...mail, attachments: mail.attachments ?? [] })
    .onConflictDoNothing({ target: mails.dedupeKey })
    .returning({ id: mails.id });
  return row?.id ?? null;
}

/** A mail that waits, locked to the end of the transaction; null where it is sent, or another sends it now. */
export async function lockWaitingMail(tx: Tx, id: number): Promise<WaitingMail | null> {
  const [row] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), isNull(mails.sentAt)))
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** What was sent is kept without its words: they may hold a link that opens something, and somebody's affairs. */
export async function markSent(db: Db, id: number, sentAt: Date): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt, attempts: sql`${mails.attempts} + 1`, lastError: null, textBody: '', htmlBody: null })
    .where(eq(mails.id, id));
}

export async function markFailed(db: Db, id: number, lastError: string): Promise<void> {
  await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, lastError })
    .where(eq(mails.id, id));
}

/** Mails whose next try is due, oldest first: a minute after they were written, then later and later. */
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
        sql`${mails.createdAt} + interval '30 seconds' * greatest(2, ${mails.attempts} * ${mails.attempts}) <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(mails.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteMail(db: Db, dedupeKey: string): Promise<void> {
  await db.delete(mails).where(eq(mails.dedupeKey, dedupeKey));
}

/** Deletes mails that were sent before an instant; those that wait stay. */
export async function deleteSentMails(db: Db, before: Date): Promise<void> {
  await db.delete(mails).where(and(isNotNull(mails.sentAt), lt(mails.sentAt, before)));
}

/** Mails that are not sent: how many are still tried, how long the oldest of them waits, and how many are not. */
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
