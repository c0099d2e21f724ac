import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { eventTickets } from '#db/tables/events.ts';

export type TicketRow = typeof eventTickets.$inferSelect;

const isGood = isNull(eventTickets.endedAt);

/** Inserts an order's tickets; existing ones are kept. */
export async function insertTickets(tx: Tx, tickets: readonly (typeof eventTickets.$inferInsert)[]): Promise<number> {
  const rows = await tx
    .insert(eventTickets)
    .values([...tickets])
    .onConflictDoNothing()
    .returning({ id: eventTickets.id });
  return rows.length;
}

/** Number of tickets of each member; members without any are omitted. */
export async function countTicketsOf(
  db: Db,
  eventId: number,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ memberId: eventTickets.memberId, n: count() })
    .from(eventTickets)
    .where(
      and(
        sql`${eventTickets.memberId} = any(${sql.param([...memberIds])}::int[])`,
        eq(eventTickets.eventId, eventId),
        isGood,
      ),
    )
    .groupBy(eventTickets.memberId);
  return new Map(rows.map(({ memberId, n }) => [memberId, n]));
}

export const countTickets = async (db: Db, eventId: number, memberId: number): Promise<number> =>
  (await countTicketsOf(db, eventId, [memberId])).get(memberId) ?? 0;

/** A member's valid tickets, of one event or all, newest first. */
export const findTickets = (db: Db, memberId: number, eventId?: number): Promise<TicketRow[]> =>
  db
    .select()
    .from(eventTickets)
    .where(
      and(
        eq(eventTickets.memberId, memberId),
        eventId === undefined ? undefined : eq(eventTickets.eventId, eventId),
        isGood,
      ),
    )
    .orderBy(desc(eventTickets.id));

/** An order's valid tickets in the order they are reversed: unused ones first, the last bought before the first. */
export const lockTicketsOfOrder = (tx: Tx, orderId: number, eventId: number): Promise<TicketRow[]> =>
  tx
    .select()
    .from(eventTickets)
    .where(and(eq(eventTickets.orderId, orderId), eq(eventTickets.eventId, eventId), isGood))
    .orderBy(sql`${eventTickets.enteredAt} desc nulls first`, desc(eventTickets.numberInOrder))
    .for('update');

export async function lockTicket(tx: Tx, id: number): Promise<TicketRow | null> {
  const [row] = await tx.select().from(eventTickets).where(eq(eventTickets.id, id)).for('update');
  return row ?? null;
}

export async function endTickets(tx: Tx, ids: readonly number[], endedAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(eventTickets)
    .set({ endedAt })
    .where(inArray(eventTickets.id, [...ids]));
}

export async function setHolder(
  tx: Tx,
  id: number,
  set: { memberId: number; giverMemberId: number; givenAt: Date },
): Promise<void> {
  await tx.update(eventTickets).set(set).where(eq(eventTickets.id, id));
}

/** Marks a number of each member's tickets as used: those already used, then the oldest. */
export async function setTicketsEntered(
  db: Db,
  eventId: number,
  entered: readonly { memberId: number; used: number }[],
  enteredAt: Date,
): Promise<void> {
  const memberIds = sql.param(entered.map(({ memberId }) => memberId));
  const used = sql.param(entered.map((one) => one.used));
  await db.execute(sql`
    update ${eventTickets} set entered_at = ${enteredAt.toISOString()}::timestamptz
    from (
      select id, entered_at, used,
        row_number() over (partition by member_id order by entered_at asc nulls last, id) as number
      from ${eventTickets} join unnest(${memberIds}::int[], ${used}::int[]) as given (member_id, used) using (member_id)
      where event_id = ${eventId} and ended_at is null
    ) as good
    where ${eventTickets.id} = good.id and good.number <= good.used and good.entered_at is null`);
}

/** All tickets a member has or had, for support. */
export const findAllTickets = (db: Db, memberId: number): Promise<TicketRow[]> =>
  db.select().from(eventTickets).where(eq(eventTickets.memberId, memberId)).orderBy(asc(eventTickets.id));

/** Valid tickets of an event by what gave them. */
export async function countTicketsBySource(db: Db, eventId: number): Promise<Record<TicketRow['source'], number>> {
  const rows = await db
    .select({ source: eventTickets.source, n: count() })
    .from(eventTickets)
    .where(and(eq(eventTickets.eventId, eventId), isGood))
    .groupBy(eventTickets.source);
  return { order: 0, code: 0, hand: 0, ...Object.fromEntries(rows.map(({ source, n }) => [source, n])) };
}
