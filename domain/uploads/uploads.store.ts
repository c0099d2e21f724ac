import { and, asc, count, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { uploads } from '#db/tables/uploads.ts';
import type { UploadPurpose } from './uploads.rules.ts';

export type Upload = typeof uploads.$inferSelect;

export async function insertUpload(tx: Tx, upload: typeof uploads.$inferInsert): Promise<void> {
  await tx.insert(uploads).values(upload);
}

/** Serialises the uploads that an account begins, until the transaction ends. */
export async function lockUploadsOf(tx: Tx, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('uploads'), ${accountId}::int)`);
}

export async function findUpload(db: Db | Tx, id: string): Promise<Upload | undefined> {
  const [upload] = await db.select().from(uploads).where(eq(uploads.id, id));
  return upload;
}

/** Uploads in progress of an account for a purpose. */
export async function countOpen(
  tx: Tx,
  { accountId, purpose }: { accountId: number; purpose: UploadPurpose },
): Promise<number> {
  const [row] = await tx
    .select({ open: count() })
    .from(uploads)
    .where(and(eq(uploads.state, 'receiving'), eq(uploads.accountId, accountId), eq(uploads.purpose, purpose)));
  return row!.open;
}

/** Bytes that all uploads in progress have still to receive. */
export async function sumMissing(tx: Tx): Promise<number> {
  const [sum] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${uploads.bytes} - ${uploads.receivedBytes}), 0)::float8` })
    .from(uploads)
    .where(eq(uploads.state, 'receiving'));
  return sum!.bytes;
}

/** Newest first; those that became a film before `since` are left out. */
export const selectUploadsOf = (
  db: Db,
  { accountId, purpose, since }: { accountId: number; purpose: UploadPurpose; since: Date },
  limit: number,
): Promise<Upload[]> =>
  db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.accountId, accountId),
        eq(uploads.purpose, purpose),
        or(ne(uploads.state, 'added'), gt(uploads.activeAt, since)),
      ),
    )
    .orderBy(desc(uploads.createdAt), desc(uploads.id))
    .limit(limit);

/** Records what arrived, unless another request did so first. Returns the state; undefined if it was another's. */
export async function addReceived(
  tx: Tx,
  { id, from, to, now }: { id: string; from: number; to: number; now: Date },
): Promise<Upload['state'] | undefined> {
  const [row] = await tx
    .update(uploads)
    .set({
      receivedBytes: to,
      activeAt: now,
      state: sql`case when ${uploads.bytes} = ${to} then 'received' else 'receiving' end`,
    })
    .where(and(eq(uploads.id, id), eq(uploads.receivedBytes, from), eq(uploads.state, 'receiving')))
    .returning({ state: uploads.state });
  return row?.state;
}

export async function updateUpload(
  db: Db | Tx,
  id: string,
  change: Partial<typeof uploads.$inferInsert>,
): Promise<void> {
  await db.update(uploads).set(change).where(eq(uploads.id, id));
}

/**
 * Refuses an upload that a worker has yet to take. Hashing a large file outlasts the lock of a job, so another worker may have
 * added the film meanwhile.
 */
export async function refuseUpload(db: Db, id: string, { reason, now }: { reason: string; now: Date }): Promise<void> {
  await db
    .update(uploads)
    .set({ state: 'refused', reason, activeAt: now })
    .where(and(eq(uploads.id, id), eq(uploads.state, 'received')));
}

export async function deleteUpload(db: Db | Tx, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

/** Locks uploads by id until the transaction ends. */
export const lockUploads = (tx: Tx, ids: readonly string[]): Promise<Upload[]> =>
  tx
    .select()
    .from(uploads)
    .where(inArray(uploads.id, [...ids]))
    .orderBy(asc(uploads.id))
    .limit(ids.length)
    .for('update');

/** Uploads without new bytes since `before`, except those that a worker or an import has yet to take. */
export const selectOldUploads = (
  db: Db,
  { purpose, before }: { purpose: UploadPurpose; before: Date },
  limit: number,
): Promise<{ id: string }[]> =>
  db
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(
        eq(uploads.purpose, purpose),
        lt(uploads.activeAt, before),
        ne(uploads.state, 'held'),
        // A received film is taken by a worker; a received classic waits for a person.
        sql`not (${uploads.state} = 'received' and ${uploads.purpose} = 'film')`,
      ),
    )
    .orderBy(asc(uploads.activeAt))
    .limit(limit);
