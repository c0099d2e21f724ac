import { asc, eq } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { morningMailReaders } from '#db/tables/morning-mail.ts';
import { staffAccounts } from '#db/tables/staff.ts';

/** Active accounts that asked for the mail. */
export const findReaders = (db: Db, limit: number) =>
  db
    .select({ accountId: staffAccounts.id, email: staffAccounts.email, name: staffAccounts.name })
    .from(morningMailReaders)
    .innerJoin(staffAccounts, eq(staffAccounts.id, morningMailReaders.accountId))
    .where(eq(staffAccounts.state, 'active'))
    .orderBy(asc(staffAccounts.id))
    .limit(limit);

export async function isReader(db: Db, accountId: number): Promise<boolean> {
  const rows = await db
    .select({ id: morningMailReaders.accountId })
    .from(morningMailReaders)
    .where(eq(morningMailReaders.accountId, accountId));
  return rows.length > 0;
}

export async function insertReader(db: Db, accountId: number, createdAt: Date): Promise<void> {
  await db.insert(morningMailReaders).values({ accountId, createdAt }).onConflictDoNothing();
}

export async function deleteReader(db: Db, accountId: number): Promise<void> {
  await db.delete(morningMailReaders).where(eq(morningMailReaders.accountId, accountId));
}
