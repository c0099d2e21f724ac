import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { publishedWords, toContentCard } from '#app/components/lists/content-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { listArticles } from '#domain/articles/articles.ts';
import { listDistricts, listTunnels } from '#domain/traffic/traffic.ts';
import { ContentType } from '#shared/enums.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

const PHONOGRAPHS = 3;

/** The time, preceded by the date if it is not today. */
const clockOfDay = (atMs: number, now: Date): string =>
  dayHkOf(new Date(atMs)) === dayHkOf(now) ? clockHk(new Date(atMs)) : publishedWords(atMs, now);

export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const list = async (contentType: 306 | 307 | 308, limit: number) =>
    (await listArticles({ db }, { contentTypes: [contentType] }, { limit })).articles.map((article) => ({
      ...toContentCard(article, now),
      severity: article.severity,
    }));
  const [recent, highlights, phonographs, tunnels, districts] = await Promise.all([
    // Items of the cooperative and of the newsroom: home shows both.
    list(ContentType.TRAFFIC_NEWS_ARTICLE, PAGE_LIMITS.recentTraffic),
    list(ContentType.TRAFFIC_HIGHLIGHT_ARTICLE, PAGE_LIMITS.trafficHighlight),
    list(ContentType.TRAFFIC_PHONOGRAPH_ARTICLE, PHONOGRAPHS),
    listTunnels({ db, now }),
    listDistricts({ db }),
  ]);
  const measuredAtMs = Math.max(...tunnels.map((tunnel) => tunnel.measuredAtMs));
  const [newest] = recent;
  return {
    siteUrl,
    recent,
    recentAt: newest?.publishedAtMs ? clockOfDay(newest.publishedAtMs, now) : null,
    highlights,
    phonographs,
    districts,
    tunnels: tunnels.map(({ name, minutes, isClosed, severity }) => ({ name, minutes, isClosed, severity })),
    tunnelsAt: tunnels.length > 0 ? clockOfDay(measuredAtMs, now) : null,
  };
}

export function headers() {
  return publicPage({
    freshSeconds: 30,
    staleSeconds: 300,
    tags: ['articles:306', 'articles:307', 'articles:308', 'traffic-tunnels'],
  });
}
