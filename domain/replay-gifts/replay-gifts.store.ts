import { and, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { programArchives } from '#db/tables/archive.ts';
import { replayGifts } from '#db/tables/replay-gifts.ts';

export type GiftRow = typeof replayGifts.$inferSelect;

/** The broadcast that a given one is now. */
const presentId = sql<number>`coalesce(${programArchives.mergedInto}, ${programArchives.id})`;
const isOpen = and(isNull(replayGifts.acceptedAt), isNull(replayGifts.endedAt));

/** Returns gifts that nobody accepted to their giver. */
export async function endLapsed(tx: Tx, giverId: number, now: Date): Promise<void> {
  await tx
    .update(replayGifts)
    .set({ endedAt: now, endedWhy: 'lapsed' })
    .where(and(eq(replayGifts.giverId, giverId), isOpen, lte(replayGifts.expiresAt, now)));
}

/** False if the giver has given one this month. */
export async function insertGift(tx: Tx, gift: typeof replayGifts.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(replayGifts)
    .values(gift)
    .onConflictDoNothing({ target: [replayGifts.giverId, replayGifts.monthHk], where: sql`ended_at is null` })
    .returning({ id: replayGifts.id });
  return rows.length > 0;
}

/** False if it is not theirs, or no longer waits. */
export async function withdraw(db: Db, giverId: number, id: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(replayGifts)
    .set({ endedAt: now, endedWhy: 'withdrawn' })
    .where(and(eq(replayGifts.id, id), eq(replayGifts.giverId, giverId), isOpen))
    .returning({ id: replayGifts.id });
  return rows.length > 0;
}

/** Accepts a waiting gift; of two at once, one. Undefined if it does not wait, or is their own. */
export async function accept(
  tx: Tx,
  tokenHash: Buffer,
  { recipientId, now, endsAt }: { recipientId: number; now: Date; endsAt: Date },
): Promise<GiftRow | undefined> {
  const [row] = await tx
    .update(replayGifts)
    .set({ recipientId, acceptedAt: now, endsAt })
    .where(
      and(
        eq(replayGifts.tokenHash, tokenHash),
        ne(replayGifts.giverId, recipientId),
        isOpen,
        gt(replayGifts.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

export async function findByToken(db: Db, tokenHash: Buffer): Promise<GiftRow | null> {
  const [row] = await db.select().from(replayGifts).where(eq(replayGifts.tokenHash, tokenHash));
  return row ?? null;
}

/** A member's gifts, newest first. */
export const findGiven = (db: Db, giverId: number, limit: number): Promise<GiftRow[]> =>
  db
    .select()
    .from(replayGifts)
    .where(eq(replayGifts.giverId, giverId))
    .orderBy(desc(replayGifts.createdAt), desc(replayGifts.id))
    .limit(limit);

/** Broadcasts that members can play as gifts now, in their present form. */
export const findReceived = (
  db: Db,
  memberIds: readonly number[],
  now: Date,
): Promise<{ memberId: number | null; archiveId: number; endsAt: Date | null }[]> =>
  db
    .select({ memberId: replayGifts.recipientId, archiveId: presentId, endsAt: replayGifts.endsAt })
    .from(replayGifts)
    .innerJoin(programArchives, eq(programArchives.id, replayGifts.archiveId))
    .where(
      and(
        sql`${replayGifts.recipientId} = any(${sql.param([...new Set(memberIds)])}::int[])`,
        gt(replayGifts.endsAt, now),
      ),
    );
