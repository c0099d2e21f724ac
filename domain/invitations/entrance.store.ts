import { and, asc, eq, exists, gt, inArray, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { doorScans, invitationCodes, invitations } from '#db/tables/invitations.ts';
import type { InvitationRow } from './invitations.store.ts';

export type ScanRow = typeof doorScans.$inferSelect;

/** Those who come, and others who were let in, by name. */
export const findComing = (db: Db, eventId: number, limit: number): Promise<InvitationRow[]> =>
  db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.eventId, eventId),
        or(
          eq(invitations.state, 'yes'),
          exists(db.select({ id: doorScans.id }).from(doorScans).where(eq(doorScans.invitationId, invitations.id))),
        ),
      ),
    )
    .orderBy(asc(invitations.givenName), asc(invitations.id))
    .limit(limit);

/** Hashes of the codes of those who come. */
export const findCodesOfComing = (db: Db, eventId: number): Promise<{ invitationId: number; codeHash: Buffer }[]> =>
  db
    .select({ invitationId: invitationCodes.invitationId, codeHash: invitationCodes.codeHash })
    .from(invitationCodes)
    .innerJoin(invitations, eq(invitations.id, invitationCodes.invitationId))
    .where(and(eq(invitations.eventId, eventId), eq(invitations.state, 'yes')));

/** Scans of an event, in the order of the phones' clocks. */
export const findScansOfEvent = async (db: Db, eventId: number): Promise<ScanRow[]> =>
  (
    await db
      .select({ scan: doorScans })
      .from(doorScans)
      .innerJoin(invitations, eq(invitations.id, doorScans.invitationId))
      .where(eq(invitations.eventId, eventId))
      .orderBy(asc(doorScans.scannedAt), asc(doorScans.id))
  ).map(({ scan }) => scan);

/** Scans of invitations, in the order of the phones' clocks. */
export const findScans = (db: Db | Tx, invitationIds: readonly number[]): Promise<ScanRow[]> =>
  invitationIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(doorScans)
        .where(inArray(doorScans.invitationId, [...invitationIds]))
        .orderBy(asc(doorScans.scannedAt), asc(doorScans.id));

/** Seats of those of the invitations that are of the event. */
export const findSeats = (
  tx: Tx,
  eventId: number,
  invitationIds: readonly number[],
): Promise<{ id: number; seats: number }[]> =>
  tx
    .select({ id: invitations.id, seats: invitations.seats })
    .from(invitations)
    .where(and(eq(invitations.eventId, eventId), inArray(invitations.id, [...invitationIds])));

/** Adds those that are not known yet. Requires the event's lock. */
export async function insertScans(tx: Tx, rows: readonly ScanRow[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(doorScans)
      .values([...rows])
      .onConflictDoNothing();
}

/** Invitations of which more people were let in than have a seat. */
export const findOverfull = (
  db: Db,
  eventId: number,
  limit: number,
): Promise<Pick<InvitationRow, 'id' | 'givenName' | 'seats'>[]> =>
  db
    .select({ id: invitations.id, givenName: invitations.givenName, seats: invitations.seats })
    .from(invitations)
    .innerJoin(doorScans, eq(doorScans.invitationId, invitations.id))
    .where(eq(invitations.eventId, eventId))
    .groupBy(invitations.id)
    .having(gt(sql`sum(${doorScans.seats})`, invitations.seats))
    .orderBy(asc(invitations.id))
    .limit(limit);
