import { and, asc, count, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { passkeyChallenges, passkeys } from '#db/tables/passkeys.ts';

export interface Passkey {
  id: number;
  memberId: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
  name: string;
  usedAt: Date | null;
  createdAt: Date;
}

export interface KeyHolder {
  email: string;
  displayName: string;
  epoch: number;
  state: 'active' | 'inactive' | 'deleting';
  mergedIntoId: number | null;
}

/** The member a passkey is created for or belongs to. Null once erased. */
export async function findKeyHolder(db: Db, memberId: number): Promise<KeyHolder | null> {
  const [row] = await db
    .select({
      email: members.email,
      displayName: members.displayName,
      epoch: members.credentialEpoch,
      state: members.state,
      mergedIntoId: members.mergedIntoId,
    })
    .from(members)
    .where(eq(members.id, memberId));
  if (row === undefined || row.email === null || row.state === 'erased') return null;
  return { ...row, email: row.email, state: row.state };
}

/** A member has one challenge at a time: a newer one replaces the last. */
export async function insertChallenge(
  db: Db,
  challenge: { challenge: string; memberId: number | null; expiresAt: Date },
): Promise<void> {
  if (challenge.memberId !== null)
    await db.delete(passkeyChallenges).where(eq(passkeyChallenges.memberId, challenge.memberId));
  await db.insert(passkeyChallenges).values(challenge);
}

/** Consumes a challenge. True for exactly one caller. `memberId` is null for log-ins. */
export async function spendChallenge(
  db: Db,
  { challenge, memberId, now }: { challenge: string; memberId: number | null; now: Date },
): Promise<boolean> {
  const rows = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        memberId === null ? sql`${passkeyChallenges.memberId} is null` : eq(passkeyChallenges.memberId, memberId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return rows.length === 1;
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
}

export async function countPasskeys(db: Db, memberId: number): Promise<number> {
  const [row] = await db.select({ n: count() }).from(passkeys).where(eq(passkeys.memberId, memberId));
  return row?.n ?? 0;
}

export function findPasskeys(db: Db, memberId: number, limit: number): Promise<Passkey[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(limit);
}

export async function findPasskeyByCredential(db: Db, credentialId: string): Promise<Passkey | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** Id of the new passkey. Null if the credential is already registered. */
export async function insertPasskey(db: Db, passkey: Omit<Passkey, 'id' | 'usedAt'>): Promise<number | null> {
  const [row] = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id });
  return row?.id ?? null;
}

/** Records a use. False if the counter has changed since it was read: a replayed signature, or a cloned key. */
export async function notePasskeyUse(
  db: Db,
  { id, from, to, isBackedUp, now }: { id: number; from: number; to: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ counter: to, isBackedUp, usedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, from)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

export async function updatePasskeyName(
  db: Db,
  { id, memberId, name }: { id: number; memberId: number; name: string },
): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.memberId, memberId)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

/** Name of the deleted passkey. Null if the member has none with that id. */
export async function deletePasskey(
  db: Db,
  { id, memberId }: { id: number; memberId: number },
): Promise<string | null> {
  const [row] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.memberId, memberId)))
    .returning({ name: passkeys.name });
  return row?.name ?? null;
}
