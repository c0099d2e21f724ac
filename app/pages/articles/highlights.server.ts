import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toBatch } from '#app/components/lists/list-page.server.ts';
import { requestContext } from '#app/context.server.ts';
import { listPageParam } from '#app/params.server.ts';
import { listArticles } from '#domain/articles/articles.ts';
import { ContentType } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const page = listPageParam(url.searchParams.get('page'));
  const list = await listArticles(
    { db },
    { contentTypes: [ContentType.PROGRAM_HIGHLIGHT_ARTICLE] },
    { limit: PAGE_LIMITS.allHighlights, page },
  );
  return { siteUrl, batch: toBatch(list, page, now) };
}

export function headers() {
  return publicPage({ freshSeconds: 60, staleSeconds: 600, tags: ['articles:303'] });
}
