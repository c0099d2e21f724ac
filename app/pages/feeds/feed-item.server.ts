import { articlePath } from '#app/components/article/article-path.ts';
import type { ReadDb } from '#db/database.ts';
import type { ArticleCard } from '#domain/articles/articles.ts';

export interface Door {
  db: ReadDb;
  now: Date;
}

export interface FeedItem {
  title: string;
  path: string;
  /** Permanent path, which does not depend on its title. */
  guid: string;
  atMs: number;
  description: string;
  category: string | undefined;
  /** Reference in the picture store; empty: none. */
  picture: string;
}

export interface Feed {
  title: string;
  /** The equivalent page. */
  page: string;
  tags: string[];
  /** Newest first. */
  items: (limit: number) => Promise<FeedItem[]>;
}

export const toFeedItem = (article: ArticleCard): FeedItem => ({
  title: article.title,
  path: articlePath(article),
  guid: `/articles/${article.id}`,
  atMs: article.publishAtMs,
  description: article.caption || article.previewContent,
  category: article.category?.name ?? article.column?.name,
  picture: article.keyart,
});
