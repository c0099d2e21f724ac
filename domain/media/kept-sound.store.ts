import { and, asc, eq, gt, gte, isNull, lt, lte, min, or, sql, type SQL } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import {
  mediaDiscards,
  mediaHours,
  mediaInits,
  mediaKeeps,
  mediaRemovals,
  mediaSegments,
  mediaStreams,
  mediaTimelines,
} from '#db/tables/media.ts';
import { HOUR_MS } from './hour-index.rules.ts';
import { MAX_SEGMENT_MS, type RenditionName } from './renditions.rules.ts';

export type HourRow = typeof mediaHours.$inferSelect;
export type RemovalWhy = (typeof mediaRemovals.$inferSelect)['why'];
export type Removal = Pick<typeof mediaRemovals.$inferSelect, 'id' | 'streamId' | 'startsAt' | 'endsAt' | 'why'>;

/** NOTIFY channel for changes to removals. */
export const REMOVAL_NOTICE = 'media_removal';

const MAX_LISTED = 100_000;
const INSERTED_AT_ONCE = 2_000;
/** Due regardless of the clock. */
export const DUE_AT_ONCE = new Date(0);

/**
 * Advisory lock of a stream: exclusive for deciding what is deleted, shared for changing what is kept. Without it an
 * hour being packed could lose sound that a concurrent keep asked for.
 */
export const lockKeeps = (tx: Tx, streamId: number, how: 'decide' | 'say'): Promise<unknown> =>
  tx.execute(
    how === 'decide'
      ? sql`select pg_advisory_xact_lock(881903870, ${streamId})`
      : sql`select pg_advisory_xact_lock_shared(881903870, ${streamId})`,
  );

/** Hours whose segments may overlap a span. */
const hoursBetween = (streamId: number, from: Date, to: Date): SQL | undefined =>
  and(
    eq(mediaHours.streamId, streamId),
    gt(mediaHours.startsAt, new Date(from.getTime() - HOUR_MS - MAX_SEGMENT_MS)),
    lt(mediaHours.startsAt, to),
  );

/** Marks hours for review by the next retention. */
export async function reviewHours(tx: Tx, streamId: number, from: Date, to: Date): Promise<void> {
  await tx
    .update(mediaHours)
    .set({ reviewAt: DUE_AT_ONCE })
    .where(hoursBetween(streamId, from, to));
}

export interface Keep {
  streamId: number;
  startsAt: Date;
  endsAt: Date;
  /** Null: until released. */
  keptUntil: Date | null;
  why: string;
}

/** Returns the former span, if there was one. */
export async function upsertKeep(tx: Tx, keep: Keep): Promise<{ startsAt: Date; endsAt: Date } | undefined> {
  const { streamId, why, ...rest } = keep;
  const [before] = await tx
    .select({ startsAt: mediaKeeps.startsAt, endsAt: mediaKeeps.endsAt })
    .from(mediaKeeps)
    .where(and(eq(mediaKeeps.streamId, streamId), eq(mediaKeeps.why, why)))
    .for('update');
  await tx
    .insert(mediaKeeps)
    .values(keep)
    .onConflictDoUpdate({ target: [mediaKeeps.streamId, mediaKeeps.why], set: rest });
  return before;
}

export async function deleteKeep(tx: Tx, streamId: number, why: string) {
  const [gone] = await tx
    .delete(mediaKeeps)
    .where(and(eq(mediaKeeps.streamId, streamId), eq(mediaKeeps.why, why)))
    .returning({ startsAt: mediaKeeps.startsAt, endsAt: mediaKeeps.endsAt });
  return gone;
}

/** Keeps that overlap a span and are effective at `now`. */
export function selectKeeps(
  db: Db,
  streamId: number,
  from: Date,
  to: Date,
  now: Date,
): Promise<{ startsAt: Date; endsAt: Date; keptUntil: Date | null }[]> {
  return db
    .select({ startsAt: mediaKeeps.startsAt, endsAt: mediaKeeps.endsAt, keptUntil: mediaKeeps.keptUntil })
    .from(mediaKeeps)
    .where(
      and(
        eq(mediaKeeps.streamId, streamId),
        gt(mediaKeeps.endsAt, from),
        lt(mediaKeeps.startsAt, to),
        or(isNull(mediaKeeps.keptUntil), gt(mediaKeeps.keptUntil, now)),
      ),
    )
    .limit(MAX_LISTED);
}

export async function insertRemoval(
  tx: Tx,
  removal: { streamId: number; startsAt: Date; endsAt: Date; why: RemovalWhy },
): Promise<number> {
  const [row] = await tx.insert(mediaRemovals).values(removal).returning({ id: mediaRemovals.id });
  return row!.id;
}

const removalColumns = {
  id: mediaRemovals.id,
  streamId: mediaRemovals.streamId,
  startsAt: mediaRemovals.startsAt,
  endsAt: mediaRemovals.endsAt,
  why: mediaRemovals.why,
};

/** An active removal, locked until the transaction ends. */
export async function lockRemoval(tx: Tx, id: number): Promise<Removal | undefined> {
  const [removal] = await tx
    .select(removalColumns)
    .from(mediaRemovals)
    .where(and(eq(mediaRemovals.id, id), isNull(mediaRemovals.liftedAt)))
    .for('update');
  return removal;
}

/** False if there is no active removal with that id. */
export async function liftRemoval(tx: Tx, id: number): Promise<boolean> {
  const lifted = await tx
    .update(mediaRemovals)
    .set({ liftedAt: sql`now()` })
    .where(and(eq(mediaRemovals.id, id), isNull(mediaRemovals.liftedAt)))
    .returning({ id: mediaRemovals.id });
  return lifted.length > 0;
}

/** Notifies every process at commit to reload removals. */
export const tellRemovals = (tx: Tx): Promise<unknown> => tx.execute(sql`select pg_notify(${REMOVAL_NOTICE}, '')`);

export const selectRemovals = (db: ReadDb, where?: SQL) =>
  db
    .select(removalColumns)
    .from(mediaRemovals)
    .where(and(isNull(mediaRemovals.liftedAt), where))
    .orderBy(mediaRemovals.streamId, mediaRemovals.startsAt)
    .limit(MAX_LISTED);

export const overlaps = (streamId: number, from: Date, to: Date): SQL | undefined =>
  and(eq(mediaRemovals.streamId, streamId), gt(mediaRemovals.endsAt, from), lt(mediaRemovals.startsAt, to));

export const selectHours = (
  db: Db,
  streamId: number,
  rendition: RenditionName,
  from: Date,
  to: Date,
): Promise<HourRow[]> =>
  db
    .select()
    .from(mediaHours)
    .where(and(hoursBetween(streamId, from, to), eq(mediaHours.rendition, rendition)))
    .orderBy(asc(mediaHours.startsAt))
    .limit(MAX_LISTED);

export async function findHour(
  db: Db,
  streamId: number,
  rendition: RenditionName,
  startsAt: Date,
): Promise<HourRow | undefined> {
  const [row] = await db
    .select()
    .from(mediaHours)
    .where(
      and(eq(mediaHours.streamId, streamId), eq(mediaHours.rendition, rendition), eq(mediaHours.startsAt, startsAt)),
    );
  return row;
}

/** The hour that may contain a sequence number. */
export async function findHourOfSequence(
  db: Db,
  streamId: number,
  rendition: RenditionName,
  sequence: number,
): Promise<HourRow | undefined> {
  const [row] = await db
    .select()
    .from(mediaHours)
    .where(
      and(
        eq(mediaHours.streamId, streamId),
        eq(mediaHours.rendition, rendition),
        lte(mediaHours.firstSequence, sequence),
      ),
    )
    .orderBy(sql`${mediaHours.firstSequence} desc`)
    .limit(1);
  return row !== undefined && row.lastSequence >= sequence ? row : undefined;
}

export async function deleteHour(tx: Tx, id: number): Promise<void> {
  await tx.delete(mediaHours).where(eq(mediaHours.id, id));
}

export async function setReview(tx: Tx, id: number, reviewAt: Date | null): Promise<void> {
  await tx.update(mediaHours).set({ reviewAt }).where(eq(mediaHours.id, id));
}

export async function savePack(
  tx: Tx,
  pack: Omit<typeof mediaHours.$inferInsert, 'id' | 'kind' | 'createdAt' | 'initId'>,
): Promise<void> {
  const { streamId, rendition, startsAt, ...rest } = pack;
  const set = { ...rest, kind: 'pack' as const, initId: null };
  await tx
    .insert(mediaHours)
    .values({ streamId, rendition, startsAt, ...set })
    .onConflictDoUpdate({ target: [mediaHours.streamId, mediaHours.rendition, mediaHours.startsAt], set });
}

/** Hours due for review, because a keep may have ended; longest overdue first. */
export const selectDueHours = (db: Db, now: Date, limit: number) =>
  db
    .select({
      streamId: mediaHours.streamId,
      rendition: mediaHours.rendition,
      startsAt: mediaHours.startsAt,
      windowMs: mediaStreams.windowMs,
    })
    .from(mediaHours)
    .innerJoin(mediaStreams, eq(mediaStreams.id, mediaHours.streamId))
    .where(lte(mediaHours.reviewAt, now))
    .orderBy(mediaHours.reviewAt)
    .limit(limit);

/** Hours that still have segment rows although they have left the window of their stream, at least partly. */
export async function selectOldHours(
  db: Db,
  { now, windowMs, graceMs }: { now: Date; windowMs: number; graceMs: number },
  limit: number,
): Promise<{ streamId: number; rendition: string; startsAt: Date; windowMs: number | null }[]> {
  // Candidates are found by the shortest window of all streams, then checked against the window of their own.
  const [shortest] = await db.select({ ms: min(mediaStreams.windowMs) }).from(mediaStreams);
  const before = new Date(now.getTime() - Math.min(windowMs, shortest?.ms ?? windowMs) - graceMs);
  const ownMs = sql`(coalesce(${mediaStreams.windowMs}, ${windowMs}::bigint) + ${graceMs}::bigint)`;
  const hour = sql<number>`(floor(extract(epoch from ${mediaSegments.startsAt}) / 3600) * 3600000)::float8`;
  const rows = await db
    .select({
      streamId: mediaSegments.streamId,
      rendition: mediaSegments.rendition,
      windowMs: mediaStreams.windowMs,
      hour: hour.as('hour'),
    })
    .from(mediaSegments)
    .innerJoin(mediaStreams, eq(mediaStreams.id, mediaSegments.streamId))
    .where(
      and(
        lt(mediaSegments.startsAt, before),
        sql`${mediaSegments.startsAt} < ${now.toISOString()}::timestamptz - ${ownMs} * interval '1 millisecond'`,
      ),
    )
    .groupBy(mediaSegments.streamId, mediaSegments.rendition, mediaStreams.windowMs, sql`hour`)
    .orderBy(sql`hour`)
    .limit(limit);
  return rows.map(({ hour: startsAt, ...row }) => ({ ...row, startsAt: new Date(startsAt) }));
}

export type SegmentRow = typeof mediaSegments.$inferSelect;

/** Segment rows that start within a span, in order. */
export const selectSegmentRows = (
  db: Db,
  streamId: number,
  rendition: RenditionName,
  from: Date,
  to: Date,
): Promise<SegmentRow[]> =>
  db
    .select()
    .from(mediaSegments)
    .where(
      and(
        eq(mediaSegments.streamId, streamId),
        eq(mediaSegments.rendition, rendition),
        gte(mediaSegments.startsAt, from),
        lt(mediaSegments.startsAt, to),
      ),
    )
    .orderBy(asc(mediaSegments.startsAt))
    .limit(MAX_LISTED);

/** Ids of those rows, in order. */
export async function selectSegmentIds(
  db: Db,
  streamId: number,
  rendition: RenditionName,
  from: Date,
  to: Date,
): Promise<number[]> {
  const { rows } = await db.execute<{ ids: string[] | null }>(sql`
    select array_agg(${mediaSegments.id} order by ${mediaSegments.startsAt}) as ids from ${mediaSegments}
    where ${mediaSegments.streamId} = ${streamId} and ${mediaSegments.rendition} = ${rendition}
      and ${mediaSegments.startsAt} >= ${from.toISOString()}::timestamptz
      and ${mediaSegments.startsAt} < ${to.toISOString()}::timestamptz`);
  return (rows[0]?.ids ?? []).map(Number);
}

export async function findSegmentRow(
  db: Db,
  streamId: number,
  rendition: RenditionName,
  sequence: number,
): Promise<SegmentRow | undefined> {
  const [row] = await db
    .select()
    .from(mediaSegments)
    .where(
      and(
        eq(mediaSegments.streamId, streamId),
        eq(mediaSegments.rendition, rendition),
        eq(mediaSegments.sequence, sequence),
      ),
    );
  return row;
}

/** Deletes segment rows and schedules the removal of their bytes, in one statement. */
export async function discardSegmentRows(tx: Tx, ids: readonly number[], dueAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    with gone as (
      delete from ${mediaSegments} where ${mediaSegments.id} = any(${sql.param([...ids])}::bigint[]) returning storage_key
    )
    insert into ${mediaDiscards} (storage_key, due_at)
    select storage_key, ${dueAt.toISOString()}::timestamptz from gone on conflict do nothing`);
}

export type NewSegmentRow = typeof mediaSegments.$inferInsert;

export async function insertSegmentRows(tx: Tx, rows: readonly NewSegmentRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += INSERTED_AT_ONCE)
    await tx.insert(mediaSegments).values(rows.slice(i, i + INSERTED_AT_ONCE));
}

/** The init with these bytes. An existing one stays unchanged. */
export async function findOrAddInit(
  tx: Tx,
  init: typeof mediaInits.$inferInsert & { sha256: string; rendition: RenditionName },
): Promise<number> {
  await tx.insert(mediaInits).values(init).onConflictDoNothing();
  const [row] = await tx
    .select({ id: mediaInits.id })
    .from(mediaInits)
    .where(
      and(
        eq(mediaInits.streamId, init.streamId),
        eq(mediaInits.rendition, init.rendition),
        eq(mediaInits.sha256, init.sha256),
      ),
    );
  return row!.id;
}

export async function selectRenditions(db: Db, streamId: number): Promise<string[]> {
  const rows = await db
    .select({ rendition: mediaTimelines.rendition })
    .from(mediaTimelines)
    .where(eq(mediaTimelines.streamId, streamId));
  return rows.map((row) => row.rendition);
}

/** Whether a rendition ever had sound. */
export async function hasSound(db: Db, streamId: number, rendition: RenditionName): Promise<boolean> {
  const [row] = await db
    .select({ streamId: mediaTimelines.streamId })
    .from(mediaTimelines)
    .where(and(eq(mediaTimelines.streamId, streamId), eq(mediaTimelines.rendition, rendition)));
  return row !== undefined;
}

export async function insertLoopHours(
  tx: Tx,
  hours: readonly Omit<typeof mediaHours.$inferInsert, 'kind'>[],
): Promise<void> {
  // A statement can hold at most 65,535 parameters.
  for (let i = 0; i < hours.length; i += INSERTED_AT_ONCE)
    await tx
      .insert(mediaHours)
      .values(hours.slice(i, i + INSERTED_AT_ONCE).map((hour) => ({ ...hour, kind: 'loop' as const })))
      .onConflictDoNothing();
}

export async function findFirstSound(db: Db, streamId: number): Promise<Date | null> {
  const [hour] = await db
    .select({ at: min(mediaHours.startsAt) })
    .from(mediaHours)
    .where(eq(mediaHours.streamId, streamId));
  const [segment] = await db
    .select({ at: min(mediaSegments.startsAt) })
    .from(mediaSegments)
    .where(eq(mediaSegments.streamId, streamId));
  const found = [hour?.at, segment?.at].filter((at) => at != null);
  return found.length === 0 ? null : new Date(Math.min(...found.map((at) => at.getTime())));
}
