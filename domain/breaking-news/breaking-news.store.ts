import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { breakingNews } from '#db/tables/breaking-news.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { StripKind } from '#shared/enums.ts';

export type BreakingNews = Omit<typeof breakingNews.$inferSelect, 'createdAt'>;

const columns = {
  id: breakingNews.id,
  kind: breakingNews.kind,
  words: breakingNews.words,
  path: breakingNews.path,
  revision: breakingNews.revision,
  startsAt: breakingNews.startsAt,
  endsAt: breakingNews.endsAt,
  changedBy: breakingNews.changedBy,
};
const newestFirst = [desc(breakingNews.startsAt), desc(breakingNews.id)] as const;

export async function findNewest(db: ReadDb | Tx, kind: StripKind): Promise<BreakingNews | null> {
  const [row] = await db
    .select(columns)
    .from(breakingNews)
    .where(eq(breakingNews.kind, kind))
    .orderBy(...newestFirst)
    .limit(1);
  return row ?? null;
}

/** The same for a change: until the transaction ends, nobody else starts or changes one. */
export async function lockNewest(tx: Tx, kind: StripKind): Promise<BreakingNews | null> {
  await tx.execute(sql`lock table ${breakingNews} in share row exclusive mode`);
  return findNewest(tx, kind);
}

export async function findBreakingNews(db: Db, id: number): Promise<BreakingNews | null> {
  const [row] = await db.select(columns).from(breakingNews).where(eq(breakingNews.id, id));
  return row ?? null;
}

export async function findKind(tx: Tx, id: number): Promise<StripKind | null> {
  const [row] = await tx.select({ kind: breakingNews.kind }).from(breakingNews).where(eq(breakingNews.id, id));
  return row?.kind ?? null;
}

export async function insertBreakingNews(tx: Tx, news: Omit<BreakingNews, 'id' | 'revision'>): Promise<number> {
  const [row] = await tx.insert(breakingNews).values(news).returning({ id: breakingNews.id });
  return row!.id;
}

export async function updateBreakingNews(
  tx: Tx,
  id: number,
  change: Partial<Pick<BreakingNews, 'words' | 'path' | 'revision' | 'endsAt' | 'changedBy'>>,
): Promise<void> {
  await tx.update(breakingNews).set(change).where(eq(breakingNews.id, id));
}

/** The latest of some kinds, with who changed each last. */
export async function findLatest(
  db: Db,
  kinds: readonly StripKind[],
  limit: number,
): Promise<(BreakingNews & { name: string })[]> {
  return db
    .select({ ...columns, name: staffAccounts.name })
    .from(breakingNews)
    .innerJoin(staffAccounts, eq(staffAccounts.id, breakingNews.changedBy))
    .where(inArray(breakingNews.kind, [...kinds]))
    .orderBy(...newestFirst)
    .limit(limit);
}
