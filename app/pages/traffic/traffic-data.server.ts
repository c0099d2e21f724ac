import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { idParam, listPageParam, notFound } from '#app/params.server.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { listTrafficLocations, summariseTrafficLocations, type LocationType } from '#domain/traffic/traffic.ts';
import { AREAS, type Area } from '#domain/traffic/traffic.schema.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { DATA_TYPES } from './traffic-data-types.ts';

function typeParam(value: string | undefined): LocationType {
  const found = DATA_TYPES.find(({ type }) => type === idParam(value));
  // `01` is not another path of a page.
  if (found === undefined || value !== String(found.type)) throw notFound();
  return found.type;
}

function areaQuery(value: string | null): Area | null {
  if (value === null || value === '') return null;
  const area = AREAS.find((known) => known === value);
  if (area === undefined) throw notFound();
  return area;
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const type = typeParam(params.type);
  const query = new URL(request.url).searchParams;
  const area = areaQuery(query.get('area'));
  const page = listPageParam(query.get('page'));
  const [{ locations, hasMore }, { byArea, lastCheckedHk }] = await Promise.all([
    listTrafficLocations(
      { db },
      { type, area: area ?? undefined },
      { limit: PAGE_LIMITS.trafficData, offset: (page - 1) * PAGE_LIMITS.trafficData },
    ),
    summariseTrafficLocations({ db }, type),
  ]);
  if (page > 1 && locations.length === 0) throw notFound();
  const total = area === null ? byArea.HK + byArea.KLN + byArea.NT : byArea[area];
  const year = (day: string) => (day.slice(0, 4) === dayHkOf(now).slice(0, 4) ? '' : timeText.year(day.slice(0, 4)));
  return {
    siteUrl,
    type,
    area,
    page,
    hasMore,
    byArea,
    pages: Math.max(1, Math.ceil(total / PAGE_LIMITS.trafficData)),
    lastChecked:
      lastCheckedHk === null ? null : { day: lastCheckedHk, words: year(lastCheckedHk) + timeText.date(lastCheckedHk) },
    locations: locations.map((location) => ({
      ...location,
      tel: location.phone.replaceAll(/[^\d+]/g, '').slice(0, 15),
      checked: year(location.lastCheckedHk) + timeText.date(location.lastCheckedHk),
    })),
  };
}

export function headers() {
  return publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['traffic-locations'] });
}
