import { and, asc, count, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { staffChallenges, staffPasskeys } from '#db/tables/staff.ts';

export type StaffPasskey = typeof staffPasskeys.$inferSelect;

/** An account has one challenge at a time: a newer one replaces the last. */
export async function insertStaffChallenge(
  db: Db,
  challenge: { challenge: string; accountId: number | null; expiresAt: Date },
): Promise<void> {
  if (challenge.accountId !== null)
    await db.delete(staffChallenges).where(eq(staffChallenges.accountId, challenge.accountId));
  await db.insert(staffChallenges).values(challenge);
}

/** Consumes a challenge. True for exactly one caller. `accountId` is null for log-ins. */
export async function spendStaffChallenge(
  db: Db,
  { challenge, accountId, now }: { challenge: string; accountId: number | null; now: Date },
): Promise<boolean> {
  const rows = await db
    .delete(staffChallenges)
    .where(
      and(
        eq(staffChallenges.challenge, challenge),
        accountId === null ? sql`${staffChallenges.accountId} is null` : eq(staffChallenges.accountId, accountId),
        gt(staffChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: staffChallenges.challenge });
  return rows.length === 1;
}

export async function deleteOldStaffChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(staffChallenges).where(lte(staffChallenges.expiresAt, now));
}

export const findStaffPasskeys = (db: Db | Tx, accountId: number, limit: number): Promise<StaffPasskey[]> =>
  db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.accountId, accountId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id))
    .limit(limit);

export async function countStaffPasskeys(db: Db | Tx, accountId: number): Promise<number> {
  const [row] = await db.select({ n: count() }).from(staffPasskeys).where(eq(staffPasskeys.accountId, accountId));
  return row?.n ?? 0;
}

export async function findStaffPasskey(db: Db, credentialId: string): Promise<StaffPasskey | null> {
  const [row] = await db.select().from(staffPasskeys).where(eq(staffPasskeys.credentialId, credentialId));
  return row ?? null;
}

/** Null if the credential is already registered. */
export async function insertStaffPasskey(tx: Tx, passkey: typeof staffPasskeys.$inferInsert): Promise<number | null> {
  const [row] = await tx
    .insert(staffPasskeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: staffPasskeys.id });
  return row?.id ?? null;
}

/** Records a use. False if the counter has changed since it was read: a replayed signature, or a cloned key. */
export async function noteStaffPasskeyUse(
  db: Db,
  { id, from, to, isBackedUp, now }: { id: number; from: number; to: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(staffPasskeys)
    .set({ counter: to, isBackedUp, usedAt: now })
    .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.counter, from)))
    .returning({ id: staffPasskeys.id });
  return rows.length === 1;
}
