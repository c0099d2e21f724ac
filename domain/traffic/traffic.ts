import type { Db, ReadDb, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueJob, TELL_TUNNEL } from '#db/outbox.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isTunnelShown, reportHoldsUntil, severityOf } from './traffic.rules.ts';
import type { Area, LocationType, TrafficLocation, Tunnel, TunnelTime } from './traffic.schema.ts';
import {
  countLocations,
  findDistricts,
  findLocations,
  findTunnels,
  lockTunnel,
  saveTunnels,
  updateTunnel,
  type TunnelRow,
} from './traffic.store.ts';

export type { Area, LocationType, TrafficLocation, Tunnel, TunnelTime } from './traffic.schema.ts';

interface Context {
  db: ReadDb;
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

/** Districts with an entry in the directory, by area. */
export const listDistricts = ({ db }: Context): Promise<string[]> =>
  cachedQuery(db, { key: 'traffic districts', tags: [] }, () => findDistricts(db));

const toTunnel = ({ measuredAt, ...row }: TunnelRow): Tunnel => ({
  name: row.name,
  minutes: row.minutes,
  freeMinutes: row.freeMinutes,
  isClosed: row.isClosed,
  severity: severityOf(row),
  measuredAtMs: measuredAt.getTime(),
});

const PAGE_TAGS = ['traffic-tunnels'];

/** Travel times through the tunnels. Omits those without a recent measurement. */
export async function listTunnels({ db, now }: Context & { now: Date }): Promise<Tunnel[]> {
  const rows = await findTunnels(db);
  return rows.filter((row) => isTunnelShown(instantsOf(row), now.getTime())).map(toTunnel);
}

const instantsOf = ({ isClosed, measuredAt, heldUntil }: TunnelRow) => ({
  isClosed,
  measuredAtMs: measuredAt.getTime(),
  heldUntilMs: heldUntil?.getTime() ?? null,
});

/** All tunnels for the reporter's board, and whether the page shows them. */
export async function listTunnelBoard({
  db,
  now,
}: Context & { now: Date }): Promise<(Tunnel & { isShown: boolean })[]> {
  const rows = await findTunnels(db);
  return rows.map((row) => ({ ...toTunnel(row), isShown: isTunnelShown(instantsOf(row), now.getTime()) }));
}

/**
 * Stores what a reporter says of a tunnel: minutes, or null where it is closed. Throws `dataNotFound`.
 */
export async function saveTunnelReport(
  tx: Tx,
  hand: Hand,
  { tunnel, minutes }: { tunnel: string; minutes: number | null },
  now: Date,
): Promise<void> {
  const row = await lockTunnel(tx, tunnel);
  if (row === null) throw new DomainError('dataNotFound', `there is no tunnel ${tunnel}`);
  const isClosed = minutes === null;
  const change = { minutes: minutes ?? row.minutes, isClosed };
  await updateTunnel(tx, tunnel, { ...change, measuredAt: now, heldUntil: reportHoldsUntil(isClosed, now) });
  await purgePages(tx, PAGE_TAGS);
  if (isClosed !== row.isClosed)
    await queueJob(tx, TELL_TUNNEL, { tunnel, isClosed, atMs: now.getTime() }, { jobKey: `${TELL_TUNNEL}-${tunnel}` });
  const before = { minutes: row.minutes, isClosed: row.isClosed };
  await recordAudit(tx, hand, { action: 'tunnels.report', subject: ['tunnel', tunnel], before, after: change }, now);
}

/** Stores measurements of now, in display order. */
export async function saveTunnelTimes({ db, now }: { db: Db; now: Date }, times: readonly TunnelTime[]): Promise<void> {
  if (times.length === 0) return;
  await db.transaction(async (tx) => {
    await saveTunnels(tx, times, now);
    await purgePages(tx, PAGE_TAGS);
  });
}
