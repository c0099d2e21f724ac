import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { encoders, mediaFeeds, mediaInits } from '#db/tables/media.ts';
import { EntityStatus } from '#shared/enums.ts';
import type { RenditionName } from './renditions.rules.ts';

export interface InitRow {
  id: number;
  storageKey: string;
  codecs: string;
}

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
