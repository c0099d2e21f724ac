import type { ReadDb } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { mostViewed } from '#domain/audience/most-viewed.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';
import {
  ARTICLE_CONTENT_TYPES,
  MAX_LIST_LIMIT,
  MAX_LIST_PAGE,
  type Article,
  type ArticleCard,
  type ArticleContentType,
  type ArticleFilter,
  type Category,
  type Column,
} from './articles.schema.ts';
import { findAddresses, findLastArticleId, findRecentNews, type AddressRow } from './article-address.store.ts';
import { findArticle, findArticles, findCategories, findColumns, findMostRead, findOfTypes } from './articles.store.ts';

export type { Article, ArticleCard, ArticleContentType, ArticleFilter, Category, Column } from './articles.schema.ts';

interface Context {
  db: ReadDb;
}

/** Cache tags of a list of articles of some types, by default of all. */
const tagsOf = (contentTypes: readonly number[] = ARTICLE_CONTENT_TYPES): string[] => [
  ...contentTypes.map((type) => `articles:${type}`),
  'columns',
  'programs',
  'hosts',
];

/** Published articles, newest first, by page (from 1). */
export async function listArticles(
  { db }: Context,
  filter: ArticleFilter,
  { limit, page = 1, offset = (page - 1) * limit }: { limit: number; page?: number; offset?: number },
): Promise<{ articles: ArticleCard[]; hasMore: boolean }> {
  const count = Math.min(limit, MAX_LIST_LIMIT);
  if (offset >= MAX_LIST_PAGE * count) return { articles: [], hasMore: false };
  const find = async () => {
    const rows = await findArticles(db, filter, { limit: count + 1, offset });
    return { articles: rows.slice(0, count), hasMore: rows.length > count };
  };
  // Deep pages are rare and mostly requested by crawlers, so they are not cached.
  if (offset > 0) return find();
  return cachedQuery(
    db,
    { key: `articles ${JSON.stringify([filter, count])}`, tags: tagsOf(filter.contentTypes) },
    find,
  );
}

/** A published article of one of the content types; `dataNotFound` for any other id. */
export async function getArticle(
  { db }: Context,
  id: number,
  contentTypes?: readonly ArticleContentType[],
): Promise<Article> {
  const article = isPossibleId(id) ? await findArticle(db, id) : null;
  if (article === null || (contentTypes && !contentTypes.includes(article.contentType)))
    throw new DomainError('dataNotFound');
  return article;
}

/** Number of ids queried for all lists, as each list has only a few types. */
const VIEWED_OF_ALL_KINDS = 1_000;

/**
 * The most viewed articles of the last seven days, best first, by audience figures. Gaps, as in a station's first days,
 * are filled from the articles' own reader counts.
 */
export async function listMostViewed(
  { db, now }: Context & { now: Date },
  { contentTypes, limit }: { contentTypes: readonly ArticleContentType[]; limit: number },
): Promise<ArticleCard[]> {
  const key = `most viewed ${JSON.stringify([contentTypes, limit])}`;
  return cachedQuery(db, { key, tags: tagsOf(contentTypes) }, async () => {
    const ids = await cachedQuery(db, { key: 'most viewed ids', tags: [] }, () =>
      mostViewed({ db, now }, 'article', VIEWED_OF_ALL_KINDS),
    );
    const viewed = ids.length === 0 ? [] : await findOfTypes(db, ids, contentTypes, limit);
    if (viewed.length >= limit) return viewed;
    const read = await findMostRead(db, contentTypes, limit);
    const known = new Set(viewed.map(({ id }) => id));
    return [...viewed, ...read.filter(({ id }) => !known.has(id))].slice(0, limit);
  });
}

/** Related articles: of the same column, otherwise category, section or type; newest first. */
export async function listRelatedArticles(
  { db }: Context,
  article: ArticleCard,
  { limit }: { limit: number },
): Promise<ArticleCard[]> {
  const near: ArticleFilter = article.column
    ? { columnId: article.column.id }
    : article.category
      ? { categoryId: article.category.id }
      : article.section
        ? { section: article.section }
        : { contentTypes: [article.contentType] };
  return findArticles(db, { ...near, exceptId: article.id }, { limit, offset: 0 });
}

/** Active DJ columns in display order. */
export async function listColumns({ db }: Context, filter: { hostId?: number } = {}): Promise<Column[]> {
  return findColumns(db, filter);
}

/** An active DJ column; `dataNotFound` for any other id. */
export async function getColumn({ db }: Context, id: number): Promise<Column> {
  const [column] = isPossibleId(id) ? await findColumns(db, { id }) : [];
  if (column === undefined) throw new DomainError('dataNotFound');
  return column;
}

/** Active categories of a content type, in display order. */
export async function listArticleCategories({ db }: Context, contentType: ArticleContentType): Promise<Category[]> {
  return findCategories(db, contentType);
}

/** Id range of a sitemap file. */
export const SITEMAP_IDS = 20_000;

/** URLs of published articles of a type whose ids are in the nth range (from 1) of `SITEMAP_IDS`. */
export async function listArticleAddresses(
  { db }: Context,
  contentType: ArticleContentType,
  stretch: number,
): Promise<AddressRow[]> {
  const fromId = (stretch - 1) * SITEMAP_IDS + 1;
  return findAddresses(db, contentType, { fromId, toId: fromId + SITEMAP_IDS - 1 });
}

/** Number of such ranges. */
export async function countArticleStretches({ db }: Context): Promise<number> {
  return Math.ceil((await findLastArticleId(db)) / SITEMAP_IDS);
}

/** News of the last 48 hours, newest first, for the news sitemap. At most 1,000. */
export async function listRecentNewsAddresses({ db, now }: Context & { now: Date }): Promise<AddressRow[]> {
  return findRecentNews(db, [304, 305, 306], { since: new Date(now.getTime() - 48 * 3_600_000), limit: 1_000 });
}
