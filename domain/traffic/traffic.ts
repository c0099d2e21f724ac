import type { Db } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { severityOf, TUNNEL_TIME_LASTS_MS } from './traffic.rules.ts';
import type { Area, LocationType, TrafficLocation, Tunnel, TunnelTime } from './traffic.schema.ts';
import { countLocations, findLocations, findTunnels, saveTunnels } from './traffic.store.ts';

export type { Area, LocationType, TrafficLocation, Tunnel, TunnelTime } from './traffic.schema.ts';

interface Context {
  db: Db;
}

/** Directory entries of one type, by area and position. */
export async function listTrafficLocations(
  { db }: Context,
  { type, area }: { type: LocationType; area?: Area | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ locations: TrafficLocation[]; hasMore: boolean }> {
  const rows = await findLocations(db, { type, area }, { limit: limit + 1, offset });
  return { locations: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Number of entries of a type by area, and the Hong Kong day of the newest check; null without entries. */
export async function summariseTrafficLocations({ db }: Context, type: LocationType) {
  return countLocations(db, type);
}

/** Travel times through the tunnels. Omits those without a recent measurement. */
export async function listTunnels({ db, now }: Context & { now: Date }): Promise<Tunnel[]> {
  const rows = await findTunnels(db, new Date(now.getTime() - TUNNEL_TIME_LASTS_MS));
  return rows.map(({ measuredAt, ...row }) => ({
    ...row,
    severity: severityOf(row),
    measuredAtMs: measuredAt.getTime(),
  }));
}

/** Stores measurements of now, in display order. */
export async function saveTunnelTimes(
  { db, now }: Context & { now: Date },
  times: readonly TunnelTime[],
): Promise<void> {
  if (times.length === 0) return;
  await db.transaction(async (tx) => {
    await saveTunnels(tx, times, now);
    await purgePages(tx, ['traffic-tunnels']);
  });
}
