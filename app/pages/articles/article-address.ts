import { articlePath, type ArticleAddress } from '#app/components/article/article-path.ts';
import { paths } from '#app/paths.ts';
import type { ArticleContentType } from '#domain/articles/articles.schema.ts';
import { ContentType } from '#shared/enums.ts';

/** Page type of an article: its own, the alternate of a news article, the copy for tests, or the preview of a draft. */
export type ArticleVariant = 'own' | 'alternate' | 'test' | 'preview';

export function articleVariant(pathname: string): ArticleVariant {
  if (pathname.startsWith('/news2/')) return 'alternate';
  return pathname.startsWith('/test/') ? 'test' : 'own';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Redirect target of a request for an article; null if the URL is correct. The test copy accepts any name; an alternate
 * of an article that is not news redirects to the article.
 */
export function moveTo(pathname: string, article: ArticleAddress): string | null {
  const variant = articleVariant(pathname);
  if (variant === 'test') return null;
  const own = articlePath(article);
  const right = variant === 'alternate' && own.startsWith(`${paths.news()}/`) ? own.replace('/news/', '/news2/') : own;
  return decoded(pathname) === decoded(right) ? null : right;
}

const NEWS: readonly ArticleContentType[] = [
  ContentType.NEWS_ARTICLE,
  ContentType.NEWS_ARTICLE_ARTICLE,
  ContentType.TRAFFIC_NEWS_ARTICLE,
];

/** Content types that share a most viewed list: all news together, every other type separately. */
export function rankedWith(contentType: ArticleContentType): readonly ArticleContentType[] {
  return NEWS.includes(contentType) ? NEWS : [contentType];
}
