import { and, eq, max } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { encoders, mediaFeeds, mediaInits, mediaStreams, mediaTimelines } from '#db/tables/media.ts';
import { EntityStatus } from '#shared/enums.ts';
import type { RenditionName } from './renditions.rules.ts';
import { streamColumns, streamOfRow } from './stream.store.ts';
import type { MediaStream } from './streams.rules.ts';

export interface InitRow {
  id: number;
  streamId: number;
  storageKey: string;
  codecs: string;
  /** Size of the picture, if known. */
  width: number | null;
  height: number | null;
}

export async function findEncoderByHash(
  db: Db,
  tokenHash: string,
): Promise<{ id: number; name: string; tokenHash: string; stream: MediaStream } | undefined> {
  const [row] = await db
    .select({ id: encoders.id, name: encoders.name, tokenHash: encoders.tokenHash, stream: streamColumns })
    .from(encoders)
    .innerJoin(mediaStreams, eq(mediaStreams.id, encoders.streamId))
    .where(and(eq(encoders.tokenHash, tokenHash), eq(encoders.status, EntityStatus.ACTIVE)));
  return row && { ...row, stream: streamOfRow(row.stream) };
}

export async function upsertEncoder(
  db: Db,
  encoder: { streamId: number; name: string; tokenHash: string },
): Promise<number> {
  const [row] = await db
    .insert(encoders)
    .values(encoder)
    .onConflictDoUpdate({
      target: encoders.name,
      set: { streamId: encoder.streamId, tokenHash: encoder.tokenHash, status: EntityStatus.ACTIVE },
    })
    .returning({ id: encoders.id });
  return row!.id;
}

export interface EncoderRow {
  name: string;
  streamId: number;
  isActive: boolean;
  /** When a segment of it was last placed. Null: never, or another encoder holds its renditions. */
  placedAt: Date | null;
}

const MAX_LISTED = 200;

export async function selectEncoders(db: Db): Promise<EncoderRow[]> {
  const rows = await db
    .select({
      name: encoders.name,
      streamId: encoders.streamId,
      status: encoders.status,
      placedAt: max(mediaTimelines.indexedAt),
    })
    .from(encoders)
    .leftJoin(mediaTimelines, eq(mediaTimelines.encoderId, encoders.id))
    .groupBy(encoders.id)
    .orderBy(encoders.streamId, encoders.name)
    .limit(MAX_LISTED);
  return rows.map(({ status, ...row }) => ({ ...row, isActive: status === EntityStatus.ACTIVE }));
}

/** False if there is no encoder with that name. */
export async function deactivateEncoder(db: Db, name: string): Promise<boolean> {
  const rows = await db
    .update(encoders)
    .set({ status: EntityStatus.INACTIVE })
    .where(eq(encoders.name, name))
    .returning({ id: encoders.id });
  return rows.length > 0;
}

/** Stores the init with these bytes and makes it current for the encoder's next segments. */
export async function saveInit(
  db: Db,
  encoderId: number,
  init: {
    streamId: number;
    rendition: RenditionName;
    sha256: string;
    storageKey: string;
    codecs: string;
    timescale: number;
    width: number | null;
    height: number | null;
  },
): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(mediaInits)
      .values(init)
      // Equal bytes have the same key. Updating it makes `returning` yield the existing row.
      .onConflictDoUpdate({
        target: [mediaInits.streamId, mediaInits.rendition, mediaInits.sha256],
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

const initColumns = {
  id: mediaInits.id,
  streamId: mediaInits.streamId,
  storageKey: mediaInits.storageKey,
  codecs: mediaInits.codecs,
  width: mediaInits.width,
  height: mediaInits.height,
};

export async function findInit(db: Db, id: number): Promise<InitRow | undefined> {
  const [row] = await db.select(initColumns).from(mediaInits).where(eq(mediaInits.id, id));
  return row;
}

/** The latest init of an encoder. */
export async function findFeedInit(db: Db, encoderId: number, rendition: RenditionName): Promise<InitRow | undefined> {
  const [row] = await db
    .select(initColumns)
    .from(mediaFeeds)
    .innerJoin(mediaInits, eq(mediaInits.id, mediaFeeds.initId))
    .where(and(eq(mediaFeeds.encoderId, encoderId), eq(mediaFeeds.rendition, rendition)));
  return row;
}
