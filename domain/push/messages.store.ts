import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { follows } from '#db/tables/follows.ts';
import { pushDeliveries, pushMessages, pushSubscriptions, pushTopics } from '#db/tables/push.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { Subscription } from './push.store.ts';

export type Message = Omit<
  typeof pushMessages.$inferSelect,
  'cursor' | 'fannedAt' | 'mailCursor' | 'mailedAt' | 'sent'
>;
export type NewMessage = Omit<Message, 'id'>;

/** Writes a message into the outbox. Null if its event has one already. */
export async function insertMessage(
  tx: Tx,
  message: NewMessage & { fannedAt?: Date; mailedAt?: Date },
): Promise<number | null> {
  const [row] = await tx
    .insert(pushMessages)
    .values(message)
    .onConflictDoNothing({ target: pushMessages.cause })
    .returning({ id: pushMessages.id });
  return row?.id ?? null;
}

/** Which of these events have a message. */
export async function findQueuedCauses(db: Db, causes: readonly string[]): Promise<Set<string>> {
  if (causes.length === 0) return new Set();
  const rows = await db
    .select({ cause: pushMessages.cause })
    .from(pushMessages)
    .where(inArray(pushMessages.cause, [...causes]));
  return new Set(rows.map(({ cause }) => cause));
}

export async function findMessages(db: Db, ids: readonly number[]): Promise<Message[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(pushMessages)
    .where(inArray(pushMessages.id, [...ids]));
}

/** The next message to fan out, locked: urgent ones first. */
export async function lockUnfanned(tx: Tx): Promise<typeof pushMessages.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(pushMessages)
    .where(isNull(pushMessages.fannedAt))
    .orderBy(desc(pushMessages.isUrgent), asc(pushMessages.id))
    .limit(1)
    .for('update');
  return row ?? null;
}

/** Receivers of a message beyond its cursor, by id: who follows one of its topics, or everybody with its kind on. */
async function findReceivers(
  tx: Tx,
  { kind, topics, cursor }: { kind: string; topics: string[]; cursor: number },
  limit: number,
) {
  const wants = sql`${kind} = any(s.kinds)`;
  if (topics.length === 0)
    return tx.execute<{ id: number }>(sql`
      select s.id from ${pushSubscriptions} s where s.id > ${cursor} and ${wants} order by s.id limit ${limit}`);
  const kinds = topics.map((topic) => topic.slice(0, topic.indexOf(':')));
  const subjects = topics.map((topic) => topic.slice(topic.indexOf(':') + 1));
  return tx.execute<{ id: number }>(sql`
    with wanted as (
      select * from unnest(${sql.param(kinds)}::text[], ${sql.param(subjects)}::text[]) as w (kind, subject)
    ), followers as (
      select t.subscription_id as id from wanted join ${pushTopics} t using (kind, subject)
      where t.subscription_id > ${cursor}
      union
      select s.id from wanted join ${follows} f using (kind, subject)
      join ${pushSubscriptions} s on s.member_id = f.member_id and s.id > ${cursor}
    )
    select s.id from followers join ${pushSubscriptions} s using (id) where ${wants} order by s.id limit ${limit}`);
}

/**
 * Records the next receivers of a message and moves its cursor, in one transaction: even if it is killed, each is
 * recorded once. Returns how many.
 */
export async function fanOutBatch(
  tx: Tx,
  message: { id: number; kind: string; topics: string[]; cursor: number; isUrgent: boolean },
  { limit, now }: { limit: number; now: Date },
): Promise<number> {
  const { rows } = await findReceivers(tx, message, limit);
  const ids = rows.map(({ id }) => id);
  const last = ids.at(-1);
  if (last !== undefined)
    await tx.execute(sql`
      insert into ${pushDeliveries} (message_id, subscription_id, is_urgent, due_at)
      select ${message.id}::int, id, ${message.isUrgent}::boolean, ${now.toISOString()}::timestamptz
      from unnest(${sql.param(ids)}::int[]) as receiver (id)
      on conflict do nothing`);
  await tx
    .update(pushMessages)
    .set(ids.length < limit ? { cursor: last ?? message.cursor, fannedAt: now } : { cursor: last! })
    .where(eq(pushMessages.id, message.id));
  return ids.length;
}

/** Ends a message that no longer applies: it is not sent further. */
export async function endMessages(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(pushDeliveries).where(inArray(pushDeliveries.messageId, [...ids]));
  await tx
    .update(pushMessages)
    .set({ fannedAt: sql`coalesce(${pushMessages.fannedAt}, ${now.toISOString()}::timestamptz)` })
    .where(inArray(pushMessages.id, [...ids]));
}

export async function insertDelivery(tx: Tx, messageId: number, subscriptionId: number, now: Date): Promise<void> {
  await tx.insert(pushDeliveries).values({ messageId, subscriptionId, isUrgent: true, dueAt: now });
}

/** What a killed sender had claimed is due again. */
export async function releaseClaimed(db: Db): Promise<void> {
  await db.update(pushDeliveries).set({ isTaken: false }).where(eq(pushDeliveries.isTaken, true));
}

export interface Due {
  messageId: number;
  subscriptionId: number;
  isCounted: boolean;
  attempts: number;
  toldDayHk: DayHk | null;
  toldCount: number;
  subscription: Subscription;
}

/** Deliveries that are due, urgent ones first. */
export async function findDue(tx: Tx, now: Date, limit: number): Promise<Due[]> {
  const { id, memberId, endpoint, p256dh, auth, kinds, quietFrom, quietUntil, isAlwaysWarned, perDay } =
    pushSubscriptions;
  return tx
    .select({
      messageId: pushDeliveries.messageId,
      subscriptionId: pushDeliveries.subscriptionId,
      isCounted: pushDeliveries.isCounted,
      attempts: pushDeliveries.attempts,
      toldDayHk: pushSubscriptions.toldDayHk,
      toldCount: pushSubscriptions.toldCount,
      subscription: { id, memberId, endpoint, p256dh, auth, kinds, quietFrom, quietUntil, isAlwaysWarned, perDay },
    })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(id, pushDeliveries.subscriptionId))
    .where(and(sql`not ${pushDeliveries.isTaken}`, sql`${pushDeliveries.dueAt} <= ${now.toISOString()}::timestamptz`))
    .orderBy(desc(pushDeliveries.isUrgent), asc(pushDeliveries.dueAt))
    .limit(limit);
}

export interface Pair {
  messageId: number;
  subscriptionId: number;
}

const pairs = (of: readonly Pair[]) => sql`
  unnest(${sql.param(of.map(({ messageId }) => messageId))}::int[],
         ${sql.param(of.map(({ subscriptionId }) => subscriptionId))}::int[])`;
const isPair = sql`d.message_id = p.message_id and d.subscription_id = p.subscription_id`;

export async function takeDeliveries(
  tx: Tx,
  taken: readonly (Pair & { counts: boolean })[],
  today: DayHk,
): Promise<void> {
  if (taken.length === 0) return;
  await tx.execute(sql`
    update ${pushDeliveries} d set is_taken = true, is_counted = is_counted or p.counts
    from unnest(${sql.param(taken.map(({ messageId }) => messageId))}::int[],
                ${sql.param(taken.map(({ subscriptionId }) => subscriptionId))}::int[],
                ${sql.param(taken.map(({ counts }) => counts))}::boolean[]) as p (message_id, subscription_id, counts)
    where ${isPair}`);
  const counted = taken.filter(({ counts }) => counts).map(({ subscriptionId }) => subscriptionId);
  if (counted.length === 0) return;
  await tx.execute(sql`
    update ${pushSubscriptions} s
    set told_count = case when told_day_hk = ${today} then told_count else 0 end + c.told, told_day_hk = ${today}
    from (select id, count(*)::int as told from unnest(${sql.param(counted)}::int[]) as one (id) group by id) c
    where s.id = c.id`);
}

/** Sets when deliveries are due again; `isTry`: they were tried. */
export async function delayDeliveries(
  tx: Tx,
  delayed: readonly (Pair & { until: Date })[],
  { isTry }: { isTry: boolean },
): Promise<void> {
  if (delayed.length === 0) return;
  await tx.execute(sql`
    update ${pushDeliveries} d set is_taken = false, due_at = p.until, attempts = attempts + ${Number(isTry)}
    from unnest(${sql.param(delayed.map(({ messageId }) => messageId))}::int[],
                ${sql.param(delayed.map(({ subscriptionId }) => subscriptionId))}::int[],
                ${sql.param(delayed.map(({ until }) => until.toISOString()))}::timestamptz[])
      as p (message_id, subscription_id, until)
    where ${isPair}`);
}

export async function deleteDeliveries(tx: Tx, over: readonly Pair[]): Promise<void> {
  if (over.length === 0) return;
  await tx.execute(sql`
    delete from ${pushDeliveries} d using ${pairs(over)} as p (message_id, subscription_id) where ${isPair}`);
}

export async function countSent(tx: Tx, messageIds: readonly number[]): Promise<void> {
  for (const [id, all] of Map.groupBy(messageIds, (one) => one))
    await tx
      .update(pushMessages)
      .set({ sent: sql`${pushMessages.sent} + ${all.length}` })
      .where(eq(pushMessages.id, id));
}

/** Whether there is something to send, and when there is next. */
export async function findNextDue(db: Db): Promise<{ hasUnfanned: boolean; dueAt: Date | null }> {
  const { rows } = await db.execute<{ unfanned: boolean; due: Date | string | null }>(sql`
    select exists (select from ${pushMessages} where fanned_at is null) as unfanned,
           least((select min(due_at) from ${pushDeliveries} where not is_taken and is_urgent),
                 (select min(due_at) from ${pushDeliveries} where not is_taken and not is_urgent)) as due`);
  const [row] = rows;
  return { hasUnfanned: row?.unfanned ?? false, dueAt: row?.due ? new Date(row.due) : null };
}

export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db.delete(pushMessages).where(lt(pushMessages.madeAt, before));
}
