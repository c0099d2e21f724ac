import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { BREAKING_NEWS_TAG } from '#domain/breaking-news/breaking-news.rules.ts';
import { getBreakingNews } from '#domain/breaking-news/breaking-news.ts';

/** The current breaking news, polled by open pages. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now } = context.get(requestContext);
  const news = await getBreakingNews({ db, now });
  return Response.json({ news }, { headers: publicPage({ tags: [BREAKING_NEWS_TAG], staleSeconds: 0 }) });
}
