import { eq, sql } from 'drizzle-orm';
import { tables, type Db } from '#db/database.ts';
import { HIDDEN_FROM_ID } from '#fixtures/content/article-fixture.ts';

/** Copies per statement: about 35,000 rows, so that an interrupted run loses little. */
const COPIES_AT_ONCE = 10;
/** Age difference between consecutive copies, chosen so that no two items of a list share an instant. */
const APART = '29 days 7 minutes';

/**
 * Multiplies seeded articles for benches until there are `times` of each: copies with their number in title and body,
 * dated further and further back. Copies of earlier runs count. Returns the number of rows added.
 */
export async function scaleArticles(db: Db, times: number, log: (line: string) => void): Promise<number> {
  const done = await db.select().from(tables.seedSteps).where(eq(tables.seedSteps.name, 'scale'));
  let made = Math.max(1, ...done.map(({ version }) => Number(version)));
  let added = 0;
  while (made < times) {
    const upTo = Math.min(times, made + COPIES_AT_ONCE);
    added += await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      const { rowCount } = await tx.execute(sql`
        insert into articles (content_type, title, slug, caption, preview_content, blocks, layout_template, keyart,
          keyart_credit, column_id, category_id, section, is_road_coop, is_hot, program_id, channel_bitwise, byline,
          has_audio, has_video, state, publish_at, created_at, updated_at)
        select content_type, title || '（' || copy || '）', slug || '-' || copy, caption, '（' || copy || '）' || preview_content,
          blocks || jsonb_build_array(jsonb_build_object('type', 1, 'html', '<p>存檔編號' || copy || '-' || id || '。</p>')),
          layout_template, keyart, keyart_credit, column_id, category_id, section, is_road_coop, is_hot, program_id,
          channel_bitwise, byline, has_audio, has_video, state, at.instant, at.instant, at.instant
        from articles cross join generate_series(${made + 1}::int, ${upTo}::int) as copy
          cross join lateral (select publish_at - ${APART}::interval * (copy - 1) as instant) as at
        where id < ${HIDDEN_FROM_ID} and state = 'published'
        order by copy desc, id`);
      await tx.insert(tables.seedSteps).values({ name: 'scale', version: String(upTo) });
      return rowCount ?? 0;
    });
    made = upTo;
    log(`Articles: ${made} of each kind.`);
  }
  if (added > 0)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`analyze articles`);
    });
  return added;
}
