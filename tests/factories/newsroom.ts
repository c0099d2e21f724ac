import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { articleCategories, articleColumns, articleRankings, articles, mediaFiles } from '#db/tables/articles.ts';
import { ContentBlockType } from '#shared/enums.ts';

type ArticleValues = typeof articles.$inferInsert;

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** A published article, an hour old by default. */
export const article = (id: number, values: Partial<ArticleValues> = {}): ArticleValues => ({
  id,
  contentType: 301,
  title: `題目${id}`,
  slug: `題目${id}`,
  state: 'published',
  publishAt: minutesFromNow(-60 - id),
  keyart: `article-${id}`,
  blocks: [{ type: ContentBlockType.TEXT, html: `<p>內文${id}</p>` }],
  ...values,
});

/**
 * Hidden articles, each for a different reason: a draft, a scheduled one, one withdrawn manually, one withdrawn by
 * time.
 */
const HIDDEN_IDS = [91, 92, 93, 94] as const;

/** A small newsroom on top of `insertSmallStation`. Every list has one article for each reason to be hidden. */
export async function insertSmallNewsroom(db: Db): Promise<void> {
  await db.insert(articleCategories).values([
    { id: 1, contentType: 301, name: '城中', slug: '城中' },
    { id: 2, contentType: 305, name: '社評', slug: '社評' },
  ]);
  await db.insert(articleColumns).values([
    { id: 1, kind: 1, name: '夜航', slug: '夜航', hostId: 1, position: 1 },
    { id: 2, kind: 1, name: '收起', slug: '收起', status: 0, position: 2 },
  ]);
  await db
    .insert(mediaFiles)
    .values([
      { id: 1, kind: 1, title: '錄音', sha256: 'a'.repeat(64), mimeType: 'audio/mp4', bytes: 10, durationMs: 1_000 },
    ]);
  const everywhere = { categoryId: 1, columnId: 1, programId: 1, isHot: true } satisfies Partial<ArticleValues>;
  const hidden = HIDDEN_IDS.flatMap((id, reason) => {
    const why = [
      { state: 'draft' as const },
      { publishAt: minutesFromNow(60) },
      { state: 'withdrawn' as const },
      { withdrawAt: minutesFromNow(-1) },
    ][reason];
    // Repeated in every kind, so that every list has them.
    return ([301, 302, 303, 304, 305, 306, 307, 308] as const).map((contentType, i) =>
      article(id + i * 100, {
        ...everywhere,
        contentType,
        section: contentType === 304 ? 'local' : contentType === 305 ? 'editorial' : null,
        ...(contentType === 306 ? { section: 'traffic' as const, isRoadCoop: true } : {}),
        ...why,
      }),
    );
  });
  await db.insert(articles).values([
    article(1, {
      ...everywhere,
      caption: '一句',
      previewContent: '頭幾句',
      hasAudio: true,
      byline: '記者',
      blocks: [
        { type: ContentBlockType.TEXT, html: '<p>內文</p>' },
        { type: ContentBlockType.AUDIO, mediaFileId: 1, title: '錄音', durationMs: 1_000 },
        { type: ContentBlockType.YOUTUBE, videoId: 'abcdefghijk', title: '片' },
      ],
    }),
    article(2),
    article(3, { contentType: 302, columnId: 2 }),
    article(4, { contentType: 303, programId: 1 }),
    article(5, { contentType: 304, section: 'local', isHot: true }),
    article(6, { contentType: 304, section: 'sports' }),
    article(7, { contentType: 305, section: 'editorial', categoryId: 2 }),
    article(8, { contentType: 306, section: 'traffic', isRoadCoop: true }),
    article(9, { contentType: 306, section: 'traffic' }),
    article(10, { contentType: 307 }),
    article(11, { contentType: 308 }),
    ...hidden,
  ]);
  await db.insert(articleRankings).values([
    { contentType: 301, rank: 1, articleId: 91, views: 9 },
    { contentType: 301, rank: 2, articleId: 2, views: 5 },
    { contentType: 301, rank: 3, articleId: 1, views: 3 },
    { contentType: 301, rank: 4, articleId: 92, views: 2 },
    { contentType: 301, rank: 5, articleId: 93, views: 2 },
    { contentType: 301, rank: 6, articleId: 94, views: 1 },
  ]);
  // Ids of what tests add do not meet those above.
  await db.execute(sql`alter table articles alter column id restart with 10000`);
  await db.execute(sql`alter table article_columns alter column id restart with 100`);
}

/** Ids of every hidden article of `insertSmallNewsroom`. */
export const allHiddenIds = HIDDEN_IDS.flatMap((id) => Array.from({ length: 8 }, (_, i) => id + i * 100));
