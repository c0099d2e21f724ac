import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { follows } from '#db/tables/follows.ts';
import { noticeMailDeliveries, noticeMails, pushMessages } from '#db/tables/push.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { NotificationKind } from '#shared/notification-kinds.ts';
import type { PushSettings } from '../push.rules.ts';

export type NoticeMail = typeof noticeMails.$inferSelect;

export async function findNoticeMail(db: Db, memberId: number): Promise<NoticeMail | null> {
  const [row] = await db.select().from(noticeMails).where(eq(noticeMails.memberId, memberId));
  return row ?? null;
}

/** The settings of a member, made of `first` if there are none, and locked until the transaction ends. */
export async function lockNoticeMail(tx: Tx, memberId: number, first: PushSettings, now: Date): Promise<NoticeMail> {
  await tx
    .insert(noticeMails)
    .values({ memberId, ...first, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: noticeMails.memberId });
  const [row] = await tx.select().from(noticeMails).where(eq(noticeMails.memberId, memberId)).for('update');
  return row!;
}

export async function saveNoticeMail(tx: Tx, memberId: number, settings: PushSettings, now: Date): Promise<void> {
  await tx
    .update(noticeMails)
    .set({ ...settings, updatedAt: now })
    .where(eq(noticeMails.memberId, memberId));
}

/** Turns kinds off. False if there is no such member any more. */
export async function removeMailKinds(
  db: Db,
  id: number,
  kinds: readonly NotificationKind[],
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(noticeMails)
    .set({
      kinds: sql`array(select kind from unnest(${noticeMails.kinds}) as kind where kind <> all (${sql.param([...kinds])}::text[]))`,
      updatedAt: now,
    })
    .where(eq(noticeMails.id, id))
    .returning({ id: noticeMails.id });
  return rows.length > 0;
}

/** The message whose receivers by mail are written down next, locked. */
export async function lockUnmailed(tx: Tx): Promise<typeof pushMessages.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(pushMessages)
    .where(isNull(pushMessages.mailedAt))
    .orderBy(asc(pushMessages.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return row ?? null;
}

export async function endMailing(tx: Tx, messageId: number, now: Date): Promise<void> {
  await tx.delete(noticeMailDeliveries).where(eq(noticeMailDeliveries.messageId, messageId));
  await tx.update(pushMessages).set({ mailedAt: now }).where(eq(pushMessages.id, messageId));
}

/** Writes down the next receivers of a message and moves its cursor, in one transaction: each is written down once. */
export async function writeMailBatch(
  tx: Tx,
  { id, kind, topics, mailCursor }: Pick<typeof pushMessages.$inferSelect, 'id' | 'kind' | 'topics' | 'mailCursor'>,
  { limit, now }: { limit: number; now: Date },
): Promise<void> {
  const kinds = topics.map((topic) => topic.slice(0, topic.indexOf(':')));
  const subjects = topics.map((topic) => topic.slice(topic.indexOf(':') + 1));
  const follows_ =
    topics.length === 0
      ? sql`true`
      : sql`exists (select from ${follows} f
          join unnest(${sql.param(kinds)}::text[], ${sql.param(subjects)}::text[]) as w (kind, subject) using (kind, subject)
          where f.member_id = m.member_id)`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select m.id from ${noticeMails} m where m.id > ${mailCursor} and ${kind} = any (m.kinds) and ${follows_}
    order by m.id limit ${limit}`);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0)
    await tx
      .insert(noticeMailDeliveries)
      .values(ids.map((noticeMailId) => ({ messageId: id, noticeMailId, dueAt: now })))
      .onConflictDoNothing();
  await tx
    .update(pushMessages)
    .set({ mailCursor: ids.at(-1) ?? mailCursor, ...(ids.length < limit && { mailedAt: now }) })
    .where(eq(pushMessages.id, id));
}

/** Members with something due, locked until the transaction ends; another worker takes others. */
export async function lockDueMembers(tx: Tx, now: Date, limit: number): Promise<NoticeMail[]> {
  return tx
    .select()
    .from(noticeMails)
    .where(
      sql`${noticeMails.id} in (
        select notice_mail_id from ${noticeMailDeliveries} where due_at <= ${now.toISOString()}::timestamptz
        order by due_at limit ${limit})`,
    )
    .for('update', { skipLocked: true });
}

export const findDueOf = (
  tx: Tx,
  noticeMailIds: readonly number[],
  now: Date,
): Promise<(typeof noticeMailDeliveries.$inferSelect)[]> =>
  tx
    .select()
    .from(noticeMailDeliveries)
    .where(and(inArray(noticeMailDeliveries.noticeMailId, [...noticeMailIds]), lte(noticeMailDeliveries.dueAt, now)))
    .orderBy(asc(noticeMailDeliveries.messageId));

export async function delayMail(
  tx: Tx,
  noticeMailId: number,
  messageIds: readonly number[],
  until: Date,
): Promise<void> {
  if (messageIds.length === 0) return;
  await tx
    .update(noticeMailDeliveries)
    .set({ dueAt: until })
    .where(
      and(
        eq(noticeMailDeliveries.noticeMailId, noticeMailId),
        inArray(noticeMailDeliveries.messageId, [...messageIds]),
      ),
    );
}

export async function deleteMailDeliveries(tx: Tx, noticeMailId: number, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx
    .delete(noticeMailDeliveries)
    .where(
      and(
        eq(noticeMailDeliveries.noticeMailId, noticeMailId),
        inArray(noticeMailDeliveries.messageId, [...messageIds]),
      ),
    );
}

export async function countMail(tx: Tx, id: number, today: DayHk, toldCount: number): Promise<void> {
  await tx.update(noticeMails).set({ toldDayHk: today, toldCount }).where(eq(noticeMails.id, id));
}
