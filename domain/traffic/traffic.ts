import type { Db } from '#db/database.ts';
import { PLACES_PER_PAGE, type Area, type PlaceType, type TrafficPlace } from './traffic.schema.ts';
import { countPlaces, findPlaces } from './traffic.store.ts';

export type { Area, PlaceType, TrafficPlace } from './traffic.schema.ts';

interface Context {
  db: Db;
}

/** A page (from 1) of the directory of one type, by area and place. */
export async function listTrafficPlaces(
  { db }: Context,
  { type, area, page = 1 }: { type: PlaceType; area?: Area | undefined; page?: number | undefined },
): Promise<{ places: TrafficPlace[]; hasMore: boolean }> {
  const rows = await findPlaces(
    db,
    { type, area },
    { limit: PLACES_PER_PAGE + 1, offset: (page - 1) * PLACES_PER_PAGE },
  );
  return { places: rows.slice(0, PLACES_PER_PAGE), hasMore: rows.length > PLACES_PER_PAGE };
}

/** How many rows of a type each area has, and the Hong Kong day of the newest check; null without a row. */
export async function summariseTrafficPlaces({ db }: Context, type: PlaceType) {
  return countPlaces(db, type);
}
