import { and, eq, getTableColumns, gt, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { searchDocuments } from '#db/tables/search.ts';
import type { SearchDocument } from './search-document.ts';

const INDEX_LOCK = 881_903_200;

/**
 * Writers of the index take turns until their transaction ends: whoever reads a thing after another has, also writes it
 * after, so the index never goes back to what was.
 */
export async function lockIndex(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${INDEX_LOCK})`);
}

const excluded = Object.fromEntries(
  Object.entries(getTableColumns(searchDocuments))
    .filter(([name]) => name !== 'contentType' && name !== 'itemId')
    .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
);

/** Tokens hold letters and digits alone, so a space parts them; one text travels faster than an array. */
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

/** An article that changed its kind leaves nothing behind under the old one. */
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

/** The newest generation there is; 0 in an empty index. */
export async function findNewestGeneration(db: Db): Promise<number> {
  const [row] = await db
    .select({ newest: sql<number>`coalesce(max(${searchDocuments.generation}), 0)` })
    .from(searchDocuments)
    .where(gt(searchDocuments.generation, 0));
  return row?.newest ?? 0;
}

/** The oldest generation and how many rows there are. */
export async function findIndexState(db: Db): Promise<{ oldest: number; rows: number }> {
  const [state] = await db
    .select({
      oldest: sql<number>`coalesce(min(${searchDocuments.generation}), 0)`,
      rows: sql<number>`count(*)::integer`,
    })
    .from(searchDocuments);
  return state ?? { oldest: 0, rows: 0 };
}

/** Works off what was written in bulk, so that no reader has to walk it, and tells the planner what there is. */
export async function settleIndex(db: Db): Promise<void> {
  // A function of the owner: the role that serves may look after no index.
  await db.execute(sql`select settle_search_index()`);
}

/** Sets each article's popularity to its views of the last days; returns how many changed. */
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
