import { and, asc, desc, eq, gt, lt, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { filmUploads } from '#db/tables/film-making.ts';

export type FilmUpload = typeof filmUploads.$inferSelect;

export async function insertUpload(tx: Tx, upload: typeof filmUploads.$inferInsert): Promise<void> {
  await tx.insert(filmUploads).values(upload);
}

/** Serialises the uploads that an account begins, until the transaction ends. */
export async function lockUploadsOf(tx: Tx, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('film_uploads'), ${accountId}::int)`);
}

export async function findUpload(db: Db | Tx, id: string): Promise<FilmUpload | undefined> {
  const [upload] = await db.select().from(filmUploads).where(eq(filmUploads.id, id));
  return upload;
}

/** Bytes that uploads in progress have still to receive, of an account or of all. */
export async function sumOfOpen(db: Db | Tx, accountId?: number): Promise<{ count: number; missingBytes: number }> {
  const [sum] = await db
    .select({
      count: sql<number>`count(*)::int`,
      missingBytes: sql<number>`coalesce(sum(${filmUploads.bytes} - ${filmUploads.receivedBytes}), 0)::float8`,
    })
    .from(filmUploads)
    .where(
      and(
        eq(filmUploads.state, 'receiving'),
        accountId === undefined ? undefined : eq(filmUploads.accountId, accountId),
      ),
    );
  return sum!;
}

/** Newest first; those that became a film before `since` are left out. */
export const selectUploadsOf = (
  db: Db,
  { accountId, since }: { accountId: number; since: Date },
  limit: number,
): Promise<FilmUpload[]> =>
  db
    .select()
    .from(filmUploads)
    .where(
      and(eq(filmUploads.accountId, accountId), or(ne(filmUploads.state, 'added'), gt(filmUploads.activeAt, since))),
    )
    .orderBy(desc(filmUploads.createdAt), desc(filmUploads.id))
    .limit(limit);

/** Records what arrived, unless another request did so first. Returns the state; undefined if it was another's. */
export async function addReceived(
  tx: Tx,
  { id, from, to, now }: { id: string; from: number; to: number; now: Date },
): Promise<FilmUpload['state'] | undefined> {
  const [row] = await tx
    .update(filmUploads)
    .set({
      receivedBytes: to,
      activeAt: now,
      state: sql`case when ${filmUploads.bytes} = ${to} then 'received' else 'receiving' end`,
    })
    .where(and(eq(filmUploads.id, id), eq(filmUploads.receivedBytes, from), eq(filmUploads.state, 'receiving')))
    .returning({ state: filmUploads.state });
  return row?.state;
}

export async function updateUpload(
  db: Db | Tx,
  id: string,
  change: Partial<typeof filmUploads.$inferInsert>,
): Promise<void> {
  await db.update(filmUploads).set(change).where(eq(filmUploads.id, id));
}

/**
 * Refuses an upload that a worker has still to take. Hashing a large file outlasts the lock of a job, so another worker may have
 * added the film meanwhile.
 */
export async function refuseUpload(db: Db, id: string, { reason, now }: { reason: string; now: Date }): Promise<void> {
  await db
    .update(filmUploads)
    .set({ state: 'refused', reason, activeAt: now })
    .where(and(eq(filmUploads.id, id), eq(filmUploads.state, 'received')));
}

export async function deleteUpload(db: Db | Tx, id: string): Promise<void> {
  await db.delete(filmUploads).where(eq(filmUploads.id, id));
}

/** Uploads of which nothing was heard since `before`, except those that a worker has still to take. */
export const selectOldUploads = (db: Db, before: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .select({ id: filmUploads.id })
    .from(filmUploads)
    .where(and(lt(filmUploads.activeAt, before), sql`${filmUploads.state} <> 'received'`))
    .orderBy(asc(filmUploads.activeAt))
    .limit(limit);
