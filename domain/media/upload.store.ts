import { and, asc, eq, getTableColumns, inArray, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { encoders, mediaDiscards, mediaFeeds, mediaUploads } from '#db/tables/media.ts';
import type { RenditionName } from './renditions.rules.ts';
import { MAX_WAITING } from './settling/settling.rules.ts';

export type UploadRow = typeof mediaUploads.$inferSelect;

/** Encoders of a stream whose waiting uploads are read; two are usual. */
const MAX_ENCODERS = 20;

/**
 * Adds a waiting segment and drops the oldest of its feed beyond `MAX_WAITING`, in one statement. A segment is recorded
 * before its bytes are stored, so that these are never orphaned. With `ifCurrent` nothing is added, and the result is
 * undefined, unless its init is the current one of its feed: it was read by an init that the caller remembered.
 */
export async function addUpload(
  db: Db,
  upload: Omit<typeof mediaUploads.$inferInsert, 'id' | 'waits' | 'createdAt'>,
  { ifCurrent }: { ifCurrent: boolean },
): Promise<number | undefined> {
  const { encoderId, rendition, file, storageKey, durationMs, mediaStartMs, initId, bytes, storedAt, startsAt } =
    upload;
  // Of the other rows: the statement does not see its own.
  const { rows } = await db.execute<{ id: string }>(sql`
    with added as (
      insert into ${mediaUploads} (encoder_id, rendition, file, storage_key, duration_ms, media_start_ms, init_id, bytes,
        stored_at, starts_at)
      select ${encoderId}, ${rendition}, ${file}, ${storageKey}, ${durationMs}, ${mediaStartMs}, ${initId}, ${bytes},
        ${storedAt ?? null}, ${startsAt ?? null}
      where not ${ifCurrent} or exists (select from ${mediaFeeds}
        where encoder_id = ${encoderId} and rendition = ${rendition} and init_id = ${initId})
      returning id),
    crowd as (
      delete from ${mediaUploads} where exists (select from added) and id in (
        select id from ${mediaUploads} where encoder_id = ${encoderId} and rendition = ${rendition}
        order by id desc offset ${MAX_WAITING - 1} limit ${MAX_WAITING})
      returning storage_key),
    gone as (${discarded(sql`crowd`)})
    select id from added`);
  const [row] = rows;
  return row && Number(row.id);
}

/** Schedules the removal of bytes whose rows a statement deletes. */
const discarded = (rows: SQL): SQL => sql`
  insert into ${mediaDiscards} (storage_key, due_at) select storage_key, to_timestamp(0) from ${rows} on conflict do nothing`;

/**
 * Notes that the bytes of an upload are stored, and that its encoder was heard, which nothing else tells of a standby
 * encoder in step with the holder: its segments are dropped at once. False if the upload was dropped in the meantime.
 */
export async function finishUpload(
  db: Db,
  { encoderId, rendition, ...upload }: { id: number; encoderId: number; rendition: RenditionName },
  storedAt: Date,
  startsAt: Date | null,
): Promise<boolean> {
  // The row of the feed is locked before that of the upload, as everywhere.
  const { rows } = await db.execute(sql`
    with heard as (
      update ${mediaFeeds} set heard_at = ${storedAt} where encoder_id = ${encoderId} and rendition = ${rendition}
      returning encoder_id)
    update ${mediaUploads} as upload set stored_at = ${storedAt}, starts_at = ${startsAt} from heard
    where upload.id = ${upload.id} and upload.encoder_id = heard.encoder_id returning upload.id`);
  return rows.length === 1;
}

/** Deletes uploads and schedules the removal of their bytes, atomically in one statement. */
export async function discardUploads(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    with gone as (
      delete from ${mediaUploads} where id = any(${sql.param([...ids])}::bigint[]) returning storage_key)
    ${discarded(sql`gone`)}`);
}

/** Stored but unplaced uploads of every encoder of a stream, oldest first. */
export function listUploads(db: Db, streamId: number, rendition: RenditionName): Promise<UploadRow[]> {
  return db
    .select(getTableColumns(mediaUploads))
    .from(mediaUploads)
    .innerJoin(encoders, eq(encoders.id, mediaUploads.encoderId))
    .where(
      and(
        eq(encoders.streamId, streamId),
        eq(mediaUploads.rendition, rendition),
        sql`${mediaUploads.storedAt} is not null`,
      ),
    )
    .orderBy(asc(mediaUploads.id))
    .limit(MAX_WAITING * MAX_ENCODERS);
}

/** Stored but unplaced uploads of an encoder, oldest first, locked until the transaction ends. */
export function lockUploads(tx: Tx, encoderId: number, rendition: RenditionName): Promise<UploadRow[]> {
  return tx
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
    .limit(MAX_WAITING)
    .for('update');
}

/** Saves the start times that a playlist gave to uploads. */
export async function nameUploads(db: Db, named: readonly { id: number; startsAt: number }[]): Promise<void> {
  if (named.length === 0) return;
  const ids = sql.param(named.map(({ id }) => id));
  const starts = sql.param(named.map(({ startsAt }) => new Date(startsAt).toISOString()));
  await db.execute(sql`
    update ${mediaUploads} as upload set starts_at = named.starts_at
    from unnest(${ids}::bigint[], ${starts}::timestamptz[]) as named (id, starts_at) where upload.id = named.id`);
}

export async function holdUploads(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(mediaUploads)
    .set({ waits: 1 })
    .where(inArray(mediaUploads.id, [...ids]));
}

/** Drops uploads that were never placed. Returns their number, at most `limit`. */
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

/** A draft object whose row was never committed is removed after this. Packing an hour takes seconds. */
export const DRAFT_LIFE_MS = 3_600_000;

/** Schedules objects for removal. */
export async function addDiscards(db: Db, keys: readonly string[], dueAt: Date): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insert(mediaDiscards)
    .values(keys.map((storageKey) => ({ storageKey, dueAt })))
    .onConflictDoNothing();
}

/** Cancels a scheduled removal. False if the object is being removed or is gone. */
export async function withdrawDiscard(tx: Tx, key: string): Promise<boolean> {
  const rows = await tx
    .delete(mediaDiscards)
    .where(eq(mediaDiscards.storageKey, key))
    .returning({ key: mediaDiscards.storageKey });
  return rows.length === 1;
}

/** Objects due for removal, locked until the transaction ends, so that none is put to use while it is removed. */
export async function lockDiscards(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ storageKey: mediaDiscards.storageKey })
    .from(mediaDiscards)
    .where(lte(mediaDiscards.dueAt, now))
    .orderBy(mediaDiscards.dueAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map((row) => row.storageKey);
}

export async function forgetDiscards(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.delete(mediaDiscards).where(inArray(mediaDiscards.storageKey, [...keys]));
}
