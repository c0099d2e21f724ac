import { and, asc, count, eq, gt, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { familyInvitations, familySeats, type SEAT_ENDS } from '#db/tables/families.ts';
import { members } from '#db/tables/members.ts';
import type { Other } from './families.rules.ts';

export type SeatRow = typeof familySeats.$inferSelect;
export type InvitationRow = typeof familyInvitations.$inferSelect;
type SeatEnd = (typeof SEAT_ENDS)[number];

const isOpen = isNull(familySeats.leftAt);

/** The seat that a member has now. */
export async function findSeat(db: Db, memberId: number): Promise<SeatRow | null> {
  const [row] = await db
    .select()
    .from(familySeats)
    .where(and(eq(familySeats.memberId, memberId), isOpen));
  return row ?? null;
}

export interface Person extends Pick<SeatRow, 'id' | 'memberId' | 'seat' | 'joinedAt'> {
  name: string;
}

/** The people of a family, the payer first. At most five. */
export const findPeople = (db: Db, ownerId: number): Promise<Person[]> =>
  db
    .select({
      id: familySeats.id,
      memberId: familySeats.memberId,
      seat: familySeats.seat,
      joinedAt: familySeats.joinedAt,
      name: members.displayName,
    })
    .from(familySeats)
    .innerJoin(members, eq(members.id, familySeats.memberId))
    .where(and(eq(familySeats.ownerId, ownerId), isOpen))
    .orderBy(asc(familySeats.seat));

/** People besides the payer who are in a family, or left it after an instant. */
export const findOthers = (db: Db, ownerId: number, since: Date): Promise<Other[]> =>
  db
    .select({ memberId: familySeats.memberId, leftAt: familySeats.leftAt })
    .from(familySeats)
    .where(and(eq(familySeats.ownerId, ownerId), gt(familySeats.seat, 1), or(isOpen, gt(familySeats.leftAt, since))))
    .limit(1_000);

export async function insertSeat(
  tx: Tx,
  seat: Pick<SeatRow, 'ownerId' | 'memberId' | 'seat' | 'joinedAt'>,
): Promise<void> {
  await tx.insert(familySeats).values(seat);
}

/** Ends the seats of these members; false if none was open. */
export async function endSeats(
  tx: Tx,
  ownerId: number,
  memberIds: readonly number[],
  { now, why }: { now: Date; why: SeatEnd },
): Promise<boolean> {
  const rows = await tx
    .update(familySeats)
    .set({ leftAt: sql`greatest(${now.toISOString()}::timestamptz, ${familySeats.joinedAt})`, leftWhy: why })
    .where(and(eq(familySeats.ownerId, ownerId), inArray(familySeats.memberId, [...memberIds]), isOpen))
    .returning({ id: familySeats.id });
  return rows.length > 0;
}

/** A payer's invitations, oldest first. */
export const findInvitations = (db: Db, ownerId: number, limit: number): Promise<InvitationRow[]> =>
  db
    .select()
    .from(familyInvitations)
    .where(eq(familyInvitations.ownerId, ownerId))
    .orderBy(asc(familyInvitations.id))
    .limit(limit);

export async function findByToken(db: Db, tokenHash: Buffer): Promise<InvitationRow | null> {
  const [row] = await db.select().from(familyInvitations).where(eq(familyInvitations.tokenHash, tokenHash));
  return row ?? null;
}

/** Stores an invitation; a second one to the same mailbox replaces the code of the first. */
export async function putInvitation(
  tx: Tx,
  invitation: Pick<InvitationRow, 'ownerId' | 'email' | 'emailKey' | 'tokenHash' | 'sentAt' | 'expiresAt'>,
): Promise<number> {
  const { email, tokenHash, sentAt, expiresAt } = invitation;
  const [row] = await tx
    .insert(familyInvitations)
    .values({ ...invitation, createdAt: sentAt })
    .onConflictDoUpdate({
      target: [familyInvitations.ownerId, familyInvitations.emailKey],
      set: { email, tokenHash, sentAt, expiresAt },
    })
    .returning({ id: familyInvitations.id });
  if (!row) throw new Error('writing an invitation returned no row');
  return row.id;
}

/** Uses up a code; of two at once, one. False if it no longer waits. */
export async function spendInvitation(tx: Tx, id: number, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx
    .delete(familyInvitations)
    .where(
      and(
        eq(familyInvitations.id, id),
        eq(familyInvitations.tokenHash, tokenHash),
        gt(familyInvitations.expiresAt, now),
      ),
    )
    .returning({ id: familyInvitations.id });
  return rows.length > 0;
}

/** False if it is not theirs, or there is none. */
export async function deleteInvitation(db: Db, ownerId: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(familyInvitations)
    .where(and(eq(familyInvitations.id, id), eq(familyInvitations.ownerId, ownerId)))
    .returning({ id: familyInvitations.id });
  return rows.length > 0;
}

/** Deletes invitations that expired before an instant. */
export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await db.delete(familyInvitations).where(lt(familyInvitations.expiresAt, before));
}

/** How many invitations of a payer wait, without that to one mailbox. */
export async function countWaiting(db: Db, ownerId: number, exceptKey: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(familyInvitations)
    .where(
      and(
        eq(familyInvitations.ownerId, ownerId),
        gt(familyInvitations.expiresAt, now),
        ne(familyInvitations.emailKey, exceptKey),
      ),
    );
  return row?.waiting ?? 0;
}

/** Ends the seats of payers in whose families nobody else is any more. */
export async function closeEmpty(db: Db, now: Date): Promise<void> {
  const other = alias(familySeats, 'other');
  await db
    .update(familySeats)
    .set({ leftAt: sql`greatest(${now.toISOString()}::timestamptz, ${familySeats.joinedAt})`, leftWhy: 'closed' })
    .where(
      and(
        eq(familySeats.seat, 1),
        isOpen,
        notExists(
          db
            .select({ one: sql`1` })
            .from(other)
            .where(and(eq(other.ownerId, familySeats.ownerId), gt(other.seat, 1), isNull(other.leftAt))),
        ),
      ),
    );
}
