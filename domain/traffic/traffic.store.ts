import { and, asc, count, eq, gt, max, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { trafficPlaces, trafficTunnels } from '#db/tables/traffic.ts';
import { EntityStatus } from '#shared/enums.ts';
import { AREAS, type Area, type PlaceType, type TrafficPlace, type TunnelTime } from './traffic.schema.ts';

const listed = (type: PlaceType, area: Area | undefined) =>
  and(
    eq(trafficPlaces.type, type),
    eq(trafficPlaces.status, EntityStatus.ACTIVE),
    area === undefined ? undefined : eq(trafficPlaces.area, area),
  );

/** Active entries of a type in display order: by area, then position. */
export async function findPlaces(
  db: Db,
  { type, area }: { type: PlaceType; area?: Area | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<TrafficPlace[]> {
  const rows = await db
    .select({
      id: trafficPlaces.id,
      area: trafficPlaces.area,
      district: trafficPlaces.district,
      name: trafficPlaces.name,
      address: trafficPlaces.address,
      phone: trafficPlaces.phone,
      hours: trafficPlaces.hours,
      details: trafficPlaces.details,
      latitude: trafficPlaces.latitude,
      longitude: trafficPlaces.longitude,
      lastCheckedHk: trafficPlaces.lastCheckedHk,
    })
    .from(trafficPlaces)
    .where(listed(type, area))
    .orderBy(
      asc(sql`array_position(array['HK', 'KLN', 'NT'], ${trafficPlaces.area})`),
      asc(trafficPlaces.position),
      asc(trafficPlaces.id),
    )
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row, type }));
}

/** Number of entries by area, and the newest check. */
export async function countPlaces(
  db: Db,
  type: PlaceType,
): Promise<{ byArea: Record<Area, number>; lastCheckedHk: string | null }> {
  const rows = await db
    .select({ area: trafficPlaces.area, places: count(), checked: max(trafficPlaces.lastCheckedHk) })
    .from(trafficPlaces)
    .where(listed(type, undefined))
    .groupBy(trafficPlaces.area);
  const byArea: Record<Area, number> = { HK: 0, KLN: 0, NT: 0 };
  for (const area of AREAS) byArea[area] = rows.find((row) => row.area === area)?.places ?? 0;
  const checked = rows.flatMap((row) => row.checked ?? []).toSorted((a, b) => (a < b ? 1 : -1));
  return { byArea, lastCheckedHk: checked[0] ?? null };
}

/** Tunnels measured after an instant, in display order. */
export async function findTunnels(db: Db, measuredAfter: Date): Promise<(TunnelTime & { measuredAt: Date })[]> {
  const { name, minutes, freeMinutes, measuredAt, position } = trafficTunnels;
  return db
    .select({ name, minutes, freeMinutes, measuredAt })
    .from(trafficTunnels)
    .where(gt(measuredAt, measuredAfter))
    .orderBy(asc(position), asc(name));
}

export async function saveTunnels(db: Db, times: readonly TunnelTime[], measuredAt: Date): Promise<void> {
  await db
    .insert(trafficTunnels)
    .values(times.map((time, position) => ({ ...time, measuredAt, position })))
    .onConflictDoUpdate({
      target: trafficTunnels.name,
      set: {
        minutes: sql`excluded.minutes`,
        freeMinutes: sql`excluded.free_minutes`,
        measuredAt: sql`excluded.measured_at`,
        position: sql`excluded.position`,
      },
      // A late report must not overwrite a newer one.
      setWhere: sql`${trafficTunnels.measuredAt} < excluded.measured_at`,
    });
}
