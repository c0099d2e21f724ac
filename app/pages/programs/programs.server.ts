import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toProgramCard } from '#app/components/lists/program-card.server.ts';
import { requestContext } from '#app/context.server.ts';
import { channelParam, idParam, notFound } from '#app/params.server.ts';
import { listCategories, listPrograms } from '#domain/programs/programs.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';

/** Limit of 'more'; beyond it filters are faster. */
const MAX_PAGE = 10;
const KEYWORD_CHARS = 50;

function pageParam(value: string | null): number {
  if (value === null) return 1;
  if (!/^\d{1,2}$/.test(value) || Number(value) < 1 || Number(value) > MAX_PAGE) throw notFound();
  return Number(value);
}

/** A weekday, from Sunday 0. */
function dayParam(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[0-6]$/.test(value)) throw notFound();
  return Number(value);
}

/** List filters from a URL; an invalid channel or category is a 404. */
function filterParams(url: URL) {
  const query = url.searchParams;
  const given = (name: string) => query.get(name) || undefined;
  const channel = given('channel');
  const category = given('category_id');
  return {
    channelId: channel === undefined ? undefined : channelParam(channel),
    categoryId: category === undefined ? undefined : idParam(category),
    day: dayParam(given('day')),
    // PostgreSQL text cannot contain NUL.
    keyword: given('keyword')?.replaceAll('\0', '').trim().slice(0, KEYWORD_CHARS) || undefined,
    page: pageParam(query.get('page')),
  };
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const filter = filterParams(url);
  const categories = await listCategories({ db });
  if (filter.categoryId !== undefined && !categories.some((c) => c.id === filter.categoryId)) throw notFound();
  const { programs, total } = await listPrograms(
    { db, now },
    {
      ...filter,
      weekdayBit: filter.day === undefined ? undefined : 1 << filter.day,
      withParts: true,
      limit: filter.page * PAGE_LIMITS.allProgram,
    },
  );
  return {
    siteUrl,
    filter,
    pageSize: PAGE_LIMITS.allProgram,
    total,
    hasMore: programs.length < total && filter.page < MAX_PAGE,
    categories: categories.filter((c) => c.programCount > 0).map(({ id, name }) => ({ id, name })),
    programs: programs.map(toProgramCard),
  };
}

export function headers() {
  return publicPage({ freshSeconds: 60, staleSeconds: 600, tags: ['programs', 'timetable'] });
}
