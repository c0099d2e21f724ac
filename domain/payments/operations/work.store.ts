import { and, asc, eq, exists, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { workItems } from '#db/tables/payments.ts';
import { staffAccounts } from '#db/tables/staff.ts';

export type WorkItem = typeof workItems.$inferSelect;

export async function insertWork(tx: Tx, row: typeof workItems.$inferInsert): Promise<void> {
  await tx
    .insert(workItems)
    .values(row)
    .onConflictDoNothing({ target: [workItems.kind, workItems.subject], where: sql`closed_at is null` });
}

/** The owner of an open item, locked; undefined if no such item is open. */
export async function lockOpenWork(tx: Tx, id: number): Promise<{ ownerId: number | null } | undefined> {
  const [row] = await tx
    .select({ ownerId: workItems.ownerId })
    .from(workItems)
    .where(and(eq(workItems.id, id), isNull(workItems.closedAt)))
    .for('update');
  return row;
}

/** False if the account may not enter the desk. */
export async function setWorkOwner(tx: Tx, id: number, ownerId: number | null): Promise<boolean> {
  const isActive = exists(
    tx
      .select({ id: staffAccounts.id })
      .from(staffAccounts)
      .where(and(eq(staffAccounts.id, ownerId ?? 0), eq(staffAccounts.state, 'active'))),
  );
  const rows = await tx
    .update(workItems)
    .set({ ownerId })
    .where(and(eq(workItems.id, id), ownerId === null ? undefined : isActive))
    .returning({ id: workItems.id });
  return rows.length > 0;
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

export interface WorkFilter {
  afterId?: number | undefined;
  kind?: string | undefined;
  /** Id of a staff account; null for items of nobody. */
  ownerId?: number | null | undefined;
}

/** Open items after one, in order of their opening, with the name of their owner. */
export const findOpenWork = (
  db: Db,
  { afterId, kind, ownerId, limit }: WorkFilter & { limit: number },
): Promise<(WorkItem & { owner: string | null })[]> =>
  db
    .select({ ...getTableColumns(workItems), owner: staffAccounts.name })
    .from(workItems)
    .leftJoin(staffAccounts, eq(staffAccounts.id, workItems.ownerId))
    .where(
      and(
        isNull(workItems.closedAt),
        afterId === undefined ? undefined : gt(workItems.id, afterId),
        kind === undefined ? undefined : eq(workItems.kind, kind),
        ownerId === undefined
          ? undefined
          : ownerId === null
            ? isNull(workItems.ownerId)
            : eq(workItems.ownerId, ownerId),
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
