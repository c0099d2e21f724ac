import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { eventMessages, eventReminders, events, eventSetItems } from '#db/tables/events.ts';
import type { SetItem } from './events.rules.ts';

export type EventRow = typeof events.$inferSelect;
export type MessageRow = Pick<typeof eventMessages.$inferSelect, 'id' | 'words' | 'createdAt'>;

export async function insertEvent(tx: Tx, event: typeof events.$inferInsert): Promise<number> {
  const [row] = await tx.insert(events).values(event).returning({ id: events.id });
  return row!.id;
}

export async function findEvent(db: ReadDb, id: number): Promise<EventRow | null> {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return row ?? null;
}

export async function findEventOfStream(db: Db, streamId: number): Promise<EventRow | null> {
  const [row] = await db.select().from(events).where(eq(events.streamId, streamId));
  return row ?? null;
}

/** Locks the event until the transaction ends. */
export async function lockEvent(tx: Tx, id: number): Promise<EventRow | null> {
  const [row] = await tx.select().from(events).where(eq(events.id, id)).for('no key update');
  return row ?? null;
}

export const findEvents = (db: Db, ids: readonly number[]): Promise<EventRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(events)
        .where(inArray(events.id, [...ids]));

/** Events not cancelled whose end or replay is still ahead, soonest first. */
export const findUpcoming = (db: ReadDb, { since, limit }: { since: Date; limit: number }): Promise<EventRow[]> =>
  db
    .select()
    .from(events)
    .where(and(ne(events.state, 'cancelled'), or(gt(events.endsAt, since), gt(events.replayUntil, since))))
    .orderBy(asc(events.startsAt))
    .limit(limit);

/** The latest beginnings first, before a position; with a word in the title. */
export const findLatest = (
  db: Db,
  {
    text,
    before,
    limit,
  }: { text: string | undefined; before: Pick<EventRow, 'startsAt' | 'id'> | null; limit: number },
): Promise<EventRow[]> =>
  db
    .select()
    .from(events)
    .where(
      and(
        text === undefined ? undefined : sql`strpos(lower(${events.title}), lower(${text})) > 0`,
        before === null
          ? undefined
          : sql`(${events.startsAt}, ${events.id}) < (${before.startsAt.toISOString()}::timestamptz, ${before.id})`,
      ),
    )
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(limit);

/** Cancelled events, the latest beginnings first. */
export const findCancelled = (db: Db, limit: number): Promise<EventRow[]> =>
  db
    .select()
    .from(events)
    .where(eq(events.state, 'cancelled'))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(limit);

/** The newest event with a public replay start. */
export async function findTestEvent(db: Db, now: Date): Promise<EventRow | null> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(gt(events.testSeconds, 0), eq(events.state, 'ended'), gt(events.replayUntil, now)))
    .orderBy(desc(events.startsAt))
    .limit(1);
  return row ?? null;
}

export async function updateEvent(
  tx: Tx,
  id: number,
  set: Partial<Omit<EventRow, 'id' | 'streamId' | 'quotaId' | 'queueId' | 'createdAt'>>,
): Promise<void> {
  await tx.update(events).set(set).where(eq(events.id, id));
}

// THE RUNNING ORDER

export const findSetItems = (db: ReadDb, eventId: number): Promise<SetItem[]> =>
  db
    .select({
      position: eventSetItems.position,
      title: eventSetItems.title,
      plannedAt: eventSetItems.plannedAt,
      startedAt: eventSetItems.startedAt,
    })
    .from(eventSetItems)
    .where(eq(eventSetItems.eventId, eventId))
    .orderBy(asc(eventSetItems.position));

export async function insertSetItems(tx: Tx, items: readonly (typeof eventSetItems.$inferInsert)[]): Promise<void> {
  if (items.length > 0) await tx.insert(eventSetItems).values([...items]);
}

/** Locks an item until the transaction ends. */
export async function lockSetItem(
  tx: Tx,
  { eventId, position }: { eventId: number; position: number },
): Promise<Pick<SetItem, 'startedAt'> | null> {
  const [row] = await tx
    .select({ startedAt: eventSetItems.startedAt })
    .from(eventSetItems)
    .where(and(eq(eventSetItems.eventId, eventId), eq(eventSetItems.position, position)))
    .for('update');
  return row ?? null;
}

export async function setItemStarted(
  tx: Tx,
  { eventId, position, startedAt }: { eventId: number; position: number; startedAt: Date | null },
): Promise<void> {
  await tx
    .update(eventSetItems)
    .set({ startedAt })
    .where(and(eq(eventSetItems.eventId, eventId), eq(eventSetItems.position, position)));
}

// MESSAGES

/** Newest last. */
export async function findMessages(db: ReadDb, eventId: number, limit: number): Promise<MessageRow[]> {
  const rows = await db
    .select({ id: eventMessages.id, words: eventMessages.words, createdAt: eventMessages.createdAt })
    .from(eventMessages)
    .where(and(eq(eventMessages.eventId, eventId), isNull(eventMessages.withdrawnAt)))
    .orderBy(desc(eventMessages.id))
    .limit(limit);
  return rows.toReversed();
}

export async function insertMessage(
  tx: Tx,
  message: { eventId: number; words: string; createdAt: Date },
): Promise<number> {
  const [row] = await tx.insert(eventMessages).values(message).returning({ id: eventMessages.id });
  return row!.id;
}

/** The withdrawn message; null if it is not shown. */
export async function withdrawMessage(
  tx: Tx,
  eventId: number,
  id: number,
  withdrawnAt: Date,
): Promise<Pick<MessageRow, 'words'> | null> {
  const [row] = await tx
    .update(eventMessages)
    .set({ withdrawnAt })
    .where(and(eq(eventMessages.eventId, eventId), eq(eventMessages.id, id), isNull(eventMessages.withdrawnAt)))
    .returning({ words: eventMessages.words });
  return row ?? null;
}

/** Withdraws the messages of an instant. */
export async function withdrawMessagesOf(tx: Tx, eventId: number, saidAt: Date, withdrawnAt: Date): Promise<void> {
  await tx
    .update(eventMessages)
    .set({ withdrawnAt })
    .where(
      and(eq(eventMessages.eventId, eventId), eq(eventMessages.createdAt, saidAt), isNull(eventMessages.withdrawnAt)),
    );
}

// REMINDERS

export async function insertReminder(
  db: Db,
  reminder: { eventId: number; memberId: number; createdAt: Date },
): Promise<void> {
  await db.insert(eventReminders).values(reminder).onConflictDoNothing();
}

export async function deleteReminder(db: Db, eventId: number, memberId: number): Promise<void> {
  await db
    .delete(eventReminders)
    .where(
      and(eq(eventReminders.eventId, eventId), eq(eventReminders.memberId, memberId), isNull(eventReminders.sentAt)),
    );
}

export async function hasReminder(db: Db, eventId: number, memberId: number): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(eventReminders)
    .where(and(eq(eventReminders.eventId, eventId), eq(eventReminders.memberId, memberId)));
  return rows.length > 0;
}

/** Claims due reminders of events not yet started; each goes to one worker. */
export const lockDueReminders = (
  tx: Tx,
  { now, startsBefore, limit }: { now: Date; startsBefore: Date; limit: number },
): Promise<{ eventId: number; memberId: number }[]> =>
  tx
    .select({ eventId: eventReminders.eventId, memberId: eventReminders.memberId })
    .from(eventReminders)
    .innerJoin(events, eq(events.id, eventReminders.eventId))
    .where(
      and(
        isNull(eventReminders.sentAt),
        lte(events.startsAt, startsBefore),
        gt(events.startsAt, now),
        inArray(events.state, ['planned', 'open']),
      ),
    )
    .limit(limit)
    .for('update', { of: eventReminders, skipLocked: true });

export async function setReminderSent(tx: Tx, eventId: number, memberId: number, sentAt: Date): Promise<void> {
  await tx
    .update(eventReminders)
    .set({ sentAt })
    .where(and(eq(eventReminders.eventId, eventId), eq(eventReminders.memberId, memberId)));
}
