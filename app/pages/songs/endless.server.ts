import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { idParam, listPageParam, notFound } from '#app/params.server.ts';
import { hasEndless } from '#domain/moments/moments.schema.ts';
import { listCategories } from '#domain/programs/programs.ts';
import { isDayPart } from '#domain/songs/figures/endless.rules.ts';
import { listEndless } from '#domain/songs/figures/endless.ts';
import { PLAYS_TAGS } from '#domain/songs/figures/song-figures.ts';
import { isDayHk } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { toPlayViews } from './play-views.server.ts';

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const asked = url.searchParams.get('category_id');
  const part = url.searchParams.get('type');
  const page = listPageParam(url.searchParams.get('page'));
  const day = url.searchParams.get('day') ?? stationDayOf(now);
  // A list in progress is of a recent day.
  if (!isDayHk(day) || !hasEndless(day, now)) throw notFound();
  if (part !== null && !isDayPart(part)) throw notFound();
  const categories = await listCategories({ db });
  const chosen = asked === null ? categories : categories.filter(({ id }) => id === idParam(asked));
  const [first] = chosen;
  if (first === undefined) throw notFound();
  let categoryId = first.id;
  let list = await listEndless({ db }, { categoryId, part, day, page });
  // If no kind was chosen, the first with songs.
  for (const { id } of chosen.slice(1)) {
    if (list.plays.length > 0) break;
    categoryId = id;
    list = await listEndless({ db }, { categoryId, part, day, page });
  }
  const { plays, hasMore } = list;
  if (plays.length === 0 && page > 1) throw notFound();
  return {
    siteUrl,
    categories: categories.map(({ id, name }) => ({ id, name })),
    categoryId,
    part,
    page,
    day,
    hasMore,
    plays: await toPlayViews({ db, now }, plays, archive),
  };
}

export const headers = () => publicPage({ freshSeconds: 60, staleSeconds: 300, tags: [...PLAYS_TAGS] });
