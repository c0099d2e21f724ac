import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { members } from '#db/tables/members.ts';

const notErased = ne(members.state, 'erased');

/** Id of the new member. Null if the mailbox already has an account. */
export async function insertMember(db: Db, member: typeof members.$inferInsert): Promise<number | null> {
  const [row] = await db
    .insert(members)
    .values(member)
    .onConflictDoNothing({ target: members.emailKey })
    .returning({ id: members.id });
  return row?.id ?? null;
}

/** Marks the current address of a member as verified. */
export async function markEmailVerified(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(members)
    .set({ emailVerifiedAt: now, updatedAt: now })
    .where(and(eq(members.id, id), isNull(members.emailVerifiedAt), notErased));
}

/** Changes the address of a member to a verified one. False if another account has the mailbox. */
export async function changeEmail(tx: Tx, id: number, email: string, emailKey: string, now: Date): Promise<boolean> {
  // Serialises changes to the same mailbox: the second waits here and then finds it taken.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`member-email ${emailKey}`}, 0))`);
  const rows = await tx
    .update(members)
    .set({ email, emailKey, emailVerifiedAt: now, updatedAt: now })
    .where(
      and(
        eq(members.id, id),
        notErased,
        sql`not exists (select 1 from ${members} as others where others.email_key = ${emailKey} and others.id <> ${id})`,
      ),
    )
    .returning({ id: members.id });
  return rows.length > 0;
}

/** Lets a member change the list of paid-content devices at once. False if it could be changed already. */
export async function unlockDevices(tx: Tx, memberId: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(members)
    .set({ devicesChangedAt: null, updatedAt: now })
    .where(and(eq(members.id, memberId), isNotNull(members.devicesChangedAt)))
    .returning({ id: members.id });
  return rows.length > 0;
}

/** Schedules the erasure of a member; null cancels it. */
export async function setLeaving(db: Db, memberId: number, eraseAt: Date | null, now: Date): Promise<void> {
  await db
    .update(members)
    .set({ state: eraseAt ? 'deleting' : 'active', eraseAt, updatedAt: now })
    .where(eq(members.id, memberId));
}
