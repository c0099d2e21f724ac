import { paths } from '#app/paths.ts';
import { articleText } from '#app/text/zh-hk/article.ts';
import { content } from '#app/text/zh-hk/content.ts';
import type { ArticleCard } from '#domain/articles/articles.schema.ts';
import { ContentType } from '#shared/enums.ts';

export interface Group {
  name: string;
  href: string;
}

/** The lists that contain an article, widest first: for breadcrumbs, and for related articles. */
export function groupOf(article: ArticleCard): Group[] {
  const { contentType, category, column, section, isRoadCoop } = article;
  const kind = content.kinds[contentType] ?? '';
  switch (contentType) {
    case ContentType.SOUND_COLUMN_ARTICLE:
      return [
        { name: kind, href: paths.soundColumn() },
        ...(column ? [{ name: column.name, href: paths.soundColumn({}, column) }] : []),
      ];
    case ContentType.PROGRAM_HIGHLIGHT_ARTICLE:
      return [{ name: kind, href: paths.programHighlights() }];
    case ContentType.NEWS_ARTICLE_ARTICLE:
      return [
        { name: kind, href: paths.newsEditorial() },
        ...(category ? [{ name: category.name, href: paths.newsEditorialCategory(category.id, category.name) }] : []),
      ];
    case ContentType.TRAFFIC_NEWS_ARTICLE:
      return isRoadCoop
        ? [{ name: articleText.roadCoop, href: paths.trafficInfo() }]
        : [{ name: kind, href: paths.newsTraffic() }];
    case ContentType.TRAFFIC_HIGHLIGHT_ARTICLE:
      return [{ name: kind, href: paths.trafficHighlight() }];
    case ContentType.TRAFFIC_PHONOGRAPH_ARTICLE:
      return [{ name: kind, href: paths.trafficPhonograph() }];
    case ContentType.NEWS_ARTICLE:
      return [
        { name: articleText.news, href: paths.news() },
        ...(section ? [{ name: content.sections[section], href: paths.newsCategory(section) }] : []),
      ];
    case ContentType.ARTICLE:
      return [
        { name: kind, href: paths.articles() },
        ...(category ? [{ name: category.name, href: paths.articles({}, category) }] : []),
      ];
  }
}
