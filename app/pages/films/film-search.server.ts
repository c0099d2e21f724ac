import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toFilmCard } from '#app/components/lists/film-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { listPageParam, notFound } from '#app/params.server.ts';
import { isSearchSort, MAX_RESULTS } from '#domain/search/search.schema.ts';
import { search } from '#domain/search/search.ts';
import { FILMS_TAG } from '#domain/films/films-tags.rules.ts';
import { listFeatured, listFilmsById } from '#domain/films/films.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

const A_PAGE = PAGE_LIMITS.premiumSearch;
const OFFERED = 4;

/** `/crgovideo/search`: film search, 18 per page. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const door = { db, now };
  const query = url.searchParams;
  const givenSort = query.get('sort') ?? '';
  const sort = isSearchSort(givenSort) ? givenSort : 'relevant';
  const page = listPageParam(query.get('page'));
  if ((page - 1) * A_PAGE >= MAX_RESULTS) throw notFound();
  const found = await search(door, { q: query.get('q') ?? '', sort, type: 'premium', page, count: A_PAGE });
  if (page > 1 && found.hits.length === 0) throw notFound();
  const films = await listFilmsById(
    door,
    found.hits.map(({ itemId }) => itemId),
  );
  const offered = films.length === 0 ? await listFeatured(door, OFFERED) : [];
  return {
    siteUrl,
    keyword: found.keyword,
    sort,
    page,
    pages: Math.max(1, Math.ceil(found.total / A_PAGE)),
    total: found.total,
    films: films.map(toFilmCard),
    offered: offered.map(toFilmCard),
  };
}

export function headers() {
  return publicPage({ freshSeconds: 3, staleSeconds: 0, tags: ['search', FILMS_TAG] });
}
