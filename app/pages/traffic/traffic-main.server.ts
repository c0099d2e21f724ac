import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toContentCard } from '#app/components/content-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { listArticles } from '#domain/articles/articles.ts';
import { ContentType } from '#shared/enums.ts';

/** Constants `recentTraffic` and `trafficHighlight`. */
const RECENT = 5;
const HIGHLIGHTS = 12;
const PHONOGRAPHS = 3;

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const list = async (contentType: 306 | 307 | 308, limit: number, filter: { roadCoop?: boolean } = {}) =>
    (await listArticles({ db }, { contentTypes: [contentType], ...filter }, { limit })).articles.map((article) =>
      toContentCard(article, now),
    );
  const [recent, highlights, phonographs] = await Promise.all([
    list(ContentType.TRAFFIC_NEWS_ARTICLE, RECENT, { roadCoop: true }),
    list(ContentType.TRAFFIC_HIGHLIGHT_ARTICLE, HIGHLIGHTS),
    list(ContentType.TRAFFIC_PHONOGRAPH_ARTICLE, PHONOGRAPHS),
  ]);
  return { siteUrl, recent, highlights, phonographs };
}

export function headers() {
  return publicPage({ freshSeconds: 30, staleSeconds: 300, tags: ['articles:306', 'articles:307', 'articles:308'] });
}
