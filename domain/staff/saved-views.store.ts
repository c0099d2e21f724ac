import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { staffAccounts, staffViews } from '#db/tables/staff.ts';

/** Views of one list that an account may keep. */
const MAX_VIEWS = 20;

type StaffView = typeof staffViews.$inferSelect;

export const findViews = (db: Db, accountId: number, path: string): Promise<StaffView[]> =>
  db
    .select()
    .from(staffViews)
    .where(and(eq(staffViews.accountId, accountId), eq(staffViews.path, path)))
    .orderBy(asc(staffViews.name))
    .limit(MAX_VIEWS);

/** Inserts a view or replaces the one of its name; null if the account has as many as it may. */
export const insertView = (
  db: Db,
  view: Pick<StaffView, 'accountId' | 'path' | 'name' | 'query'>,
): Promise<number | null> =>
  db.transaction(async (tx) => {
    // Serialises the views of an account, so that they can be counted.
    await tx.select().from(staffAccounts).where(eq(staffAccounts.id, view.accountId)).for('update');
    const mine = and(eq(staffViews.accountId, view.accountId), eq(staffViews.path, view.path));
    const held = await tx.select({ name: staffViews.name }).from(staffViews).where(mine);
    if (held.length >= MAX_VIEWS && !held.some(({ name }) => name === view.name)) return null;
    const [row] = await tx
      .insert(staffViews)
      .values(view)
      .onConflictDoUpdate({
        target: [staffViews.accountId, staffViews.path, staffViews.name],
        set: { query: view.query },
      })
      .returning({ id: staffViews.id });
    return row!.id;
  });

export async function deleteView(db: Db, { accountId, id }: Pick<StaffView, 'accountId' | 'id'>): Promise<boolean> {
  const rows = await db
    .delete(staffViews)
    .where(and(eq(staffViews.id, id), eq(staffViews.accountId, accountId)))
    .returning({ id: staffViews.id });
  return rows.length > 0;
}
