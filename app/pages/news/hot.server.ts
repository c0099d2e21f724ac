import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toContentCard } from '#app/components/content-card.server.ts';
import { toBatch } from '#app/components/list-page.server.ts';
import { requestContext } from '#app/context.server.ts';
import { listPageParam } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { listArticles } from '#domain/articles/articles.ts';
import { NEWS_TAGS, newsSide } from './news-side.server.ts';

/** `hotNews` and `recentNews`. */
const HOT_NEWS = 9;
const RECENT_NEWS = 10;

/** Hot news; at /news with the newest under it. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const isFront = url.pathname.replace(/\.data$/, '') === paths.news();
  const page = isFront ? 1 : listPageParam(url.searchParams.get('page'));
  const [hot, side, recent] = await Promise.all([
    listArticles({ db }, { news: true, hot: true }, { limit: HOT_NEWS, page }),
    newsSide({ db }, now),
    isFront ? listArticles({ db }, { news: true }, { limit: RECENT_NEWS }) : null,
  ]);
  return {
    siteUrl,
    isFront,
    side,
    batch: toBatch(hot, page, now),
    recent: (recent?.articles ?? []).map((card) => toContentCard(card, now)),
  };
}

export function headers() {
  return publicPage({ freshSeconds: 30, staleSeconds: 300, tags: NEWS_TAGS });
}
