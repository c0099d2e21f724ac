import { and, asc, desc, eq, inArray, isNull, lte, ne } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { offlineApplications } from '#db/tables/offline-applications.ts';
import type { DayHk } from '#shared/hk-time.ts';

export type Application = typeof offlineApplications.$inferSelect;

export async function insertApplication(tx: Tx, row: typeof offlineApplications.$inferInsert): Promise<number> {
  const [made] = await tx.insert(offlineApplications).values(row).returning({ id: offlineApplications.id });
  if (!made) throw new Error('insert into offline_applications returned no row');
  return made.id;
}

export async function findApplication(db: Db, id: number): Promise<Application | null> {
  const [row] = await db.select().from(offlineApplications).where(eq(offlineApplications.id, id));
  return row ?? null;
}

export async function lockApplication(tx: Tx, id: number): Promise<Application | null> {
  const [row] = await tx.select().from(offlineApplications).where(eq(offlineApplications.id, id)).for('update');
  return row ?? null;
}

export async function lockApplicationOfOrder(tx: Tx, orderId: number): Promise<Application | null> {
  const [row] = await tx
    .select()
    .from(offlineApplications)
    .where(eq(offlineApplications.orderId, orderId))
    .for('update');
  return row ?? null;
}

export function findApplications(db: Db, memberId: number, limit: number): Promise<Application[]> {
  return db
    .select()
    .from(offlineApplications)
    .where(eq(offlineApplications.memberId, memberId))
    .orderBy(desc(offlineApplications.id))
    .limit(limit);
}

/** Pending applications, earliest due first. */
export function findPending(db: Db, limit: number): Promise<Application[]> {
  return db
    .select()
    .from(offlineApplications)
    .where(inArray(offlineApplications.state, [1, 2]))
    .orderBy(asc(offlineApplications.dueOn), asc(offlineApplications.id))
    .limit(limit);
}

/** Which of these pictures belong to an application. */
export async function findNamedReceipts(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ receipt: offlineApplications.receipt })
    .from(offlineApplications)
    .where(inArray(offlineApplications.receipt, [...names]));
  return new Set(rows.flatMap(({ receipt }) => receipt ?? []));
}

/** Whether another application has the same picture; staff are notified. */
export async function hasSameReceipt(db: Db, sha256: Buffer, otherThanId: number): Promise<boolean> {
  const rows = await db
    .select({ id: offlineApplications.id })
    .from(offlineApplications)
    .where(and(eq(offlineApplications.receiptSha256, sha256), ne(offlineApplications.id, otherThanId)))
    .limit(1);
  return rows.length > 0;
}

/** Pending applications without a picture, sent before an instant. */
export function findWithoutReceipt(
  db: Db,
  { before, isReminded, limit }: { before: Date; isReminded: boolean; limit: number },
): Promise<Application[]> {
  return db
    .select()
    .from(offlineApplications)
    .where(
      and(
        eq(offlineApplications.state, 1),
        lte(offlineApplications.createdAt, before),
        isReminded ? undefined : isNull(offlineApplications.remindedAt),
      ),
    )
    .orderBy(asc(offlineApplications.id))
    .limit(limit);
}

export function findOverdue(db: Db, today: DayHk, limit: number): Promise<Application[]> {
  return db
    .select()
    .from(offlineApplications)
    .where(and(inArray(offlineApplications.state, [1, 2]), lte(offlineApplications.dueOn, today)))
    .orderBy(asc(offlineApplications.id))
    .limit(limit);
}

export async function updateApplication(
  tx: Tx,
  id: number,
  change: Partial<typeof offlineApplications.$inferInsert>,
): Promise<void> {
  await tx.update(offlineApplications).set(change).where(eq(offlineApplications.id, id));
}
