import { and, desc, eq, gt, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { orders } from '#db/tables/payments.ts';
import { guestBuyers, guestProofs } from '#db/tables/sales.ts';

type GuestRow = typeof guestBuyers.$inferSelect;
type ProofRow = typeof guestProofs.$inferSelect;

/** Inserts or finds the guest of a mailbox; concurrent calls wait. */
export async function haveGuest(
  tx: Tx,
  guest: { emailHash: Buffer; email: string; createdAt: Date },
): Promise<GuestRow> {
  const [row] = await tx
    .insert(guestBuyers)
    .values(guest)
    .onConflictDoUpdate({ target: guestBuyers.emailHash, set: { emailHash: guest.emailHash } })
    .returning();
  return row!;
}

export async function findGuest(db: Db, id: number): Promise<GuestRow | null> {
  const [row] = await db.select().from(guestBuyers).where(eq(guestBuyers.id, id));
  return row ?? null;
}

export async function findGuestByHash(db: Db, emailHash: Buffer): Promise<GuestRow | null> {
  const [row] = await db.select().from(guestBuyers).where(eq(guestBuyers.emailHash, emailHash));
  return row ?? null;
}

export async function updateGuest(
  tx: Tx,
  id: number,
  set: Partial<Pick<GuestRow, 'email' | 'provedAt' | 'linkedMemberId'>>,
): Promise<void> {
  await tx.update(guestBuyers).set(set).where(eq(guestBuyers.id, id));
}

export async function hasOrders(db: Db, guestId: number): Promise<boolean> {
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.guestId, guestId)).limit(1);
  return rows.length > 0;
}

export async function insertProof(tx: Tx, proof: typeof guestProofs.$inferInsert): Promise<void> {
  await tx.insert(guestProofs).values(proof);
}

/** The newest usable code of a guest; it invalidates earlier ones. */
export async function lockNewestCode(tx: Tx, guestId: number, now: Date): Promise<ProofRow | null> {
  const [row] = await tx
    .select()
    .from(guestProofs)
    .where(and(eq(guestProofs.guestId, guestId), eq(guestProofs.kind, 'code')))
    .orderBy(desc(guestProofs.id))
    .limit(1)
    .for('update');
  return row && row.usedAt === null && row.expiresAt > now ? row : null;
}

export async function countTry(tx: Tx, id: number): Promise<void> {
  await tx
    .update(guestProofs)
    .set({ tries: sql`${guestProofs.tries} + 1` })
    .where(eq(guestProofs.id, id));
}

export async function useProof(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(guestProofs).set({ usedAt: now }).where(eq(guestProofs.id, id));
}

const isOpenLink = (secretHash: Buffer, now: Date) =>
  and(
    eq(guestProofs.secretHash, secretHash),
    eq(guestProofs.kind, 'link'),
    isNull(guestProofs.usedAt),
    gt(guestProofs.expiresAt, now),
  );

/** Whether a link can be used, without using it. */
export async function isLinkOpen(db: Db, secretHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.select({ id: guestProofs.id }).from(guestProofs).where(isOpenLink(secretHash, now));
  return rows.length > 0;
}

/** Uses a link; of concurrent calls, one gets the guest. */
export async function takeLink(tx: Tx, secretHash: Buffer, now: Date): Promise<number | null> {
  const [row] = await tx
    .update(guestProofs)
    .set({ usedAt: now })
    .where(isOpenLink(secretHash, now))
    .returning({ guestId: guestProofs.guestId });
  return row?.guestId ?? null;
}

/** Deletes expired proofs, and guests never verified since `unprovedBefore` or long without orders. */
export async function deleteOldGuests(
  db: Db,
  { now, unprovedBefore, orderlessBefore }: { now: Date; unprovedBefore: Date; orderlessBefore: Date },
): Promise<void> {
  await db.delete(guestProofs).where(lt(guestProofs.expiresAt, now));
  const own = db
    .select({ one: sql`1` })
    .from(orders)
    .where(eq(orders.guestId, guestBuyers.id));
  await db
    .delete(guestBuyers)
    .where(
      and(
        or(
          and(isNull(guestBuyers.provedAt), lt(guestBuyers.createdAt, unprovedBefore)),
          lt(guestBuyers.createdAt, orderlessBefore),
        ),
        notExists(own),
      ),
    );
}
