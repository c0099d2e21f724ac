import { toContentCard } from './content-card.server.ts';
import { notFound } from '#app/params.server.ts';
import type { ArticleCard } from '#domain/articles/articles.ts';
import type { ListBatch } from './more-list.tsx';

/**
 * A page of a list as it is shown. A page beyond the end is a 404, so that crawlers stop; an empty first page says that
 * there is nothing yet.
 */
export function toBatch(
  { articles, hasMore }: { articles: ArticleCard[]; hasMore: boolean },
  page: number,
  now: Date,
): ListBatch {
  if (articles.length === 0 && page > 1) throw notFound();
  return { page, hasMore, cards: articles.map((article) => toContentCard(article, now)) };
}
