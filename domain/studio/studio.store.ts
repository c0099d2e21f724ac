import { and, asc, count, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import { studioLinks, studioMarks } from '#db/tables/studio.ts';
import { channels } from '#db/tables/timetable.ts';
import type { ChannelId } from '#shared/enums.ts';

const isLiving = (now: Date) => and(isNull(studioLinks.endedAt), gt(studioLinks.endsAt, now));

/** The active link of a token. */
export async function findLink(db: Db, tokenHash: Buffer, now: Date) {
  const [row] = await db
    .select()
    .from(studioLinks)
    .where(and(eq(studioLinks.tokenHash, tokenHash), isLiving(now)));
  return row ?? null;
}
export type StudioLink = typeof studioLinks.$inferSelect;

export async function lockLink(tx: Tx, id: number): Promise<StudioLink | null> {
  const [row] = await tx.select().from(studioLinks).where(eq(studioLinks.id, id)).for('update');
  return row ?? null;
}

export async function findChannelOfLink(tx: Tx, id: number): Promise<ChannelId | null> {
  const [row] = await tx.select({ channelId: studioLinks.channelId }).from(studioLinks).where(eq(studioLinks.id, id));
  return row?.channelId ?? null;
}

/** Whether a channel is set up. */
export async function hasChannel(tx: Tx, id: ChannelId): Promise<boolean> {
  return (await tx.select({ id: channels.id }).from(channels).where(eq(channels.id, id))).length > 0;
}

/** Active links, newest first. */
export const findLinks = (db: Db, now: Date, limit: number) =>
  db
    .select({ link: studioLinks, by: staffAccounts.name })
    .from(studioLinks)
    .innerJoin(staffAccounts, eq(staffAccounts.id, studioLinks.createdBy))
    .where(isLiving(now))
    .orderBy(desc(studioLinks.id))
    .limit(limit);

export async function countLinks(tx: Tx, now: Date): Promise<number> {
  const [row] = await tx.select({ links: count() }).from(studioLinks).where(isLiving(now));
  return row?.links ?? 0;
}

export async function insertLink(tx: Tx, link: typeof studioLinks.$inferInsert): Promise<number> {
  const [row] = await tx.insert(studioLinks).values(link).returning({ id: studioLinks.id });
  return row!.id;
}

export async function endLink(tx: Tx, id: number, endedAt: Date): Promise<void> {
  await tx.update(studioLinks).set({ endedAt }).where(eq(studioLinks.id, id));
}

/** Notes that a link is used, unless that was noted since. */
export async function noteSeen(db: Db, id: number, { now, since }: { now: Date; since: Date }): Promise<void> {
  await db
    .update(studioLinks)
    .set({ seenAt: now })
    .where(and(eq(studioLinks.id, id), or(isNull(studioLinks.seenAt), lt(studioLinks.seenAt, since))));
}

export type StudioMark = typeof studioMarks.$inferSelect;

const standingSince = (channelId: ChannelId, from: Date) =>
  and(eq(studioMarks.channelId, channelId), gte(studioMarks.at, from), isNull(studioMarks.withdrawnAt));

/** Marks of a channel since an instant that were not withdrawn, in order. */
export const findMarks = (db: Db, channelId: ChannelId, from: Date, limit: number): Promise<StudioMark[]> =>
  db
    .select()
    .from(studioMarks)
    .where(standingSince(channelId, from))
    .orderBy(asc(studioMarks.at), asc(studioMarks.id))
    .limit(limit);

/** Marks of a channel in [from, to), also withdrawn ones. */
export async function countMarks(tx: Tx, channelId: ChannelId, from: Date, to: Date): Promise<number> {
  const [row] = await tx
    .select({ marks: count() })
    .from(studioMarks)
    .where(and(eq(studioMarks.channelId, channelId), gte(studioMarks.at, from), lt(studioMarks.at, to)));
  return row?.marks ?? 0;
}

export async function findMarkOfPress(tx: Tx, linkId: number, pressKey: string): Promise<StudioMark | null> {
  const [row] = await tx
    .select()
    .from(studioMarks)
    .where(and(eq(studioMarks.linkId, linkId), eq(studioMarks.pressKey, pressKey)));
  return row ?? null;
}

export async function insertMark(tx: Tx, mark: typeof studioMarks.$inferInsert): Promise<StudioMark> {
  const [row] = await tx.insert(studioMarks).values(mark).returning();
  return row!;
}

export async function lockMark(tx: Tx, id: number): Promise<StudioMark | null> {
  const [row] = await tx.select().from(studioMarks).where(eq(studioMarks.id, id)).for('update');
  return row ?? null;
}

export async function withdrawMark(tx: Tx, id: number, withdrawnAt: Date): Promise<void> {
  await tx.update(studioMarks).set({ withdrawnAt }).where(eq(studioMarks.id, id));
}

/** Key of the advisory lock under which active links are counted. */
const LINKS_LOCK = 53_148;

export async function lockLinks(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LINKS_LOCK}::int, 0)`);
}
