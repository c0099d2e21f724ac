import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { publishedArticles } from '#db/tables/articles.ts';
import { deadLinks } from '#db/tables/dead-links.ts';
import { hosts } from '#db/tables/hosts.ts';
import { staticPages } from '#db/tables/pages.ts';
import { programs } from '#db/tables/programs.ts';
import { EntityStatus } from '#shared/enums.ts';
import type { Target } from './dead-links.rules.ts';

export type DeadLink = typeof deadLinks.$inferSelect;

/** Published articles with links, by id. */
export async function findArticleBatch(db: Db, aboveId: number, limit: number) {
  return db
    .select({ id: publishedArticles.id, blocks: publishedArticles.blocks })
    .from(publishedArticles)
    .where(and(gt(publishedArticles.id, aboveId), sql`${publishedArticles.blocks}::text like '%href=%'`))
    .orderBy(asc(publishedArticles.id))
    .limit(limit);
}

export async function findPageTexts(db: Db) {
  return db.select({ name: staticPages.name, lang: staticPages.lang, blocks: staticPages.blocks }).from(staticPages);
}

/** Those of the ids that are there. */
export async function findExisting(db: Db, kind: Target['kind'], ids: readonly string[]): Promise<Set<string>> {
  const given = sql`unnest(${sql.param([...ids])}::text[]) as given (id)`;
  const there = {
    article: sql`select from ${publishedArticles} a where a.id = given.id::bigint`,
    program: sql`select from ${programs} p where p.id = given.id::bigint and p.status = ${EntityStatus.ACTIVE}`,
    host: sql`select from ${hosts} h where h.id = given.id::bigint and h.status = ${EntityStatus.ACTIVE}`,
    'static-page': sql`select from ${staticPages} s where s.name = given.id`,
  }[kind];
  const { rows } = await db.execute<{ id: string }>(sql`select given.id from ${given} where exists (${there})`);
  return new Set(rows.map(({ id }) => id));
}

/** Replaces the list; what was found before keeps its time. */
export async function replaceDeadLinks(tx: Tx, found: readonly DeadLink[]): Promise<void> {
  await tx.execute(sql`
    delete from ${deadLinks} where not exists (
      select from unnest(
        ${sql.param(found.map(({ source }) => source))}::text[],
        ${sql.param(found.map(({ sourceId }) => sourceId))}::text[],
        ${sql.param(found.map(({ path }) => path))}::text[]) as f (source, source_id, path)
      where f.source = ${deadLinks.source} and f.source_id = ${deadLinks.sourceId} and f.path = ${deadLinks.path})`);
  for (let from = 0; from < found.length; from += 1_000)
    await tx
      .insert(deadLinks)
      .values(found.slice(from, from + 1_000))
      .onConflictDoNothing();
}

/** Dead links, newest first, from before one of them. */
export async function findDeadLinks(
  db: Db,
  { before, limit }: { before: DeadLink | null; limit: number },
): Promise<(DeadLink & { title: string | null })[]> {
  const after =
    before === null
      ? undefined
      : or(
          lt(deadLinks.foundAt, before.foundAt),
          and(
            eq(deadLinks.foundAt, before.foundAt),
            sql`(${deadLinks.source}, ${deadLinks.sourceId}, ${deadLinks.path}) > (${before.source}, ${before.sourceId}, ${before.path})`,
          ),
        );
  return db
    .select({
      source: deadLinks.source,
      sourceId: deadLinks.sourceId,
      path: deadLinks.path,
      foundAt: deadLinks.foundAt,
      title: sql<string | null>`case ${deadLinks.source}
        when 'article' then (select a.title from ${publishedArticles} a where a.id::text = ${deadLinks.sourceId})
        else (select s.title from ${staticPages} s where s.name || '/' || s.lang = ${deadLinks.sourceId}) end`,
    })
    .from(deadLinks)
    .where(after)
    .orderBy(desc(deadLinks.foundAt), asc(deadLinks.source), asc(deadLinks.sourceId), asc(deadLinks.path))
    .limit(limit);
}
