import { and, asc, count, eq, gt, max, sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { trafficLocations, trafficTunnels } from '#db/tables/traffic.ts';
import { EntityStatus } from '#shared/enums.ts';
import { AREAS, type Area, type LocationType, type TrafficLocation, type TunnelTime } from './traffic.schema.ts';

const listed = (type: LocationType, area: Area | undefined) =>
  and(
    eq(trafficLocations.type, type),
    eq(trafficLocations.status, EntityStatus.ACTIVE),
    area === undefined ? undefined : eq(trafficLocations.area, area),
  );

/** Active entries of a type in display order: by area, then position. */
export async function findLocations(
  db: Db,
  { type, area }: { type: LocationType; area?: Area | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<TrafficLocation[]> {
  const rows = await db
    .select({
      id: trafficLocations.id,
      area: trafficLocations.area,
      district: trafficLocations.district,
      name: trafficLocations.name,
      address: trafficLocations.address,
      phone: trafficLocations.phone,
      hours: trafficLocations.hours,
      details: trafficLocations.details,
      latitude: trafficLocations.latitude,
      longitude: trafficLocations.longitude,
      lastCheckedHk: trafficLocations.lastCheckedHk,
    })
    .from(trafficLocations)
    .where(listed(type, area))
    .orderBy(
      asc(sql`array_position(array['HK', 'KLN', 'NT'], ${trafficLocations.area})`),
      asc(trafficLocations.position),
      asc(trafficLocations.id),
    )
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row, type }));
}

/** Number of entries by area, and the newest check. */
export async function countLocations(
  db: Db,
  type: LocationType,
): Promise<{ byArea: Record<Area, number>; lastCheckedHk: string | null }> {
  const rows = await db
    .select({ area: trafficLocations.area, locations: count(), checked: max(trafficLocations.lastCheckedHk) })
    .from(trafficLocations)
    .where(listed(type, undefined))
    .groupBy(trafficLocations.area);
  const byArea: Record<Area, number> = { HK: 0, KLN: 0, NT: 0 };
  for (const area of AREAS) byArea[area] = rows.find((row) => row.area === area)?.locations ?? 0;
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
