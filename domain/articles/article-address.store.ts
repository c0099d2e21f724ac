import { and, asc, between, desc, eq, gte, inArray, max } from 'drizzle-orm';
import type { ReadDb } from '#db/database.ts';
import { articleCategories, articleColumns, publishedArticles } from '#db/tables/articles.ts';
import { EntityStatus, NEWS_SECTIONS, type NewsSection } from '#shared/enums.ts';
import type { ArticleContentType } from './articles.schema.ts';

/** Fields of an article needed for its URL and its sitemap entry. */
export interface AddressRow {
  id: number;
  contentType: number;
  title: string;
  slug: string;
  section: NewsSection | null;
  isRoadCoop: boolean;
  column: { name: string } | null;
  category: { name: string } | null;
  publishAt: Date;
  updatedAt: Date;
}

const published = publishedArticles;

const isSection = (value: string | null): value is NewsSection =>
  (NEWS_SECTIONS as readonly string[]).includes(value ?? '');

function addresses(db: ReadDb) {
  return db
    .select({
      id: published.id,
      contentType: published.contentType,
      title: published.title,
      slug: published.slug,
      section: published.section,
      isRoadCoop: published.isRoadCoop,
      columnName: articleColumns.name,
      categoryName: articleCategories.name,
      publishAt: published.publishAt,
      updatedAt: published.updatedAt,
    })
    .from(published)
    .leftJoin(
      articleColumns,
      and(eq(articleColumns.id, published.columnId), eq(articleColumns.status, EntityStatus.ACTIVE)),
    )
    .leftJoin(
      articleCategories,
      and(eq(articleCategories.id, published.categoryId), eq(articleCategories.status, EntityStatus.ACTIVE)),
    )
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof addresses>>[number];

const toAddress = ({ columnName, categoryName, section, ...row }: Row): AddressRow => ({
  ...row,
  section: isSection(section) ? section : null,
  column: columnName === null ? null : { name: columnName },
  category: categoryName === null ? null : { name: categoryName },
});

/** Published articles of a type with ids from `fromId` to `toId`, by id. */
export async function findAddresses(
  db: ReadDb,
  contentType: ArticleContentType,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<AddressRow[]> {
  const rows = await addresses(db)
    .where(and(eq(published.contentType, contentType), between(published.id, fromId, toId)))
    .orderBy(asc(published.id));
  return rows.map(toAddress);
}

/** News published since an instant, newest first. */
export async function findRecentNews(
  db: ReadDb,
  contentTypes: readonly ArticleContentType[],
  { since, limit }: { since: Date; limit: number },
): Promise<AddressRow[]> {
  const rows = await addresses(db)
    .where(and(inArray(published.contentType, [...contentTypes]), gte(published.publishAt, since)))
    .orderBy(desc(published.publishAt), desc(published.id))
    .limit(limit);
  return rows.map(toAddress);
}

/** The largest article id. 0 if there is none. */
export async function findLastArticleId(db: ReadDb): Promise<number> {
  const [row] = await db.select({ last: max(published.id) }).from(published);
  return row?.last ?? 0;
}
