import { sql } from 'drizzle-orm';
import { tables, type Db } from '#db/database.ts';
import { ARTICLE_CHANGED, queueJob } from '#db/outbox.ts';
import { buildArticles } from '#fixtures/content/articles.ts';
import { SCALED_FROM_ID, type ArticleFixture } from '#fixtures/content/article-fixture.ts';
import { chartWeekFixtures, songFixtures } from '#fixtures/content/chart.ts';
import { jobFixtures } from '#fixtures/content/jobs.ts';
import { mediaFixtures } from '#fixtures/content/media.ts';
import { pageFixtures } from '#fixtures/content/pages/pages.ts';
import { buildViews, rankingsOf } from '#fixtures/content/readers.ts';
import { strokeFundFixtures } from '#fixtures/content/stroke-fund.ts';
import { categoryFixtures, columnFixtures } from '#fixtures/content/taxonomy.ts';
import { trafficLocationFixtures } from '#fixtures/content/traffic-locations.ts';
import { slugOf } from '#fixtures/station/program-fixture.ts';

const STEP = { name: 'content', version: '1' };
/** Rows per insert: PostgreSQL accepts 65,535 parameters at most. */
const BATCH = 1_000;

const batchesOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, i) => rows.slice(i * BATCH, (i + 1) * BATCH));

function articleRow({ publishAtMs, ...row }: ArticleFixture, now: Date): typeof tables.articles.$inferInsert {
  const publishAt = new Date(publishAtMs);
  return {
    ...row,
    publishAt,
    createdAt: publishAt < now ? publishAt : now,
    updatedAt: publishAt < now ? publishAt : now,
  };
}

/**
 * Inserts all readable content once: articles dated back from `now`, columns, chart, directories, static pages. Returns
 * the number of articles, or 0 if already done.
 */
export async function seedContent(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    // Two processes that start together seed once: the second waits here and finds the step done.
    await tx.execute(sql`select pg_advisory_xact_lock(881903866)`);
    const claimed = await tx.insert(tables.seedSteps).values(STEP).onConflictDoNothing().returning();
    if (!claimed.length) return 0;

    await tx
      .insert(tables.articleCategories)
      .values(categoryFixtures.map((row) => ({ ...row, slug: slugOf(row.name), position: row.id })));
    await tx.insert(tables.articleColumns).values(
      columnFixtures.map(({ id, kind, name, description, hostId, programId, channelBitwise, picture }) => ({
        id,
        kind,
        name,
        slug: slugOf(name),
        description,
        hostId,
        programId,
        channelBitwise,
        picture,
        position: id,
      })),
    );
    await tx.insert(tables.mediaFiles).values(
      mediaFixtures.map(({ id, kind, title, sha256, mimeType, bytes, durationMs }) => ({
        id,
        kind,
        title,
        sha256,
        mimeType,
        bytes,
        durationMs,
      })),
    );

    const articles = buildArticles(now);
    for (const rows of batchesOf(articles))
      await tx.insert(tables.articles).values(rows.map((row) => articleRow(row, now)));
    for (const { id, state, publishAtMs } of articles)
      if (state === 'published' && publishAtMs > now.getTime())
        await queueJob(
          tx,
          ARTICLE_CHANGED,
          { id },
          { jobKey: `${ARTICLE_CHANGED}:${id}:publish`, runAt: new Date(publishAtMs) },
        );
    const views = buildViews(articles, now);
    for (const rows of batchesOf(views)) await tx.insert(tables.articleViews).values(rows);
    await tx.insert(tables.articleRankings).values(rankingsOf(articles, views));

    await tx.insert(tables.songs).values(songFixtures);
    const weeks = chartWeekFixtures(now);
    await tx
      .insert(tables.chartWeeks)
      .values(weeks.map(({ id, channelId, weekHk, publishAt }) => ({ id, channelId, weekHk, publishAt })));
    await tx
      .insert(tables.chartEntries)
      .values(
        weeks.flatMap(({ id, songIds }) => songIds.map((songId, i) => ({ weekId: id, position: i + 1, songId }))),
      );
    for (const rows of batchesOf(trafficLocationFixtures(now))) await tx.insert(tables.trafficLocations).values(rows);
    await tx.insert(tables.staticPages).values(pageFixtures);
    await tx.insert(tables.jobOpenings).values(jobFixtures(now));
    await tx.insert(tables.strokeFundYears).values(strokeFundFixtures);

    for (const table of ['article_categories', 'article_columns', 'articles', 'media_files', 'songs', 'chart_weeks'])
      await tx.execute(
        sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.identifier(table)}), ${table === 'articles' ? SCALED_FROM_ID - 1 : 1}))`,
      );
    return articles.length;
  });
}
