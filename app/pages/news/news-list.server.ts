import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toBatch } from '#app/components/lists/list-page.server.ts';
import { requestContext } from '#app/context.server.ts';
import { idParam, listPageParam, notFound } from '#app/params.server.ts';
import { paths, slugPart } from '#app/paths.ts';
import { listArticleCategories, listArticles, type ArticleFilter } from '#domain/articles/articles.ts';
import { ContentType, NEWS_SECTIONS } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { NEWS_TAGS, newsSide } from './news-side.server.ts';

const TERMS = { freshSeconds: 30, staleSeconds: 300, tags: NEWS_TAGS };

async function listPage({ context, url }: LoaderFunctionArgs, filter: ArticleFilter) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const page = listPageParam(url.searchParams.get('page'));
  const [list, side] = await Promise.all([
    listArticles({ db }, filter, { limit: PAGE_LIMITS.newsArticleCateArticles, page }),
    newsSide({ db }, now),
  ]);
  return { siteUrl, side, batch: toBatch(list, page, now) };
}

export async function recentLoader(args: LoaderFunctionArgs) {
  return { ...(await listPage(args, { news: true })), isAlternate: args.url.pathname.startsWith('/news2') };
}

export async function trafficLoader(args: LoaderFunctionArgs) {
  // Road cooperative items are under /traffic/info.
  return listPage(args, { section: 'traffic', roadCoop: false });
}

export async function sectionLoader(args: LoaderFunctionArgs) {
  const section = NEWS_SECTIONS.find((name) => name === args.params.section);
  if (section === undefined) throw notFound();
  return { section, ...(await listPage(args, { section })) };
}

export async function editorialLoader(args: LoaderFunctionArgs) {
  const { readDb: db } = args.context.get(requestContext);
  const { url, params } = args;
  const categories = await listArticleCategories({ db }, ContentType.NEWS_ARTICLE_ARTICLE);
  const isOfCategory = 'id' in params;
  const category = isOfCategory ? categories.find(({ id }) => id === idParam(params.id)) : undefined;
  if (isOfCategory && category === undefined) throw notFound();
  if (category && params.name !== decodeURIComponent(slugPart(category.slug))) {
    const page = listPageParam(url.searchParams.get('page'));
    throw redirect(paths.newsEditorialCategory(category.id, category.slug, { page: page === 1 ? undefined : page }), {
      status: 301,
      headers: publicPage(TERMS),
    });
  }
  const list = await listPage(
    args,
    category ? { categoryId: category.id } : { contentTypes: [ContentType.NEWS_ARTICLE_ARTICLE] },
  );
  return { category: category ?? null, categories, ...list };
}

export function headers() {
  return publicPage(TERMS);
}
