import { and, asc, desc, eq, gt, gte, inArray, lt, lte, not, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import {
  encoders,
  mediaDiscards,
  mediaFeeds,
  mediaInits,
  mediaSegments,
  mediaTimelines,
  mediaUploads,
} from '#db/tables/media.ts';
import { EntityStatus } from '#shared/enums.ts';
import { isRendition, siblingsOf, type RenditionName } from './renditions.rules.ts';
import { JITTER_MS, type Edge, type TimelineSegment } from './timeline.rules.ts';

/** Channel of PostgreSQL's NOTIFY on which every appended segment is told, as JSON. */
export const SEGMENT_NOTICE = 'media_segment';

/** A segment that is on the timeline, with where its bytes are. */
export interface StoredSegment extends TimelineSegment {
  channelId: number;
  rendition: RenditionName;
  storageKey: string;
}

export interface InitRow {
  id: number;
  storageKey: string;
  codecs: string;
}

export type UploadRow = typeof mediaUploads.$inferSelect;

export async function findEncoderByHash(
  db: Db,
  tokenHash: string,
): Promise<{ id: number; channelId: number; tokenHash: string } | undefined> {
  const [row] = await db
    .select({ id: encoders.id, channelId: encoders.channelId, tokenHash: encoders.tokenHash })
    .from(encoders)
    .where(and(eq(encoders.tokenHash, tokenHash), eq(encoders.status, EntityStatus.ACTIVE)));
  return row;
}

export async function upsertEncoder(
  db: Db,
  encoder: { channelId: number; name: string; tokenHash: string },
): Promise<number> {
  const [row] = await db
    .insert(encoders)
    .values(encoder)
    .onConflictDoUpdate({
      target: encoders.name,
      set: { channelId: encoder.channelId, tokenHash: encoder.tokenHash, status: EntityStatus.ACTIVE },
    })
    .returning({ id: encoders.id });
  return row!.id;
}

/** The init with these bytes, and that the encoder's next segments are read with it. */
export async function saveInit(
  db: Db,
  encoderId: number,
  init: {
    channelId: number;
    rendition: RenditionName;
    sha256: string;
    storageKey: string;
    codecs: string;
    timescale: number;
  },
): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(mediaInits)
      .values(init)
      // The same bytes have the same key; setting it makes the row come back.
      .onConflictDoUpdate({
        target: [mediaInits.channelId, mediaInits.rendition, mediaInits.sha256],
        set: { storageKey: init.storageKey },
      })
      .returning({ id: mediaInits.id });
    const initId = row!.id;
    await tx
      .insert(mediaFeeds)
      .values({ encoderId, rendition: init.rendition, initId })
      .onConflictDoUpdate({ target: [mediaFeeds.encoderId, mediaFeeds.rendition], set: { initId } });
    return initId;
  });
}

const initColumns = { id: mediaInits.id, storageKey: mediaInits.storageKey, codecs: mediaInits.codecs };

export async function findInit(db: Db, id: number): Promise<InitRow | undefined> {
  const [row] = await db.select(initColumns).from(mediaInits).where(eq(mediaInits.id, id));
  return row;
}

/** The init an encoder sent last. */
export async function findFeedInit(db: Db, encoderId: number, rendition: RenditionName): Promise<InitRow | undefined> {
  const [row] = await db
    .select(initColumns)
    .from(mediaFeeds)
    .innerJoin(mediaInits, eq(mediaInits.id, mediaFeeds.initId))
    .where(and(eq(mediaFeeds.encoderId, encoderId), eq(mediaFeeds.rendition, rendition)));
  return row;
}

/** More than an encoder can have waiting for good reasons; older ones make room. */
const MAX_UPLOADS = 32;

/** Records a segment before its bytes are stored, so that the bytes can always be found again. */
export async function beginUpload(
  db: Db,
  upload: Omit<typeof mediaUploads.$inferInsert, 'id' | 'storedAt' | 'startsAt' | 'waits' | 'createdAt'>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const mine = and(eq(mediaUploads.encoderId, upload.encoderId), eq(mediaUploads.rendition, upload.rendition));
    const [row] = await tx.insert(mediaUploads).values(upload).returning({ id: mediaUploads.id });
    const crowd = await tx
      .select({ id: mediaUploads.id })
      .from(mediaUploads)
      .where(mine)
      .orderBy(desc(mediaUploads.id))
      .offset(MAX_UPLOADS)
      .limit(MAX_UPLOADS);
    await discardUploads(
      tx,
      crowd.map((u) => u.id),
    );
    return row!.id;
  });
}

/** False when the upload was given up meanwhile. */
export async function finishUpload(db: Db, id: number, storedAt: Date, startsAt: Date | null): Promise<boolean> {
  const rows = await db
    .update(mediaUploads)
    .set({ storedAt, startsAt })
    .where(eq(mediaUploads.id, id))
    .returning({ id: mediaUploads.id });
  return rows.length === 1;
}

/** Takes uploads out of the waiting room and notes their bytes for removal, in one step. */
export async function discardUploads(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    with gone as (delete from ${mediaUploads} where ${inArray(mediaUploads.id, [...ids])} returning storage_key)
    insert into ${mediaDiscards} (storage_key) select storage_key from gone on conflict do nothing`);
}

export interface LockedTimeline {
  nextSequence: number;
  run: number;
  edge: Edge | undefined;
}

/** The edge of a rendition, held until the transaction ends: one append at a time. */
export async function lockTimeline(db: Db, channelId: number, rendition: RenditionName): Promise<LockedTimeline> {
  await db.insert(mediaTimelines).values({ channelId, rendition }).onConflictDoNothing();
  const [row] = await db
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
  db: Db,
  channelId: number,
  rendition: RenditionName,
  { nextSequence, run, edge }: LockedTimeline & { edge: Edge },
): Promise<void> {
  await db
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

/** What an encoder has stored and not placed, oldest first, held until the transaction ends. */
export function lockUploads(db: Db, encoderId: number, rendition: RenditionName): Promise<UploadRow[]> {
  return db
    .select()
    .from(mediaUploads)
    .where(
      and(
        eq(mediaUploads.encoderId, encoderId),
        eq(mediaUploads.rendition, rendition),
        sql`${mediaUploads.storedAt} is not null`,
      ),
    )
    .orderBy(asc(mediaUploads.id))
    .limit(MAX_UPLOADS)
    .for('update');
}

export async function nameUpload(db: Db, id: number, startsAt: Date): Promise<void> {
  await db.update(mediaUploads).set({ startsAt }).where(eq(mediaUploads.id, id));
}

export async function holdUploads(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(mediaUploads)
    .set({ waits: 1 })
    .where(inArray(mediaUploads.id, [...ids]));
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
  db: Db,
  upload: UploadRow,
  segment: StoredSegment & { run: number },
): Promise<void> {
  const { run, ...told } = segment;
  await db.insert(mediaSegments).values({
    ...told,
    run,
    startsAt: new Date(segment.startsAt),
    encoderId: upload.encoderId,
    bytes: upload.bytes,
  });
  await db.delete(mediaUploads).where(eq(mediaUploads.id, upload.id));
  await db.execute(sql`select pg_notify(${SEGMENT_NOTICE}, ${JSON.stringify(told satisfies StoredSegment)})`);
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

/** Uploads that were never placed. Answers how many of at most `limit`. */
export async function expireUploads(db: Db, before: Date, limit: number): Promise<number> {
  const old = await db
    .select({ id: mediaUploads.id })
    .from(mediaUploads)
    .where(lt(mediaUploads.createdAt, before))
    .orderBy(mediaUploads.createdAt)
    .limit(limit);
  await discardUploads(
    db,
    old.map(({ id }) => id),
  );
  return old.length;
}

export async function listDiscards(db: Db, limit: number): Promise<string[]> {
  const rows = await db.select().from(mediaDiscards).limit(limit);
  return rows.map((row) => row.storageKey);
}

export async function forgetDiscards(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.delete(mediaDiscards).where(inArray(mediaDiscards.storageKey, [...keys]));
}
