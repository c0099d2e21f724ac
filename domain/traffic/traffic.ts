import type { Db } from '#db/database.ts';
import type { Area, PlaceType, TrafficPlace } from './traffic.schema.ts';
import { countPlaces, findPlaces } from './traffic.store.ts';

export type { Area, PlaceType, TrafficPlace } from './traffic.schema.ts';

interface Context {
  db: Db;
}

/** Rows of the directory of one type, by area and place. */
export async function listTrafficPlaces(
  { db }: Context,
  { type, area }: { type: PlaceType; area?: Area | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ places: TrafficPlace[]; hasMore: boolean }> {
  const rows = await findPlaces(db, { type, area }, { limit: limit + 1, offset });
  return { places: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** How many rows of a type each area has, and the Hong Kong day of the newest check; null without a row. */
export async function summariseTrafficPlaces({ db }: Context, type: PlaceType) {
  return countPlaces(db, type);
}
