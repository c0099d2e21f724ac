import { and, asc, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { favourites } from '#db/tables/library.ts';
import { podcastFeeds } from '#db/tables/podcasts.ts';
import { programs } from '#db/tables/programs.ts';

export interface Feed {
  id: number;
  memberId: number;
  name: string;
  /** Null: all favourites. */
  programId: number | null;
  quality: 11 | 12;
  createdAt: Date;
  usedAt: Date | null;
}

const columns = {
  id: podcastFeeds.id,
  memberId: podcastFeeds.memberId,
  name: podcastFeeds.name,
  programId: podcastFeeds.programId,
  quality: podcastFeeds.quality,
  createdAt: podcastFeeds.createdAt,
  usedAt: podcastFeeds.usedAt,
};

const mine = (memberId: number) => and(eq(podcastFeeds.memberId, memberId), isNull(podcastFeeds.revokedAt));

/** Active feeds, oldest first, with programme titles. */
export function findFeeds(
  db: Db,
  memberId: number,
  limit: number,
): Promise<(Feed & { programTitle: string | null })[]> {
  return db
    .select({ ...columns, programTitle: programs.title })
    .from(podcastFeeds)
    .leftJoin(programs, eq(programs.id, podcastFeeds.programId))
    .where(mine(memberId))
    .orderBy(asc(podcastFeeds.createdAt), asc(podcastFeeds.id))
    .limit(limit);
}

/** Feeds of all members that may contain a programme: its own, and those of favourites where it is one. */
export async function countFeedsOf(db: Db, programId: number): Promise<number> {
  const isFavourite = sql`exists (
    select 1 from ${favourites} where ${favourites.memberId} = ${podcastFeeds.memberId}
      and ${favourites.programId} = ${programId} and ${favourites.removedAt} is null)`;
  const [row] = await db
    .select({ n: count() })
    .from(podcastFeeds)
    .where(
      and(
        isNull(podcastFeeds.revokedAt),
        or(eq(podcastFeeds.programId, programId), and(isNull(podcastFeeds.programId), isFavourite)),
      ),
    );
  return row?.n ?? 0;
}

export async function countFeeds(db: Db, memberId: number): Promise<number> {
  const [row] = await db.select({ n: count() }).from(podcastFeeds).where(mine(memberId));
  return row?.n ?? 0;
}

export async function findFeedByHash(
  db: Db,
  tokenHash: Buffer,
): Promise<(Feed & { revokedAt: Date | null }) | undefined> {
  const [row] = await db
    .select({ ...columns, revokedAt: podcastFeeds.revokedAt })
    .from(podcastFeeds)
    .where(eq(podcastFeeds.tokenHash, tokenHash));
  return row;
}

export async function insertFeed(tx: Tx, feed: Omit<Feed, 'id' | 'usedAt'> & { tokenHash: Buffer }): Promise<void> {
  await tx.insert(podcastFeeds).values(feed);
}

/** False if the member has no such feed. */
export async function updateName(
  db: Db,
  { id, memberId, name }: { id: number; memberId: number; name: string },
): Promise<boolean> {
  const rows = await db
    .update(podcastFeeds)
    .set({ name })
    .where(and(mine(memberId), eq(podcastFeeds.id, id)))
    .returning({ id: podcastFeeds.id });
  return rows.length > 0;
}

/** Returns its name; undefined if the member has no such feed. */
export async function revoke(
  tx: Tx,
  { id, memberId, now }: { id: number; memberId: number; now: Date },
): Promise<string | undefined> {
  const [row] = await tx
    .update(podcastFeeds)
    .set({ revokedAt: now })
    .where(and(mine(memberId), eq(podcastFeeds.id, id)))
    .returning({ name: podcastFeeds.name });
  return row?.name;
}

/**
 * Replaces a feed's token; the old one is kept as that of a revoked feed. Returns the name; undefined if the member has
 * no such feed.
 */
export async function replaceToken(
  tx: Tx,
  { id, memberId, tokenHash, now }: { id: number; memberId: number; tokenHash: Buffer; now: Date },
): Promise<string | undefined> {
  const [former] = await tx
    .select()
    .from(podcastFeeds)
    .where(and(mine(memberId), eq(podcastFeeds.id, id)))
    .for('update');
  if (former === undefined) return undefined;
  await tx.update(podcastFeeds).set({ tokenHash, usedAt: null }).where(eq(podcastFeeds.id, id));
  const { id: _id, ...rest } = former;
  await tx.insert(podcastFeeds).values({ ...rest, revokedAt: now });
  return former.name;
}

/** Keeps only the newest revoked feeds of a member. */
export async function trimRevoked(tx: Tx, memberId: number, most: number): Promise<void> {
  const old = tx
    .select({ id: podcastFeeds.id })
    .from(podcastFeeds)
    .where(and(eq(podcastFeeds.memberId, memberId), sql`${podcastFeeds.revokedAt} is not null`))
    .orderBy(desc(podcastFeeds.revokedAt), desc(podcastFeeds.id))
    .offset(most);
  await tx.delete(podcastFeeds).where(inArray(podcastFeeds.id, old));
}

export async function deleteRevokedBefore(db: Db, before: Date): Promise<void> {
  await db.delete(podcastFeeds).where(lt(podcastFeeds.revokedAt, before));
}

/** Records a read, unless one was recorded since `before`. */
export async function noteUse(db: Db, id: number, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .update(podcastFeeds)
    .set({ usedAt: now })
    .where(and(eq(podcastFeeds.id, id), or(isNull(podcastFeeds.usedAt), lt(podcastFeeds.usedAt, before))));
}
