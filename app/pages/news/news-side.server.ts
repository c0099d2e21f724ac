import { toContentCard, toRanked } from '#app/components/lists/content-card.server.ts';
import type { ReadDb } from '#db/database.ts';
import { listArticles, listMostViewed, type ArticleContentType } from '#domain/articles/articles.ts';
import { ContentType } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

const NEWS_TYPES: readonly ArticleContentType[] = [
  ContentType.NEWS_ARTICLE,
  ContentType.NEWS_ARTICLE_ARTICLE,
  ContentType.TRAFFIC_NEWS_ARTICLE,
];

const EDITORIALS = 4;

/** Sidebar of every news list: the newest editorials and the most read. */
export async function newsSide({ db }: { db: ReadDb }, now: Date) {
  const [editorials, hits] = await Promise.all([
    listArticles({ db }, { contentTypes: [ContentType.NEWS_ARTICLE_ARTICLE] }, { limit: EDITORIALS }),
    listMostViewed({ db, now }, { contentTypes: NEWS_TYPES, limit: PAGE_LIMITS.newsHitNews }),
  ]);
  return {
    editorials: editorials.articles.map((card) => toContentCard(card, now)),
    hits: hits.map(toRanked),
  };
}

export const NEWS_TAGS = NEWS_TYPES.map((type) => `articles:${type}`);
