import { and, eq, gt, gte, or, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { mediaSegments, mediaStreams, mediaTimelines, mediaUploads } from '#db/tables/media.ts';
import { isRendition, siblingsOf, type RenditionName } from './renditions.rules.ts';
import type { TimelineEnd } from './settling/settling.rules.ts';
import { JITTER_MS, type Edge, type PendingSwitch, type TimelineSegment } from './timeline.rules.ts';
import type { UploadRow } from './upload.store.ts';

/** NOTIFY channel for appended segments, as JSON. */
export const SEGMENT_NOTICE = 'media_segment';

/** A segment on the timeline, with the location of its bytes. */
export interface StoredSegment extends TimelineSegment {
  streamId: number;
  rendition: RenditionName;
  storageKey: string;
}

/** A message of the live spool. */
export interface SpoolPosition {
  /** When its stream began, Unix ms: a new stream counts from 1 again. */
  epoch: number;
  sequence: number;
}

/** A timeline, locked or as read. */
export interface LockedTimeline extends TimelineEnd {
  weight: Weight;
  /** The last message of the live spool that is in the tables. */
  spooled: SpoolPosition | undefined;
}

/** Bytes and duration of a rendition so far, for the bit rates of its multivariant playlist. */
interface Weight {
  peakBitsPerSecond: number;
  totalBytes: number;
  totalMs: number;
}

/** Creates the timeline of a rendition with its first sequence number and the weight of existing segments. */
export async function startTimeline(
  tx: Tx,
  streamId: number,
  rendition: RenditionName,
  start: { nextSequence: number } & Partial<Weight>,
): Promise<void> {
  await tx
    .insert(mediaTimelines)
    .values({ streamId, rendition, ...start })
    .onConflictDoNothing();
}

const timelineNamed = (streamId: number, rendition: RenditionName): SQL | undefined =>
  and(eq(mediaTimelines.streamId, streamId), eq(mediaTimelines.rendition, rendition));

/** Locks the timeline of a rendition until the transaction ends, so that appends are serialised. */
export async function lockTimeline(tx: Tx, streamId: number, rendition: RenditionName): Promise<LockedTimeline> {
  const lock = () => tx.select().from(mediaTimelines).where(timelineNamed(streamId, rendition)).for('update');
  const [row] = await lock();
  if (row !== undefined) return timelineOfRow(row);
  await tx.insert(mediaTimelines).values({ streamId, rendition }).onConflictDoNothing();
  const [first] = await lock();
  return timelineOfRow(first!);
}

/** A timeline as it is. Undefined: nothing was ever placed. */
export async function findTimeline(
  db: Db,
  streamId: number,
  rendition: RenditionName,
): Promise<LockedTimeline | undefined> {
  const [row] = await db.select().from(mediaTimelines).where(timelineNamed(streamId, rendition));
  return row && timelineOfRow(row);
}

function timelineOfRow(row: typeof mediaTimelines.$inferSelect): LockedTimeline {
  const { nextSequence, run, startsAt, durationMs, initId, encoderId, mediaEndMs, indexedAt, discontinuity } = row;
  const { peakBitsPerSecond, totalBytes, totalMs, switchTo, switchAt, spoolEpoch, spoolSequence } = row;
  const hasEdge =
    startsAt !== null &&
    durationMs !== null &&
    initId !== null &&
    encoderId !== null &&
    mediaEndMs !== null &&
    indexedAt !== null;
  return {
    nextSequence,
    run,
    weight: { peakBitsPerSecond, totalBytes, totalMs },
    spooled: spoolEpoch !== null && spoolSequence !== null ? { epoch: spoolEpoch, sequence: spoolSequence } : undefined,
    switching: switchTo !== null && switchAt !== null ? { encoderId: switchTo, at: switchAt.getTime() } : undefined,
    edge: hasEdge
      ? {
          encoderId,
          initId,
          startsAt: startsAt.getTime(),
          durationMs,
          mediaEndMs,
          discontinuity,
          indexedAt: indexedAt.getTime(),
        }
      : undefined,
  };
}

/** Keeps a switch of encoders that was asked after the segment that was just placed. */
export async function preserveSwitch(
  tx: Tx,
  streamId: number,
  rendition: RenditionName,
  { encoderId, at }: PendingSwitch,
): Promise<void> {
  await tx
    .update(mediaTimelines)
    .set({ switchTo: encoderId, switchAt: new Date(at) })
    .where(timelineNamed(streamId, rendition));
}

/** Notes that a message of the live spool is in the tables. */
export async function saveSpooled(
  tx: Tx,
  streamId: number,
  rendition: RenditionName,
  { epoch, sequence }: SpoolPosition,
): Promise<void> {
  await tx
    .update(mediaTimelines)
    .set({ spoolEpoch: epoch, spoolSequence: sequence })
    .where(timelineNamed(streamId, rendition));
}

/** The highest discontinuity number among sibling renditions at each of some instants. */
export async function siblingDiscontinuitiesAt(
  db: Db,
  streamId: number,
  rendition: RenditionName,
  instants: readonly number[],
): Promise<(number | undefined)[]> {
  const siblings = siblingsOf(rendition);
  if (instants.length === 0 || siblings.length === 0) return instants.map(() => undefined);
  const untils = sql.param(instants.map((instant) => new Date(instant + JITTER_MS).toISOString()));
  const { rows } = await db.execute<{ discontinuity: string | null }>(sql`
    select (
      select max(nearest.discontinuity) from unnest(${sql.param(siblings)}::text[]) as sibling (name), lateral (
        select segment.discontinuity from ${mediaSegments} segment
        where segment.stream_id = ${streamId} and segment.rendition = sibling.name and segment.starts_at <= wanted.until
        order by segment.starts_at desc limit 1) nearest
    ) as discontinuity
    from unnest(${untils}::timestamptz[]) with ordinality as wanted (until, position) order by wanted.position`);
  return rows.map(({ discontinuity }) => (discontinuity === null ? undefined : Number(discontinuity)));
}

/** A segment to be placed, and the upload that it was. */
interface PlacedUpload {
  upload: Pick<UploadRow, 'id' | 'encoderId' | 'bytes'>;
  segment: StoredSegment;
  run: number;
}

/** Moves uploads to the end of a locked timeline, saves its new end, and notifies every process at commit. */
export async function appendSegments(
  tx: Tx,
  placed: readonly PlacedUpload[],
  { nextSequence, run, weight, edge, switching }: Omit<LockedTimeline, 'spooled'> & { edge: Edge },
): Promise<void> {
  const { streamId, rendition } = placed[0]!.segment;
  const added = tx.insert(mediaSegments).values(
    placed.map(({ upload: { encoderId, bytes }, segment, run: ofRun }) => ({
      ...segment,
      startsAt: new Date(segment.startsAt),
      run: ofRun,
      encoderId,
      bytes,
    })),
  );
  const saved = tx
    .update(mediaTimelines)
    .set({
      ...edge,
      ...weight,
      nextSequence,
      run,
      startsAt: new Date(edge.startsAt),
      indexedAt: new Date(edge.indexedAt),
      switchTo: switching?.encoderId ?? null,
      switchAt: switching === undefined ? null : new Date(switching.at),
    })
    .where(timelineNamed(streamId, rendition));
  const ids = sql.param(placed.map(({ upload }) => upload.id));
  const notices = sql.param(placed.map(({ segment }) => JSON.stringify(segment satisfies StoredSegment)));
  await tx.execute(sql`
    with added as ${added}, saved as ${saved},
    moved as (delete from ${mediaUploads} where id = any(${ids}::bigint[]))
    select pg_notify(${SEGMENT_NOTICE}, notice) from unnest(${notices}::text[]) as placed (notice)`);
}

const segmentColumns = {
  streamId: mediaSegments.streamId,
  rendition: mediaSegments.rendition,
  sequence: mediaSegments.sequence,
  discontinuity: mediaSegments.discontinuity,
  startsAt: mediaSegments.startsAt,
  durationMs: mediaSegments.durationMs,
  initId: mediaSegments.initId,
  storageKey: mediaSegments.storageKey,
};

const MAX_LOADED = 100_000;

/** Segments ordered by stream, rendition and sequence number. */
async function selectSegments(db: Db, where: SQL | undefined): Promise<StoredSegment[]> {
  const rows = await db
    .select(segmentColumns)
    .from(mediaSegments)
    .where(where)
    .orderBy(mediaSegments.streamId, mediaSegments.rendition, mediaSegments.sequence)
    .limit(MAX_LOADED);
  return rows.flatMap((row) =>
    isRendition(row.rendition) ? [{ ...row, rendition: row.rendition, startsAt: row.startsAt.getTime() }] : [],
  );
}

/** Renditions that live clients may request: three per channel, and those of recently active events. */
export async function listTimelines(
  db: Db,
  { eventsSince }: { eventsSince: Date },
): Promise<{ streamId: number; rendition: RenditionName }[]> {
  const rows = await db
    .select({ streamId: mediaTimelines.streamId, rendition: mediaTimelines.rendition })
    .from(mediaTimelines)
    .innerJoin(mediaStreams, eq(mediaStreams.id, mediaTimelines.streamId))
    .where(
      or(
        eq(mediaStreams.kind, 'channel'),
        and(eq(mediaStreams.kind, 'event'), gte(mediaTimelines.startsAt, eventsSince)),
      ),
    );
  return rows.flatMap(({ streamId, rendition }) => (isRendition(rendition) ? [{ streamId, rendition }] : []));
}

export const segmentsSince = (
  db: Db,
  since: Date,
  of: { streamId: number; rendition: RenditionName },
): Promise<StoredSegment[]> =>
  selectSegments(
    db,
    and(
      eq(mediaSegments.streamId, of.streamId),
      eq(mediaSegments.rendition, of.rendition),
      gte(mediaSegments.startsAt, since),
    ),
  );

export const segmentsAfter = (
  db: Db,
  streamId: number,
  rendition: RenditionName,
  sequence: number,
): Promise<StoredSegment[]> =>
  selectSegments(
    db,
    and(
      eq(mediaSegments.streamId, streamId),
      eq(mediaSegments.rendition, rendition),
      gt(mediaSegments.sequence, sequence),
    ),
  );
