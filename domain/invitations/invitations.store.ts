import { and, asc, count, desc, eq, gt, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { invitationCodes, invitationEvents, invitations } from '#db/tables/invitations.ts';

export type EventRow = typeof invitationEvents.$inferSelect;
export type InvitationRow = typeof invitations.$inferSelect;

export async function findByCode(db: Db, codeHash: Buffer): Promise<InvitationRow | null> {
  const [row] = await db
    .select({ invitation: invitations })
    .from(invitationCodes)
    .innerJoin(invitations, eq(invitations.id, invitationCodes.invitationId))
    .where(eq(invitationCodes.codeHash, codeHash));
  return row?.invitation ?? null;
}

export async function findEvent(db: Db, id: number): Promise<EventRow | null> {
  const [row] = await db.select().from(invitationEvents).where(eq(invitationEvents.id, id));
  return row ?? null;
}

/** Lock before taking or freeing a seat. */
export async function lockEvent(tx: Tx, id: number): Promise<EventRow | null> {
  const [row] = await tx.select().from(invitationEvents).where(eq(invitationEvents.id, id)).for('no key update');
  return row ?? null;
}

export async function findInvitation(db: Db, id: number): Promise<InvitationRow | null> {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
  return row ?? null;
}

/** Seats taken or offered, except by one invitation. Requires the event's lock. */
export async function countTaken(tx: Tx, eventId: number, butId: number | null): Promise<number> {
  const [row] = await tx
    .select({ seats: sql<number>`coalesce(sum(${invitations.seats}), 0)::int` })
    .from(invitations)
    .where(
      and(
        eq(invitations.eventId, eventId),
        inArray(invitations.state, ['yes', 'offered']),
        butId === null ? undefined : ne(invitations.id, butId),
      ),
    );
  return row?.seats ?? 0;
}

export const findWaiting = (tx: Db | Tx, eventId: number): Promise<InvitationRow[]> =>
  tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.eventId, eventId), eq(invitations.state, 'waiting')))
    .orderBy(asc(invitations.waitingSince), asc(invitations.id));

/** Number of invitees waiting ahead. */
export async function countBefore(db: Db, { eventId, id, waitingSince }: InvitationRow): Promise<number> {
  if (waitingSince === null) return 0;
  const [row] = await db
    .select({ before: count() })
    .from(invitations)
    .where(
      and(
        eq(invitations.eventId, eventId),
        eq(invitations.state, 'waiting'),
        or(
          lt(invitations.waitingSince, waitingSince),
          and(eq(invitations.waitingSince, waitingSince), lt(invitations.id, id)),
        ),
      ),
    );
  return row?.before ?? 0;
}

export async function updateInvitation(
  tx: Tx,
  id: number,
  set: Partial<Omit<InvitationRow, 'id' | 'eventId'>>,
): Promise<void> {
  await tx.update(invitations).set(set).where(eq(invitations.id, id));
}

/** Expired offers of an event. */
export const findLapsed = (tx: Tx, eventId: number, now: Date): Promise<InvitationRow[]> =>
  tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.eventId, eventId), eq(invitations.state, 'offered'), lte(invitations.offerEndsAt, now)));

/** Events with expired offers or waiting invitees. */
export async function findEventsToMove(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: invitations.eventId })
    .from(invitations)
    .innerJoin(invitationEvents, eq(invitationEvents.id, invitations.eventId))
    .where(
      and(
        sql`${invitationEvents.cancelledAt} is null`,
        sql`${invitationEvents.doorsAt} > ${now.toISOString()}::timestamptz`,
        or(eq(invitations.state, 'waiting'), and(eq(invitations.state, 'offered'), lte(invitations.offerEndsAt, now))),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function insertCode(tx: Tx, invitationId: number, codeHash: Buffer): Promise<void> {
  await tx.insert(invitationCodes).values({ invitationId, codeHash });
}

export async function insertEvent(tx: Tx, row: typeof invitationEvents.$inferInsert): Promise<number> {
  const [made] = await tx.insert(invitationEvents).values(row).returning({ id: invitationEvents.id });
  return made!.id;
}

export async function insertInvitation(tx: Tx, row: typeof invitations.$inferInsert): Promise<number> {
  const [made] = await tx.insert(invitations).values(row).returning({ id: invitations.id });
  return made!.id;
}

export async function updateEvent(tx: Tx, id: number, set: Partial<Omit<EventRow, 'id'>>): Promise<void> {
  await tx.update(invitationEvents).set(set).where(eq(invitationEvents.id, id));
}

/** Invitations of an event with their answers, for staff and mailings; `afterId`: those made later. */
export const findInvitations = (
  db: Db,
  eventId: number,
  limit: number,
  { afterId = 0, state }: { afterId?: number | undefined; state?: InvitationRow['state'] | undefined } = {},
): Promise<InvitationRow[]> =>
  db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.eventId, eventId),
        gt(invitations.id, afterId),
        state === undefined ? undefined : eq(invitations.state, state),
      ),
    )
    .orderBy(asc(invitations.id))
    .limit(limit);

/** Addresses of an event's invitations, normalised. Requires the event's lock. */
export async function findInvitedKeys(tx: Tx, eventId: number): Promise<Set<string>> {
  const rows = await tx.select({ key: invitations.emailKey }).from(invitations).where(eq(invitations.eventId, eventId));
  return new Set(rows.map(({ key }) => key));
}

/** The latest beginnings first. */
export const findLatestEvents = (db: Db, limit: number): Promise<EventRow[]> =>
  db.select().from(invitationEvents).orderBy(desc(invitationEvents.startsAt), desc(invitationEvents.id)).limit(limit);

/** Invitations of events by their answers, with their seats. */
export const countByState = (
  db: Db,
  eventIds: readonly number[],
): Promise<(Pick<InvitationRow, 'eventId' | 'state'> & { invitations: number; seats: number })[]> =>
  eventIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          eventId: invitations.eventId,
          state: invitations.state,
          invitations: count(),
          seats: sql<number>`sum(${invitations.seats})::int`,
        })
        .from(invitations)
        .where(inArray(invitations.eventId, [...eventIds]))
        .groupBy(invitations.eventId, invitations.state);
