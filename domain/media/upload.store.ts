import { and, asc, desc, eq, getTableColumns, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { encoders, mediaDiscards, mediaUploads } from '#db/tables/media.ts';
import type { RenditionName } from './renditions.rules.ts';
import { MAX_WAITING } from './settling/settling.rules.ts';

export type UploadRow = typeof mediaUploads.$inferSelect;

/** Encoders of a stream whose waiting uploads are read; two are usual. */
const MAX_ENCODERS = 20;

/** Adds a waiting segment whose bytes are stored. */
export async function addUpload(
  tx: Tx,
  upload: Omit<typeof mediaUploads.$inferInsert, 'id' | 'waits' | 'createdAt'>,
): Promise<number> {
  const mine = and(eq(mediaUploads.encoderId, upload.encoderId), eq(mediaUploads.rendition, upload.rendition));
  const [row] = await tx.insert(mediaUploads).values(upload).returning({ id: mediaUploads.id });
  const crowd = await tx
    .select({ id: mediaUploads.id })
    .from(mediaUploads)
    .where(mine)
    .orderBy(desc(mediaUploads.id))
    .offset(MAX_WAITING)
    .limit(MAX_WAITING);
  await discardUploads(
    tx,
    crowd.map((u) => u.id),
  );
  return row!.id;
}

/** Records a segment before its bytes are stored, so that the bytes are never orphaned. */
export const beginUpload = (
  db: Db,
  upload: Omit<typeof mediaUploads.$inferInsert, 'id' | 'storedAt' | 'startsAt' | 'waits' | 'createdAt'>,
): Promise<number> => db.transaction((tx) => addUpload(tx, upload));

/** False if the upload was dropped in the meantime. */
export async function finishUpload(db: Db, id: number, storedAt: Date, startsAt: Date | null): Promise<boolean> {
  const rows = await db
    .update(mediaUploads)
    .set({ storedAt, startsAt })
    .where(eq(mediaUploads.id, id))
    .returning({ id: mediaUploads.id });
  return rows.length === 1;
}

/** Deletes uploads and schedules the removal of their bytes, atomically in one statement. */
export async function discardUploads(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`
    with gone as (delete from ${mediaUploads} where ${inArray(mediaUploads.id, [...ids])} returning storage_key)
    insert into ${mediaDiscards} (storage_key, due_at) select storage_key, to_timestamp(0) from gone on conflict do nothing`);
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
