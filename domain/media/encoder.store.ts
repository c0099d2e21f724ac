import { and, desc, eq, gte, inArray, max, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { encoders, mediaFeeds, mediaInits, mediaStreams, mediaTimelines, mediaUploads } from '#db/tables/media.ts';
import { EntityStatus } from '#shared/enums.ts';
import type { NamedSegment } from './encoder-playlist.rules.ts';
import type { Encoder } from './settling/feed.types.ts';
import { isRendition, type RenditionName } from './renditions.rules.ts';
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
/** Encoders that a media process knows without asking: the newest. */
const MAX_ACTIVE = 1_000;

export async function selectEncoders(db: Db, streamId?: number): Promise<EncoderRow[]> {
  const rows = await db
    .select({
      name: encoders.name,
      streamId: encoders.streamId,
      status: encoders.status,
      placedAt: max(mediaTimelines.indexedAt),
    })
    .from(encoders)
    .leftJoin(mediaTimelines, eq(mediaTimelines.encoderId, encoders.id))
    .where(streamId === undefined ? undefined : eq(encoders.streamId, streamId))
    .groupBy(encoders.id)
    .orderBy(encoders.streamId, encoders.name)
    .limit(MAX_LISTED);
  return rows.map(({ status, ...row }) => ({ ...row, isActive: status === EntityStatus.ACTIVE }));
}

export async function findEncoderNamed(
  db: Db | Tx,
  name: string,
): Promise<{ id: number; streamId: number; isActive: boolean } | undefined> {
  const [row] = await db
    .select({ id: encoders.id, streamId: encoders.streamId, status: encoders.status })
    .from(encoders)
    .where(eq(encoders.name, name));
  return row && { id: row.id, streamId: row.streamId, isActive: row.status === EntityStatus.ACTIVE };
}

/** Renditions of a stream with the encoder that feeds each, locked until the transaction ends. */
export async function lockFeeds(tx: Tx, streamId: number): Promise<[RenditionName, string][]> {
  const rows = await tx
    .select({ rendition: mediaTimelines.rendition, name: encoders.name })
    .from(mediaTimelines)
    .innerJoin(encoders, eq(encoders.id, mediaTimelines.encoderId))
    .where(eq(mediaTimelines.streamId, streamId))
    .orderBy(mediaTimelines.rendition)
    .for('update', { of: mediaTimelines });
  return rows.map(({ rendition, name }) => [rendition as RenditionName, name]);
}

/** Renditions of which segments of an encoder arrived, on air or on standby. */
export async function renditionsSentSince(tx: Tx, encoderId: number, since: Date): Promise<RenditionName[]> {
  const rows = await tx
    .select({ rendition: mediaFeeds.rendition })
    .from(mediaFeeds)
    .where(and(eq(mediaFeeds.encoderId, encoderId), gte(mediaFeeds.heardAt, since)))
    .orderBy(mediaFeeds.rendition);
  return rows.map(({ rendition }) => rendition as RenditionName);
}

/** NOTIFY channel for switches of encoders: the number of the stream. */
export const SWITCH_NOTICE = 'media_switch';

/** Makes the next segment of an encoder take over these renditions. */
export async function requestSwitch(
  tx: Tx,
  { streamId, renditions, encoderId }: { streamId: number; renditions: readonly RenditionName[]; encoderId: number },
  now: Date,
): Promise<void> {
  await tx
    .update(mediaTimelines)
    .set({ switchTo: encoderId, switchAt: now })
    .where(and(eq(mediaTimelines.streamId, streamId), inArray(mediaTimelines.rendition, [...renditions])));
  await tx.execute(sql`select pg_notify(${SWITCH_NOTICE}, ${String(streamId)})`);
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

/** Adds an init that the tables lost, under its number. */
export async function restoreInit(
  db: Db,
  encoderId: number,
  init: typeof mediaInits.$inferInsert & { id: number; rendition: RenditionName },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.insert(mediaInits).values(init).onConflictDoNothing().returning({ id: mediaInits.id });
    if (row === undefined) return;
    await tx.execute(
      sql`select setval(pg_get_serial_sequence('media_inits', 'id'), (select max(id) from ${mediaInits}))`,
    );
    await tx
      .insert(mediaFeeds)
      .values({ encoderId, rendition: init.rendition, initId: init.id })
      .onConflictDoUpdate({ target: [mediaFeeds.encoderId, mediaFeeds.rendition], set: { initId: init.id } });
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

/** Notes that a segment of an encoder arrived. Returns the names of its last playlist that are not placed yet. */
export async function noteHeard(
  tx: Tx,
  encoderId: number,
  rendition: RenditionName,
  now: Date,
): Promise<NamedSegment[]> {
  const [row] = await tx
    .update(mediaFeeds)
    .set({ heardAt: now })
    .where(and(eq(mediaFeeds.encoderId, encoderId), eq(mediaFeeds.rendition, rendition)))
    .returning({ awaited: mediaFeeds.awaited });
  return row?.awaited ?? [];
}

/** Names of an encoder's last playlist that are not placed yet. */
export async function findAwaited(db: Db, encoderId: number, rendition: RenditionName): Promise<NamedSegment[]> {
  const [row] = await db
    .select({ awaited: mediaFeeds.awaited })
    .from(mediaFeeds)
    .where(and(eq(mediaFeeds.encoderId, encoderId), eq(mediaFeeds.rendition, rendition)));
  return row?.awaited ?? [];
}

export async function saveAwaited(
  tx: Tx,
  encoderId: number,
  rendition: RenditionName,
  awaited: readonly NamedSegment[],
): Promise<void> {
  await tx
    .update(mediaFeeds)
    .set({ awaited: awaited.length === 0 ? null : [...awaited] })
    .where(and(eq(mediaFeeds.encoderId, encoderId), eq(mediaFeeds.rendition, rendition)));
}

/** The same of every encoder of a stream. */
export async function listAwaited(
  db: Db,
  streamId: number,
  rendition: RenditionName,
): Promise<{ encoderId: number; awaited: NamedSegment[] }[]> {
  const rows = await db
    .select({ encoderId: mediaFeeds.encoderId, awaited: mediaFeeds.awaited })
    .from(mediaFeeds)
    .innerJoin(encoders, eq(encoders.id, mediaFeeds.encoderId))
    .where(and(eq(encoders.streamId, streamId), eq(mediaFeeds.rendition, rendition)))
    .limit(MAX_LISTED);
  return rows.flatMap(({ encoderId, awaited }) => (awaited === null ? [] : [{ encoderId, awaited }]));
}

/** Active encoders, by the hash of their token. */
export async function selectActiveEncoders(db: Db): Promise<{ tokenHash: string; encoder: Encoder }[]> {
  const rows = await db
    .select({ id: encoders.id, name: encoders.name, tokenHash: encoders.tokenHash, stream: streamColumns })
    .from(encoders)
    .innerJoin(mediaStreams, eq(mediaStreams.id, encoders.streamId))
    .where(eq(encoders.status, EntityStatus.ACTIVE))
    .orderBy(desc(encoders.id))
    .limit(MAX_ACTIVE);
  return rows.map(({ id, name, tokenHash, stream }) => ({
    tokenHash,
    encoder: { id, name, stream: streamOfRow(stream) },
  }));
}

/** The init that each active encoder sent last. */
export async function selectFeedInits(
  db: Db,
): Promise<{ encoderId: number; rendition: RenditionName; init: InitRow }[]> {
  const rows = await db
    .select({ encoderId: mediaFeeds.encoderId, rendition: mediaFeeds.rendition, init: initColumns })
    .from(mediaFeeds)
    .innerJoin(encoders, and(eq(encoders.id, mediaFeeds.encoderId), eq(encoders.status, EntityStatus.ACTIVE)))
    .innerJoin(mediaInits, eq(mediaInits.id, mediaFeeds.initId))
    .orderBy(desc(mediaFeeds.encoderId))
    .limit(MAX_ACTIVE);
  return rows.flatMap(({ rendition, ...row }) => (isRendition(rendition) ? [{ ...row, rendition }] : []));
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

/** An encoder as it is seen at the origin. */
export interface EncoderHealth {
  name: string;
  streamId: number;
  isActive: boolean;
  /** Renditions of its channel that it feeds now; a standby encoder feeds none. */
  onAir: RenditionName[];
  /** When its last segment arrived. Null: never. */
  heardAt: Date | null;
  /** Segments that wait: those of a standby encoder, or without a start time. */
  waiting: number;
}

/** Encoders of the radio channels. */
export async function selectEncoderHealth(db: Db): Promise<EncoderHealth[]> {
  const { rows } = await db.execute<Omit<EncoderHealth, 'heardAt'> & { heardMs: string | null }>(sql`
    select encoder.name, encoder.stream_id as "streamId", encoder.status = ${EntityStatus.ACTIVE} as "isActive",
      array(select timeline.rendition from ${mediaTimelines} timeline where timeline.encoder_id = encoder.id
        order by timeline.rendition) as "onAir",
      (select (extract(epoch from max(feed.heard_at)) * 1000)::bigint from ${mediaFeeds} feed
        where feed.encoder_id = encoder.id) as "heardMs",
      (select count(*)::int from ${mediaUploads} upload where upload.encoder_id = encoder.id) as waiting
    from ${encoders} encoder
    join ${mediaStreams} stream on stream.id = encoder.stream_id and stream.kind = 'channel'
    order by encoder.stream_id, encoder.name limit ${MAX_LISTED}`);
  return rows.map(({ heardMs, ...row }) => ({ ...row, heardAt: heardMs === null ? null : new Date(Number(heardMs)) }));
}

/** Ends of the timelines of the radio channels. Null: nothing was placed yet. */
export async function selectEdges(db: Db): Promise<{ streamId: number; rendition: string; endsAt: Date | null }[]> {
  const rows = await db
    .select({
      streamId: mediaTimelines.streamId,
      rendition: mediaTimelines.rendition,
      startsAt: mediaTimelines.startsAt,
      durationMs: mediaTimelines.durationMs,
    })
    .from(mediaTimelines)
    .innerJoin(mediaStreams, and(eq(mediaStreams.id, mediaTimelines.streamId), eq(mediaStreams.kind, 'channel')))
    .orderBy(mediaTimelines.streamId, mediaTimelines.rendition);
  return rows.map(({ streamId, rendition, startsAt, durationMs }) => ({
    streamId,
    rendition,
    endsAt: startsAt && new Date(startsAt.getTime() + (durationMs ?? 0)),
  }));
}
