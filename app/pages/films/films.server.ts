import { redirect, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toFilmCard } from '#app/components/lists/film-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { filmPaths } from '#app/film-paths.ts';
import { idParam, listPageParam, notFound } from '#app/params.server.ts';
import { slugPart } from '#app/paths.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { listCategories, listFilms, type Category } from '#domain/films/films.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

const TERMS = { tags: [FILMS_TAG] };
const A_PAGE = PAGE_LIMITS.allPremiumVideoList;

/** The category in a path: by its number, or by its name alone. Null: all films. */
function categoryOf(
  { id, cat }: { id?: string | undefined; cat?: string | undefined },
  categories: readonly Category[],
): Category | null {
  if (id === undefined) return null;
  const found = /^\d+$/.test(id)
    ? categories.find((category) => category.id === idParam(id))
    : cat === undefined
      ? categories.find(({ name }) => decodeURIComponent(slugPart(name)) === id)
      : undefined;
  if (found === undefined) throw notFound();
  return found;
}

/** `/crgovideo/all`: all films, or those of a category, 36 per page. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const door = { db, now };
  const categories = await listCategories(door);
  const category = categoryOf(params, categories);
  const page = listPageParam(url.searchParams.get('page'));
  // One canonical URL per category.
  if (category && (params.id !== String(category.id) || params.cat !== decodeURIComponent(slugPart(category.name))))
    throw redirect(filmPaths.premiumVideoList(category, { page: page === 1 ? undefined : page }), {
      status: 301,
      headers: publicPage(TERMS),
    });
  const { films, total } = await listFilms(door, {
    categoryId: category?.id ?? null,
    limit: A_PAGE,
    offset: (page - 1) * A_PAGE,
  });
  if (page > 1 && films.length === 0) throw notFound();
  return {
    siteUrl,
    category: category && { id: category.id, name: category.name },
    categories: categories.map(({ id, name }) => ({ id, name })),
    films: films.map(toFilmCard),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / A_PAGE)),
  };
}

export function headers() {
  return publicPage(TERMS);
}
