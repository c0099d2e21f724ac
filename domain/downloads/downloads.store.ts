import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { downloads } from '#db/tables/downloads.ts';

export type DownloadRow = typeof downloads.$inferSelect;
export interface DownloadOwner {
  memberId: number;
  sessionId: number;
  deviceKey: string;
}

const LOCK = 881_903_875;

/** Serialises changes to a member's downloads, so that the limit holds for any number of tabs. */
export const lockDownloads = (tx: Tx, memberId: number): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::int, ${memberId}::int)`);

const isOfDevice = ({ memberId, deviceKey }: Omit<DownloadOwner, 'sessionId'>) =>
  and(eq(downloads.memberId, memberId), eq(downloads.deviceKey, deviceKey));

/** Includes earlier sessions, until they expire. Their number is limited by that of the list. */
export const findDownloads = (
  db: Db | Tx,
  owner: Omit<DownloadOwner, 'sessionId'>,
  limit: number,
): Promise<DownloadRow[]> =>
  db
    .select()
    .from(downloads)
    .where(isOfDevice(owner))
    .orderBy(asc(downloads.createdAt), asc(downloads.id))
    .limit(limit);

export async function findDownload(db: Db, id: string, { memberId, sessionId }: Omit<DownloadOwner, 'deviceKey'>) {
  const [row] = await db
    .select()
    .from(downloads)
    .where(and(eq(downloads.id, id), eq(downloads.memberId, memberId), eq(downloads.sessionId, sessionId)));
  return row;
}

/** Storing a replay again replaces its row. */
export async function putDownload(tx: Tx, row: typeof downloads.$inferInsert): Promise<DownloadRow> {
  const { memberId, deviceKey, sectionId } = row;
  await tx.delete(downloads).where(and(isOfDevice({ memberId, deviceKey }), eq(downloads.sectionId, sectionId)));
  const [put] = await tx.insert(downloads).values(row).returning();
  if (!put) throw new Error('storing a download returned no row');
  return put;
}

export async function deleteDownload(db: Db, id: string, memberId: number): Promise<void> {
  await db.delete(downloads).where(and(eq(downloads.id, id), eq(downloads.memberId, memberId)));
}

/** Deletes what expired, of one device or of all. */
export async function deleteExpired(db: Db | Tx, now: Date, owner?: Omit<DownloadOwner, 'sessionId'>): Promise<void> {
  await db.delete(downloads).where(and(lte(downloads.expiresAt, now), owner && isOfDevice(owner)));
}
