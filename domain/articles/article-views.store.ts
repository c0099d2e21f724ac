import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import {
  articleReaders,
  articleReaderSalts,
  articleRankings,
  articleViews,
  publishedArticles,
} from '#db/tables/articles.ts';
import type { DayHk } from '#shared/hk-time.ts';

export interface View {
  articleId: number;
  dayHk: DayHk;
  reader: bigint;
}

/** The salt of a day. The first one inserted stays. */
export async function findOrInsertSalt(db: Db, dayHk: DayHk, offered: string): Promise<string> {
  await db.insert(articleReaderSalts).values({ dayHk, salt: offered }).onConflictDoNothing();
  const [row] = await db
    .select({ salt: articleReaderSalts.salt })
    .from(articleReaderSalts)
    .where(eq(articleReaderSalts.dayHk, dayHk));
  return row?.salt ?? offered;
}

/**
 * Counts views in one statement: of readers not counted yet that day, of published articles. Rows are locked in a fixed
 * order, so that concurrent processes do not deadlock.
 */
export async function addViews(db: Db, views: readonly View[]): Promise<void> {
  const column = <T>(pick: (view: View) => T) => sql.param(views.map(pick));
  await db.execute(sql`
    with counted as (
      insert into ${articleReaders} (day_hk, article_id, reader)
      select distinct seen.day_hk, seen.article_id, seen.reader
      from unnest(
        ${column((view) => view.dayHk)}::date[],
        ${column((view) => view.articleId)}::int[],
        ${column((view) => view.reader.toString())}::bigint[]
      ) as seen (day_hk, article_id, reader)
      join ${publishedArticles} on ${publishedArticles.id} = seen.article_id
      order by 1, 2, 3
      on conflict do nothing
      returning article_id, day_hk
    )
    insert into ${articleViews} (article_id, day_hk, views)
    select article_id, day_hk, count(*) from counted group by 1, 2 order by 1, 2
    on conflict (article_id, day_hk) do update set views = ${articleViews.views} + excluded.views`);
}

/** Ranks each type by the views since a day. Only changed ranks are written. */
export async function rankArticles(db: Db, fromDayHk: DayHk, maxRank: number): Promise<void> {
  await db.execute(sql`
    with ranked as (
      select * from (
        select content_type, article_id, views,
          row_number() over (partition by content_type order by views desc, article_id desc)::int as rank
        from (
          select ${publishedArticles.contentType} as content_type, viewed.article_id, viewed.views
          from (
            select article_id, sum(views)::bigint as views from ${articleViews}
            where day_hk >= ${fromDayHk} group by article_id
          ) as viewed
          join ${publishedArticles} on ${publishedArticles.id} = viewed.article_id
        ) as of_kind
      ) as numbered
      where rank <= ${maxRank}
    ), gone as (
      delete from ${articleRankings} as old
      where not exists (select from ranked where ranked.content_type = old.content_type and ranked.rank = old.rank)
    )
    insert into ${articleRankings} as old (content_type, rank, article_id, views)
    select content_type, rank, article_id, views from ranked order by 1, 2
    on conflict (content_type, rank) do update set article_id = excluded.article_id, views = excluded.views
    where (old.article_id, old.views) is distinct from (excluded.article_id, excluded.views)`);
}

/** Deletes readers of earlier days in batches. True while there are more. */
export async function removeReadersBefore(db: Db, dayHk: DayHk, limit: number): Promise<boolean> {
  const removed = await db.execute(sql`
    delete from ${articleReaders} where ctid = any (array(
      select ctid from ${articleReaders} where day_hk < ${dayHk} limit ${limit}
    ))`);
  return (removed.rowCount ?? 0) >= limit;
}

export async function removeSaltsBefore(db: Db, dayHk: DayHk): Promise<void> {
  await db.delete(articleReaderSalts).where(lt(articleReaderSalts.dayHk, dayHk));
}
