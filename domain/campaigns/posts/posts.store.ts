import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { campaignPosts, campaigns } from '#db/tables/campaigns.ts';
import type { PostFields } from './posts.schema.ts';

export type PostRow = typeof campaignPosts.$inferSelect;

/** All posts of a campaign, newest first, also withdrawn ones. */
export const findAllPosts = (db: Db | Tx, campaignId: number, limit: number): Promise<PostRow[]> =>
  db
    .select()
    .from(campaignPosts)
    .where(eq(campaignPosts.campaignId, campaignId))
    .orderBy(desc(campaignPosts.id))
    .limit(limit);

/** Public posts, newest first. */
export const findPosts = (db: Db, campaignId: number, limit: number): Promise<PostRow[]> =>
  db
    .select()
    .from(campaignPosts)
    .where(and(eq(campaignPosts.campaignId, campaignId), isNull(campaignPosts.withdrawnAt)))
    .orderBy(desc(campaignPosts.id))
    .limit(limit);

/** A post with the name of its campaign, which nobody else changes until the transaction ends. */
export async function lockPost(tx: Tx, id: number): Promise<{ post: PostRow; campaign: string } | null> {
  const [row] = await tx
    .select({ post: campaignPosts, campaign: campaigns.name })
    .from(campaignPosts)
    .innerJoin(campaigns, eq(campaigns.id, campaignPosts.campaignId))
    .where(eq(campaignPosts.id, id))
    .for('update', { of: campaignPosts });
  return row ?? null;
}

export async function countPosts(tx: Tx, campaignId: number): Promise<number> {
  const [row] = await tx.select({ posts: count() }).from(campaignPosts).where(eq(campaignPosts.campaignId, campaignId));
  return row?.posts ?? 0;
}

export async function insertPost(
  tx: Tx,
  row: PostFields & { campaignId: number; postedAt: Date; updatedAt: Date },
): Promise<number> {
  const [made] = await tx.insert(campaignPosts).values(row).returning({ id: campaignPosts.id });
  return made!.id;
}

export async function updatePost(
  tx: Tx,
  id: number,
  set: Partial<PostFields> & { withdrawnAt?: Date | null; updatedAt: Date },
): Promise<void> {
  await tx.update(campaignPosts).set(set).where(eq(campaignPosts.id, id));
}
