import { and, eq, getTableColumns, gt, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { searchDocuments } from '#db/tables/search.ts';
import type { SearchDocument } from './search-document.ts';

const INDEX_LOCK = 881_903_200;

/**
 * Serialises writers of the index until their transaction ends: a later read of an item is also written later, so the
 * index never reverts to an older state.
 */
export async function lockIndex(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${INDEX_LOCK})`);
}

const excluded = Object.fromEntries(
  Object.entries(getTableColumns(searchDocuments))
    .filter(([name]) => name !== 'contentType' && name !== 'itemId')
    .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
);

/** Tokens contain no spaces, so a space separates them; a single text is faster to send than an array. */
const tsvector = (tokens: string[]) => sql<string>`array_to_tsvector(string_to_array(${tokens.join(' ')}, ' '))`;

export async function saveDocuments(db: Db, documents: readonly SearchDocument[], generation: number): Promise<void> {
  if (documents.length === 0) return;
  await db
    .insert(searchDocuments)
    .values(
      documents.map(({ tokens, titleTokens, ...document }) => ({
        ...document,
        grams: tsvector(tokens),
        titleGrams: tsvector(titleTokens),
        generation,
      })),
    )
    .onConflictDoUpdate({ target: [searchDocuments.contentType, searchDocuments.itemId], set: excluded });
}

export async function removeDocument(db: Db, contentType: number, itemId: number): Promise<void> {
  await db
    .delete(searchDocuments)
    .where(and(eq(searchDocuments.contentType, contentType), eq(searchDocuments.itemId, itemId)));
}

/** Removes the row of an article's former type. */
export async function removeOtherKinds(db: Db, contentType: number, itemId: number): Promise<void> {
  await db
    .delete(searchDocuments)
    .where(
      and(
        eq(searchDocuments.itemId, itemId),
        ne(searchDocuments.contentType, contentType),
        sql`${searchDocuments.contentType} between 301 and 308`,
      ),
    );
}

export async function removeOlder(db: Db, generation: number): Promise<void> {
  await db.delete(searchDocuments).where(lt(searchDocuments.generation, generation));
}

/** The newest generation. 0 if the index is empty. */
export async function findNewestGeneration(db: Db): Promise<number> {
  const [row] = await db
    .select({ newest: sql<number>`coalesce(max(${searchDocuments.generation}), 0)` })
    .from(searchDocuments)
    .where(gt(searchDocuments.generation, 0));
  return row?.newest ?? 0;
}

/** The oldest generation and the number of rows. */
export async function findIndexState(db: Db): Promise<{ oldest: number; rows: number }> {
  const [state] = await db
    .select({
      oldest: sql<number>`coalesce(min(${searchDocuments.generation}), 0)`,
      rows: sql<number>`count(*)::integer`,
    })
    .from(searchDocuments);
  return state ?? { oldest: 0, rows: 0 };
}

/**
 * Merges pending index entries after bulk writes, so that readers need not scan them, and updates planner statistics.
 */
export async function settleIndex(db: Db): Promise<void> {
  // A function owned by the table owner, because the serving role may not maintain indexes.
  await db.execute(sql`select settle_search_index()`);
}

/** Sets the popularity of each article to its recent views. Returns the number of changed rows. */
export async function refreshPopularity(db: Db, sinceDayHk: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update search_documents d set popularity = v.views
    from (
      select a.id, coalesce(least(sum(w.views), 2147483647), 0)::integer as views
      from search_documents s join articles a on a.id = s.item_id and a.content_type = s.content_type
      left join article_views w on w.article_id = a.id and w.day_hk >= ${sinceDayHk}
      where s.popularity > 0 or w.article_id is not null
      group by a.id
    ) v
    where d.item_id = v.id and d.content_type between 301 and 308 and d.popularity <> v.views`);
  return rowCount ?? 0;
}
