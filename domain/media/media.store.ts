import { and, desc, eq, gt, gte, inArray, lt, lte, not, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { mediaDiscards, mediaSegments, mediaTimelines, mediaUploads } from '#db/tables/media.ts';
import { isRendition, siblingsOf, type RenditionName } from './renditions.rules.ts';
import { JITTER_MS, type Edge, type TimelineSegment } from './timeline.rules.ts';
import type { UploadRow } from './upload.store.ts';

/** Channel of PostgreSQL's NOTIFY on which every appended segment is told, as JSON. */
export const SEGMENT_NOTICE = 'media_segment';

/** A segment that is on the timeline, with where its bytes are. */
export interface StoredSegment extends TimelineSegment {
  channelId: number;
  rendition: RenditionName;
  storageKey: string;
}

export interface LockedTimeline {
  nextSequence: number;
  run: number;
  edge: Edge | undefined;
}

/** The edge of a rendition, held until the transaction ends: one append at a time. */
export async function lockTimeline(tx: Tx, channelId: number, rendition: RenditionName): Promise<LockedTimeline> {
  await tx.insert(mediaTimelines).values({ channelId, rendition }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(mediaTimelines)
    .where(and(eq(mediaTimelines.channelId, channelId), eq(mediaTimelines.rendition, rendition)))
    .for('update');
  const { nextSequence, run, startsAt, durationMs, initId, encoderId, mediaEndMs, indexedAt, discontinuity } = row!;
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

export async function saveTimeline(
  tx: Tx,
  channelId: number,
  rendition: RenditionName,
  { nextSequence, run, edge }: LockedTimeline & { edge: Edge },
): Promise<void> {
  await tx
    .update(mediaTimelines)
    .set({
      ...edge,
      nextSequence,
      run,
      startsAt: new Date(edge.startsAt),
      indexedAt: new Date(edge.indexedAt),
    })
    .where(and(eq(mediaTimelines.channelId, channelId), eq(mediaTimelines.rendition, rendition)));
}

/** The highest discontinuity number that the siblings of a rendition have at an instant. */
export async function siblingDiscontinuityAt(
  db: Db,
  channelId: number,
  rendition: RenditionName,
  instant: number,
): Promise<number | undefined> {
  const numbers: number[] = [];
  for (const sibling of siblingsOf(rendition)) {
    const [row] = await db
      .select({ discontinuity: mediaSegments.discontinuity })
      .from(mediaSegments)
      .where(
        and(
          eq(mediaSegments.channelId, channelId),
          eq(mediaSegments.rendition, sibling),
          lte(mediaSegments.startsAt, new Date(instant + JITTER_MS)),
        ),
      )
      .orderBy(desc(mediaSegments.startsAt))
      .limit(1);
    if (row) numbers.push(row.discontinuity);
  }
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/** Moves an upload onto the timeline and tells every process, when the transaction commits. */
export async function appendSegment(
  tx: Tx,
  upload: UploadRow,
  segment: StoredSegment & { run: number },
): Promise<void> {
  const { run, ...told } = segment;
  await tx.insert(mediaSegments).values({
    ...told,
    run,
    startsAt: new Date(segment.startsAt),
    encoderId: upload.encoderId,
    bytes: upload.bytes,
  });
  await tx.delete(mediaUploads).where(eq(mediaUploads.id, upload.id));
  await tx.execute(sql`select pg_notify(${SEGMENT_NOTICE}, ${JSON.stringify(told satisfies StoredSegment)})`);
}

const segmentColumns = {
  channelId: mediaSegments.channelId,
  rendition: mediaSegments.rendition,
  sequence: mediaSegments.sequence,
  discontinuity: mediaSegments.discontinuity,
  startsAt: mediaSegments.startsAt,
  durationMs: mediaSegments.durationMs,
  initId: mediaSegments.initId,
  storageKey: mediaSegments.storageKey,
};

const MAX_LOADED = 100_000;

/** Segments in order of rendition and sequence. */
async function selectSegments(db: Db, where: SQL | undefined): Promise<StoredSegment[]> {
  const rows = await db
    .select(segmentColumns)
    .from(mediaSegments)
    .where(where)
    .orderBy(mediaSegments.channelId, mediaSegments.rendition, mediaSegments.sequence)
    .limit(MAX_LOADED);
  return rows.flatMap((row) =>
    isRendition(row.rendition) ? [{ ...row, rendition: row.rendition, startsAt: row.startsAt.getTime() }] : [],
  );
}

export const segmentsSince = (db: Db, since: Date): Promise<StoredSegment[]> =>
  selectSegments(db, gte(mediaSegments.startsAt, since));

export const segmentsAfter = (
  db: Db,
  channelId: number,
  rendition: RenditionName,
  sequence: number,
): Promise<StoredSegment[]> =>
  selectSegments(
    db,
    and(
      eq(mediaSegments.channelId, channelId),
      eq(mediaSegments.rendition, rendition),
      gt(mediaSegments.sequence, sequence),
    ),
  );

/** One segment by its number, in the window or kept for a replay. */
export async function findSegment(
  db: Db,
  channelId: number,
  rendition: RenditionName,
  sequence: number,
): Promise<StoredSegment | undefined> {
  const [row] = await selectSegments(
    db,
    and(
      eq(mediaSegments.channelId, channelId),
      eq(mediaSegments.rendition, rendition),
      eq(mediaSegments.sequence, sequence),
    ),
  );
  return row;
}

/** A condition over `media_segments`: true for what a replay needs after it left the window. Nothing does yet. */
export function segmentsKept(): SQL {
  return sql`false`;
}

/** Takes a batch of old segments off the timeline and notes their bytes for removal. Answers how many. */
export async function expireSegments(db: Db, before: Date, kept: SQL, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const old = await tx
      .select({ id: mediaSegments.id, storageKey: mediaSegments.storageKey })
      .from(mediaSegments)
      .where(and(lt(mediaSegments.startsAt, before), not(kept)))
      .orderBy(mediaSegments.startsAt)
      .limit(limit)
      .for('update', { skipLocked: true });
    if (old.length === 0) return 0;
    await tx
      .insert(mediaDiscards)
      .values(old.map(({ storageKey }) => ({ storageKey })))
      .onConflictDoNothing();
    await tx.delete(mediaSegments).where(
      inArray(
        mediaSegments.id,
        old.map(({ id }) => id),
      ),
    );
    return old.length;
  });
}
