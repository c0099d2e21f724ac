import { and, asc, count, eq, max, sql } from 'drizzle-orm';
import type { Db, ReadDb, Tx } from '#db/database.ts';
import { mediaCaptions, mediaStreams, mediaTimelines } from '#db/tables/media.ts';
import { isRendition, type RenditionName } from './renditions.rules.ts';
import { FIRST_STREAM, type MediaStream } from './streams.rules.ts';

export const streamColumns = {
  id: mediaStreams.id,
  kind: mediaStreams.kind,
  targetMs: mediaStreams.targetDurationMs,
  ladder: mediaStreams.ladder,
  windowMs: mediaStreams.windowMs,
};
export const streamOfRow = ({ ladder, ...row }: Omit<MediaStream, 'ladder'> & { ladder: string[] }): MediaStream => ({
  ...row,
  ladder: ladder.filter(isRendition),
});

export async function findStream(db: Db, id: number): Promise<MediaStream | undefined> {
  const [row] = await db.select(streamColumns).from(mediaStreams).where(eq(mediaStreams.id, id));
  return row && streamOfRow(row);
}

/** The first event opened with a name. */
export async function findEventNamed(db: Db, name: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: mediaStreams.id })
    .from(mediaStreams)
    .where(sql`${mediaStreams.kind} = 'event' and ${mediaStreams.name} = ${name}`)
    .orderBy(asc(mediaStreams.id))
    .limit(1);
  return row?.id;
}

/** Inserts a stream with the next number of its kind. */
export async function insertStream(
  db: Db,
  {
    ladder,
    ...stream
  }: {
    kind: keyof typeof FIRST_STREAM;
    name: string;
    ladder?: readonly RenditionName[];
    targetDurationMs?: number;
    windowMs?: number | null;
  },
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(881903871)`);
    const [highest] = await tx
      .select({ id: max(mediaStreams.id) })
      .from(mediaStreams)
      .where(eq(mediaStreams.kind, stream.kind));
    const id = Math.max(FIRST_STREAM[stream.kind], (highest?.id ?? 0) + 1);
    await tx.insert(mediaStreams).values({ id, ...stream, ...(ladder && { ladder: [...ladder] }) });
    return id;
  });
}

/** Measured bit rates of a rendition. */
export interface MeasuredRate {
  rendition: RenditionName;
  bandwidth: number;
  averageBandwidth: number;
}

export async function selectRates(db: ReadDb, streamId: number): Promise<MeasuredRate[]> {
  const rows = await db
    .select({
      rendition: mediaTimelines.rendition,
      peak: mediaTimelines.peakBitsPerSecond,
      totalBytes: mediaTimelines.totalBytes,
      totalMs: mediaTimelines.totalMs,
    })
    .from(mediaTimelines)
    .where(eq(mediaTimelines.streamId, streamId));
  return rows.flatMap(({ rendition, peak, totalBytes, totalMs }) => {
    if (!isRendition(rendition) || totalMs === 0) return [];
    const averageBandwidth = Math.ceil((totalBytes * 8_000) / totalMs);
    // Sound shorter than half a target duration has no peak of its own.
    return [{ rendition, bandwidth: Math.max(peak, averageBandwidth), averageBandwidth }];
  });
}

export interface CaptionRow {
  language: string;
  label: string;
  storageKey: string;
  durationMs: number;
}

/** Far more than a film has. */
const MAX_CAPTIONS = 50;

export const selectCaptions = (db: Db, streamId: number): Promise<CaptionRow[]> =>
  db
    .select({
      language: mediaCaptions.language,
      label: mediaCaptions.label,
      storageKey: mediaCaptions.storageKey,
      durationMs: mediaCaptions.durationMs,
    })
    .from(mediaCaptions)
    .where(eq(mediaCaptions.streamId, streamId))
    .orderBy(asc(mediaCaptions.position))
    .limit(MAX_CAPTIONS);

export async function insertCaptions(tx: Tx, streamId: number, captions: readonly CaptionRow[]): Promise<void> {
  if (captions.length === 0) return;
  await tx.insert(mediaCaptions).values(captions.map((caption, position) => ({ streamId, position, ...caption })));
}

/** Replaces the captions in that language, or appends them. Returns the key of the object no longer needed. */
export async function replaceCaption(tx: Tx, streamId: number, caption: CaptionRow): Promise<string | undefined> {
  const mine = and(eq(mediaCaptions.streamId, streamId), eq(mediaCaptions.language, caption.language));
  const [old] = await tx.select({ storageKey: mediaCaptions.storageKey }).from(mediaCaptions).where(mine).for('update');
  if (old !== undefined) {
    await tx.update(mediaCaptions).set(caption).where(mine);
    return old.storageKey;
  }
  const [others] = await tx.select({ count: count() }).from(mediaCaptions).where(eq(mediaCaptions.streamId, streamId));
  await tx.insert(mediaCaptions).values({ streamId, position: others?.count ?? 0, ...caption });
  return undefined;
}
