import { and, asc, count, eq, max, ne, sql } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
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
  db: ReadDb,
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

/** Districts of active entries, by area. */
export async function findDistricts(db: ReadDb): Promise<string[]> {
  const { area, district, status } = trafficLocations;
  const rows = await db
    .selectDistinct({ area, district })
    .from(trafficLocations)
    .where(and(eq(status, EntityStatus.ACTIVE), ne(district, '')))
    .orderBy(area, district);
  return [...new Set(rows.map((row) => row.district))];
}

/** Number of entries by area, and the newest check. */
export async function countLocations(
  db: ReadDb,
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

export interface TunnelRow extends TunnelTime {
  measuredAt: Date;
  isClosed: boolean;
  heldUntil: Date | null;
}

const { name, minutes, freeMinutes, measuredAt, isClosed, heldUntil, position } = trafficTunnels;
const TUNNEL = { name, minutes, freeMinutes, measuredAt, isClosed, heldUntil };

/** All tunnels in display order. */
export const findTunnels = (db: ReadDb): Promise<TunnelRow[]> =>
  db.select(TUNNEL).from(trafficTunnels).orderBy(asc(position), asc(name));

export async function lockTunnel(tx: Tx, tunnel: string): Promise<TunnelRow | null> {
  const [row] = await tx.select(TUNNEL).from(trafficTunnels).where(eq(name, tunnel)).for('update');
  return row ?? null;
}

export async function updateTunnel(
  tx: Tx,
  tunnel: string,
  change: Pick<TunnelRow, 'minutes' | 'isClosed' | 'measuredAt' | 'heldUntil'>,
): Promise<void> {
  await tx.update(trafficTunnels).set(change).where(eq(name, tunnel));
}

/** Stores measurements, but for tunnels whose report by staff still holds. */
export async function saveTunnels(db: Db, times: readonly TunnelTime[], at: Date): Promise<void> {
  await db
    .insert(trafficTunnels)
    .values(times.map((time, order) => ({ ...time, measuredAt: at, position: order })))
    .onConflictDoUpdate({
      target: name,
      set: {
        minutes: sql`excluded.minutes`,
        freeMinutes: sql`excluded.free_minutes`,
        measuredAt: sql`excluded.measured_at`,
        isClosed: false,
        heldUntil: null,
        position: sql`excluded.position`,
      },
      // A late measurement must not overwrite a newer one.
      setWhere: sql`${measuredAt} < excluded.measured_at
        and (${heldUntil} is null or ${heldUntil} <= excluded.measured_at)`,
    });
}
