import { and, eq, gt } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { addressChanges, members } from '#db/tables/members.ts';

export interface PendingAddress {
  email: string;
  askedAt: Date;
  expiresAt: Date;
}

/** Saves a pending change and replaces an older one. The caller must hold a lock on the member. */
export async function saveAddressChange(
  tx: Tx,
  change: PendingAddress & { memberId: number; epoch: number },
): Promise<void> {
  await tx.insert(addressChanges).values(change).onConflictDoUpdate({ target: addressChanges.memberId, set: change });
}

/** The pending address change of a member, if it has not expired and was requested in the current credential epoch. */
export async function findAddressChange(db: Db, memberId: number, now: Date): Promise<PendingAddress | null> {
  const [row] = await db
    .select({ email: addressChanges.email, askedAt: addressChanges.askedAt, expiresAt: addressChanges.expiresAt })
    .from(addressChanges)
    .innerJoin(members, and(eq(members.id, addressChanges.memberId), eq(members.credentialEpoch, addressChanges.epoch)))
    .where(and(eq(addressChanges.memberId, memberId), gt(addressChanges.expiresAt, now)));
  return row ?? null;
}

export async function removeAddressChange(db: Db, memberId: number): Promise<void> {
  await db.delete(addressChanges).where(eq(addressChanges.memberId, memberId));
}
