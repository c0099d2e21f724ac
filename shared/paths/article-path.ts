import { contentPaths as paths } from '#shared/paths/content-paths.ts';
import { ContentType } from '#shared/enums.ts';
import type { NewsSection } from '#shared/enums.ts';

/** Fields of an article from which its URL is built. */
export interface ArticleAddress {
  id: number;
  contentType: number;
  slug: string;
  section: NewsSection | null;
  isRoadCoop: boolean;
  column: { name: string } | null;
  category: { name: string } | null;
}

/** The canonical URL of an article, by its kind. */
export function articlePath(article: ArticleAddress): string {
  const { id, slug } = article;
  const group = article.category?.name ?? article.column?.name;
  const names = group === undefined ? ([slug] as const) : ([group, slug] as const);
  switch (article.contentType) {
    case ContentType.SOUND_COLUMN_ARTICLE:
      return paths.soundColumnArticle(id, ...names);
    case ContentType.PROGRAM_HIGHLIGHT_ARTICLE:
      return paths.programHighlight(id, ...names);
    case ContentType.NEWS_ARTICLE:
    case ContentType.NEWS_ARTICLE_ARTICLE:
      return paths.newsArticleDetail(article.section ?? 'local', id, slug);
    case ContentType.TRAFFIC_NEWS_ARTICLE:
      return article.isRoadCoop ? paths.trafficInfoArticle(id, slug) : paths.newsArticleDetail('traffic', id, slug);
    case ContentType.TRAFFIC_HIGHLIGHT_ARTICLE:
      return paths.trafficHighlightArticle(id, ...names);
    case ContentType.TRAFFIC_PHONOGRAPH_ARTICLE:
      return paths.trafficPhonographArticle(id, slug);
    default:
      return paths.article(id, ...names);
  }
}
