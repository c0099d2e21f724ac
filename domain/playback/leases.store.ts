import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, notExists, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { members } from '#db/tables/members.ts';
import { playbackLeases } from '#db/tables/playback.ts';
import { ENDED_REMEMBERED_MS, LAPSE_MS, type EndedWhy } from './leases.rules.ts';

/** Channel that announces ended leases, comma-separated; every process that serves media listens. */
export const LEASE_NOTICE = 'airwave_leases';
/** PostgreSQL rejects notification payloads of 8,000 bytes. */
const IDS_A_NOTICE = 200;

export type LeaseRow = typeof playbackLeases.$inferSelect;

/**
 * Locks a member's row until the transaction ends: slots are assigned serially, and never to a member being erased.
 * False if the member no longer exists.
 */
export async function lockMember(tx: Tx, memberId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), inArray(members.state, ['active', 'deleting'])))
    .for('no key update');
  return rows.length > 0;
}

/** Locks a session likewise: a log-out waits, and then ends what was started in it. False if it has ended. */
export async function lockSession(tx: Tx, sessionId: number, memberId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: memberSessions.id })
    .from(memberSessions)
    .where(and(eq(memberSessions.id, sessionId), eq(memberSessions.memberId, memberId)))
    .for('key share');
  return rows.length > 0;
}

/** Locks member and session of each pair that exists and is not locked by others; returns the members. */
export async function lockFree(
  tx: Tx,
  sessions: readonly { memberId: number; sessionId: number }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await tx.execute<{ memberId: number }>(sql`
    select member.id as "memberId"
    from unnest(
      ${sql.param(sessions.map(({ memberId }) => memberId))}::int[],
      ${sql.param(sessions.map(({ sessionId }) => sessionId))}::bigint[]
    ) as given (member_id, session_id)
    join ${members} as member on member.id = given.member_id and member.state in ('active', 'deleting')
    join ${memberSessions} as session on session.id = given.session_id and session.member_id = given.member_id
    order by member.id
    for no key update of member skip locked
    for key share of session skip locked`);
  return new Set(rows.map(({ memberId }) => memberId));
}

/** Members' open leases, oldest start first. */
export const findOpenLeases = (db: Db, memberIds: readonly number[]): Promise<LeaseRow[]> =>
  db
    .select()
    .from(playbackLeases)
    .where(
      and(sql`${playbackLeases.memberId} = any(${sql.param([...memberIds])}::int[])`, isNull(playbackLeases.endedAt)),
    )
    .orderBy(asc(playbackLeases.startedAt), asc(playbackLeases.id));

/** Leases that may still have a valid grant: open, and renewed since the oldest possible valid grant was signed. */
export const findPlaying = (db: Db, now: Date): Promise<LeaseRow[]> =>
  db
    .select()
    .from(playbackLeases)
    .where(
      and(isNull(playbackLeases.endedAt), gt(playbackLeases.renewedAt, new Date(now.getTime() - ENDED_REMEMBERED_MS))),
    );

/** Starts leases, or the next epoch of existing ones. One that ended meanwhile is omitted from the result. */
export async function putLeases(
  tx: Tx,
  leases: readonly Omit<LeaseRow, 'endedAt' | 'endedWhy' | 'pausedAt' | 'remoteSerial'>[],
): Promise<{ id: string; epoch: number; memberId: number }[]> {
  const of = (pick: (lease: (typeof leases)[number]) => unknown) => sql.param(leases.map(pick));
  const { rows } = await tx.execute<{ id: string; epoch: number; memberId: number }>(sql`
    insert into ${playbackLeases} as lease (
      id, epoch, member_id, session_id, device_key, device_name, stream_id, starts_at, ends_at, started_at, renewed_at
    )
    select * from unnest(
      ${of(({ id }) => id)}::uuid[],
      ${of(({ epoch }) => epoch)}::int[],
      ${of(({ memberId }) => memberId)}::int[],
      ${of(({ sessionId }) => sessionId)}::bigint[],
      ${of(({ deviceKey }) => deviceKey)}::text[],
      ${of(({ deviceName }) => deviceName)}::text[],
      ${of(({ streamId }) => streamId)}::int[],
      ${of(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
      ${of(({ endsAt }) => endsAt.toISOString())}::timestamptz[],
      ${of(({ startedAt }) => startedAt.toISOString())}::timestamptz[],
      ${of(({ renewedAt }) => renewedAt.toISOString())}::timestamptz[]
    )
    on conflict (id) do update set
      epoch = excluded.epoch, device_name = excluded.device_name, stream_id = excluded.stream_id,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, started_at = excluded.started_at,
      renewed_at = excluded.renewed_at, paused_at = null, remote_serial = lease.remote_serial + 1
      where lease.ended_at is null
    returning id, epoch, member_id as "memberId"`);
  return rows;
}

export async function findLease(db: Db, id: string): Promise<LeaseRow | undefined> {
  const [row] = await db.select().from(playbackLeases).where(eq(playbackLeases.id, id));
  return row;
}

/** The lease that started when another ended: where playback moved. */
export async function findSuccessor(db: Db, ended: { memberId: number; id: string; endedAt: Date }) {
  const [row] = await db
    .select({ deviceName: playbackLeases.deviceName })
    .from(playbackLeases)
    .where(
      and(
        eq(playbackLeases.memberId, ended.memberId),
        ne(playbackLeases.id, ended.id),
        gte(playbackLeases.startedAt, ended.endedAt),
      ),
    )
    .orderBy(asc(playbackLeases.startedAt))
    .limit(1);
  return row;
}

export async function insertLease(tx: Tx, lease: typeof playbackLeases.$inferInsert): Promise<LeaseRow> {
  const [row] = await tx.insert(playbackLeases).values(lease).returning();
  if (!row) throw new Error('writing a lease returned no row');
  return row;
}

export async function updateLease(
  tx: Tx,
  id: string,
  set: Partial<Omit<typeof playbackLeases.$inferInsert, 'id' | 'memberId' | 'endedAt' | 'endedWhy'>>,
): Promise<LeaseRow> {
  const [row] = await tx.update(playbackLeases).set(set).where(eq(playbackLeases.id, id)).returning();
  if (!row) throw new Error('writing a lease returned no row');
  return row;
}

/**
 * Renews a lease that needs no free slot: it has its own, or is paused and needs none. Undefined if there is none such.
 */
export async function touchLease(
  db: Db,
  {
    id,
    isPaused,
    now,
    by,
    remoteSerial,
  }: {
    id: string;
    isPaused: boolean;
    now: Date;
    by?: { memberId: number; sessionId: number; epoch: number };
    remoteSerial?: number;
  },
): Promise<LeaseRow | undefined> {
  const since = new Date(now.getTime() - LAPSE_MS);
  const nowSql = sql`${now.toISOString()}::timestamptz`;
  const holdsSlot = sql`(${gt(playbackLeases.renewedAt, since)} and (${isNull(playbackLeases.pausedAt)} or ${gt(playbackLeases.pausedAt, since)}))`;
  const own =
    by &&
    and(
      eq(playbackLeases.memberId, by.memberId),
      eq(playbackLeases.sessionId, by.sessionId),
      eq(playbackLeases.epoch, by.epoch),
    );
  const ofGrant = remoteSerial === undefined ? undefined : eq(playbackLeases.remoteSerial, remoteSerial);
  const [row] = await db
    .update(playbackLeases)
    .set({
      renewedAt: sql`greatest(${playbackLeases.renewedAt}, ${nowSql})`,
      // A lapsed lease stays lapsed: a paused device takes no slot.
      pausedAt: isPaused
        ? sql`coalesce(${playbackLeases.pausedAt}, case when ${gt(playbackLeases.renewedAt, since)} then ${nowSql} else ${playbackLeases.renewedAt} end)`
        : null,
    })
    .where(
      and(eq(playbackLeases.id, id), isNull(playbackLeases.endedAt), own, ofGrant, isPaused ? undefined : holdsSlot),
    )
    .returning();
  return row;
}

/** Increments the serial of remote grants. Undefined if the lease ended or has a newer epoch. */
export async function raiseRemoteSerial(db: Db, id: string, epoch: number): Promise<number | undefined> {
  const [row] = await db
    .update(playbackLeases)
    .set({ remoteSerial: sql`${playbackLeases.remoteSerial} + 1` })
    .where(and(eq(playbackLeases.id, id), eq(playbackLeases.epoch, epoch), isNull(playbackLeases.endedAt)))
    .returning({ remoteSerial: playbackLeases.remoteSerial });
  return row?.remoteSerial;
}

/** Ends leases and notifies every process in the same transaction. Returns how many were open. */
export const endLeases = (
  db: Db,
  which: SQL | undefined,
  { why, now }: { why: EndedWhy; now: Date },
): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .update(playbackLeases)
      .set({ endedAt: now, endedWhy: why })
      .where(and(isNull(playbackLeases.endedAt), which))
      .returning({ id: playbackLeases.id });
    for (let from = 0; from < rows.length; from += IDS_A_NOTICE) {
      const ids = rows.slice(from, from + IDS_A_NOTICE).map(({ id }) => id);
      await tx.execute(sql`select pg_notify(${LEASE_NOTICE}, ${ids.join(',')})`);
    }
    return rows.length;
  });

export const isLease = (id: string, memberId: number) =>
  and(eq(playbackLeases.id, id), eq(playbackLeases.memberId, memberId));

/** These, unless they have a newer epoch. */
export const isAnyEpoch = (leases: readonly { id: string; epoch: number }[]) =>
  sql`(${playbackLeases.id}, ${playbackLeases.epoch}) in (select * from unnest(
    ${sql.param(leases.map(({ id }) => id))}::uuid[], ${sql.param(leases.map(({ epoch }) => epoch))}::int[]))`;

export const isOfMember = (memberId: number) => eq(playbackLeases.memberId, memberId);

export const isOfDevices = (memberId: number, hashes: readonly Buffer[]) =>
  and(
    eq(playbackLeases.memberId, memberId),
    inArray(sql`sha256(convert_to(${playbackLeases.deviceKey}, 'UTF8'))`, [...hashes]),
  );

/** Leases whose session no longer exists. */
export const isWithoutSession = (db: Db, which: { sessionId: number } | { memberId: number } | 'any') =>
  and(
    which === 'any'
      ? undefined
      : 'sessionId' in which
        ? eq(playbackLeases.sessionId, which.sessionId)
        : eq(playbackLeases.memberId, which.memberId),
    notExists(
      db
        .select({ one: sql`1` })
        .from(memberSessions)
        .where(eq(memberSessions.id, playbackLeases.sessionId)),
    ),
  );

/** Leases that play part of a span. */
export const overlaps = ({ streamId, startsAt, endsAt }: { streamId: number; startsAt: Date; endsAt: Date }) =>
  and(eq(playbackLeases.streamId, streamId), lt(playbackLeases.startsAt, endsAt), gt(playbackLeases.endsAt, startsAt));

/** Leases ended after an instant. */
export async function findEndedSince(db: Db, since: Date): Promise<{ id: string; endedAt: Date }[]> {
  const rows = await db
    .select({ id: playbackLeases.id, endedAt: playbackLeases.endedAt })
    .from(playbackLeases)
    .where(and(isNotNull(playbackLeases.endedAt), gt(playbackLeases.endedAt, since)))
    .orderBy(desc(playbackLeases.endedAt));
  return rows.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [{ id, endedAt }]));
}

/** Deletes leases that ended or lapsed before an instant. */
export async function deleteOldLeases(db: Db, before: Date): Promise<void> {
  await db
    .delete(playbackLeases)
    .where(
      and(
        lt(playbackLeases.renewedAt, before),
        sql`coalesce(${playbackLeases.endedAt}, '-infinity') < ${before.toISOString()}::timestamptz`,
      ),
    );
}
