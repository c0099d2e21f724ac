import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toBatch } from '#app/components/lists/list-page.server.ts';
import { requestContext } from '#app/context.server.ts';
import { listPageParam } from '#app/params.server.ts';
import { listArticles, type ArticleFilter } from '#domain/articles/articles.ts';
import { ContentType } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

/** Lists of the section: content and page size. */
const LISTS = {
  info: {
    filter: { contentTypes: [ContentType.TRAFFIC_NEWS_ARTICLE], roadCoop: true },
    perPage: PAGE_LIMITS.recentTraffic,
  },
  highlight: {
    filter: { contentTypes: [ContentType.TRAFFIC_HIGHLIGHT_ARTICLE] },
    perPage: PAGE_LIMITS.trafficHighlight,
  },
  phonograph: { filter: { contentTypes: [ContentType.TRAFFIC_PHONOGRAPH_ARTICLE] }, perPage: 12 },
} satisfies Record<string, { filter: ArticleFilter; perPage: number }>;

/** Loader and headers of a list. */
export function trafficList(name: keyof typeof LISTS) {
  const { filter, perPage } = LISTS[name];
  return {
    loader: async ({ context, url }: LoaderFunctionArgs) => {
      const { readDb: db, now, siteUrl } = context.get(requestContext);
      const page = listPageParam(url.searchParams.get('page'));
      const list = await listArticles({ db }, filter, { limit: perPage, page });
      return { siteUrl, batch: toBatch(list, page, now) };
    },
    headers: () =>
      publicPage({ freshSeconds: 60, staleSeconds: 600, tags: [`articles:${filter.contentTypes[0] ?? ''}`] }),
  };
}
