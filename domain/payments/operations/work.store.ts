import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { workItems } from '#db/tables/payments.ts';

export type WorkItem = typeof workItems.$inferSelect;

export async function insertWork(tx: Tx, row: typeof workItems.$inferInsert): Promise<void> {
  await tx
    .insert(workItems)
    .values(row)
    .onConflictDoNothing({ target: [workItems.kind, workItems.subject], where: sql`closed_at is null` });
}

/** False if no such item is open. */
export async function setWorkClosed(
  tx: Tx,
  which: { id: number } | { kind: string; subject: string },
  closed: { closedAt: Date; closedBy: string; closedNote: string },
): Promise<boolean> {
  const rows = await tx
    .update(workItems)
    .set(closed)
    .where(
      and(
        'id' in which
          ? eq(workItems.id, which.id)
          : and(eq(workItems.kind, which.kind), eq(workItems.subject, which.subject)),
        isNull(workItems.closedAt),
      ),
    )
    .returning({ id: workItems.id });
  return rows.length > 0;
}

/** Open items after one, in order of their opening. */
export const findOpenWork = (
  db: Db,
  { afterId, kind, limit }: { afterId?: number | undefined; kind?: string | undefined; limit: number },
): Promise<WorkItem[]> =>
  db
    .select()
    .from(workItems)
    .where(
      and(
        isNull(workItems.closedAt),
        afterId === undefined ? undefined : gt(workItems.id, afterId),
        kind === undefined ? undefined : eq(workItems.kind, kind),
      ),
    )
    .orderBy(asc(workItems.id))
    .limit(limit);

export const findWorkOf = (db: Db, orderId: number): Promise<WorkItem[]> =>
  db.select().from(workItems).where(eq(workItems.orderId, orderId)).orderBy(asc(workItems.id));

export const countOpenWork = (db: Db): Promise<{ kind: string; items: number; oldestAt: Date }[]> =>
  db
    .select({
      kind: workItems.kind,
      items: sql<number>`count(*)::int`,
      oldestAt: sql<Date>`min(${workItems.openedAt})`.mapWith(workItems.openedAt),
    })
    .from(workItems)
    .where(isNull(workItems.closedAt))
    .groupBy(workItems.kind);
