import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toRanked } from '#app/components/lists/content-card.server.ts';
import { toBatch } from '#app/components/lists/list-page.server.ts';
import { requestContext } from '#app/context.server.ts';
import { idParam, listPageParam, notFound } from '#app/params.server.ts';
import { paths, slugPart } from '#app/paths.ts';
import { listArticleCategories, listArticles, listMostViewed } from '#domain/articles/articles.ts';
import { ContentType } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

const TERMS = { freshSeconds: 60, staleSeconds: 600, tags: ['articles:301'] };

export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const page = listPageParam(url.searchParams.get('page'));
  const isReview = url.pathname.endsWith(paths.homeReview());
  const categories = await listArticleCategories({ db }, ContentType.ARTICLE);
  const categoryId = params.id === undefined ? undefined : idParam(params.id);
  const category = categories.find(({ id }) => id === categoryId);
  if (categoryId !== undefined && category === undefined) throw notFound();
  // One canonical URL per category; review variants are not redirected.
  if (category && !isReview && params.cat !== decodeURIComponent(slugPart(category.slug))) {
    throw redirect(paths.articles({ page: page === 1 ? undefined : page }, { id: category.id, name: category.slug }), {
      status: 301,
      headers: publicPage(TERMS),
    });
  }
  const [list, mostViewed] = await Promise.all([
    listArticles(
      { db },
      { contentTypes: [ContentType.ARTICLE], ...(category ? { categoryId: category.id } : {}) },
      { limit: PAGE_LIMITS.latestArticles, page },
    ),
    listMostViewed({ db, now }, { contentTypes: [ContentType.ARTICLE], limit: PAGE_LIMITS.mostViewedArticles }),
  ]);
  return {
    siteUrl,
    isReview,
    category: category ?? null,
    categories,
    batch: toBatch(list, page, now),
    mostViewed: mostViewed.map(toRanked),
  };
}

export function headers() {
  return publicPage(TERMS);
}
