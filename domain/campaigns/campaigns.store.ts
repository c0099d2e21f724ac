import { and, asc, count, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { campaignItems, campaignLines, campaignOrders, campaignPlays, campaigns } from '#db/tables/campaigns.ts';
import { members } from '#db/tables/members.ts';
import { orders } from '#db/tables/payments.ts';
import { guestBuyers } from '#db/tables/sales.ts';
import type { CampaignItem, CampaignRow } from './campaigns.types.ts';

type LineRow = typeof campaignLines.$inferSelect;
export type CampaignOrderRow = typeof campaignOrders.$inferSelect;

// CAMPAIGNS

export async function findCampaign(db: Db, name: string): Promise<CampaignRow | null> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.name, name));
  return row ?? null;
}

export async function findCampaignById(db: Db, id: number): Promise<CampaignRow | null> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  return row ?? null;
}

const MAX_LISTED = 500;

/** The newest campaigns, drafts too, oldest first. */
export const findCampaigns = async (db: Db): Promise<CampaignRow[]> =>
  (await db.select().from(campaigns).orderBy(desc(campaigns.id)).limit(MAX_LISTED)).toReversed();

/** Lock before counting money or deciding the outcome; taken after the counters of what is sold. */
export async function lockCampaign(tx: Tx, id: number): Promise<CampaignRow | null> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  return row ?? null;
}

export async function updateCampaign(
  tx: Tx,
  id: number,
  set: Partial<typeof campaigns.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx
    .update(campaigns)
    .set({ ...set, updatedAt: now })
    .where(eq(campaigns.id, id));
}

/** Adds or removes money and supporters; returns the latest supporter number. */
export async function countSupport(
  tx: Tx,
  id: number,
  { cents, supporters }: { cents: number; supporters: -1 | 0 | 1 },
): Promise<number> {
  const [row] = await tx
    .update(campaigns)
    .set({
      collectedCents: sql`${campaigns.collectedCents} + ${cents}`,
      supporters: sql`${campaigns.supporters} + ${supporters}`,
      lastNo: sql`${campaigns.lastNo} + ${Math.max(0, supporters)}`,
    })
    .where(eq(campaigns.id, id))
    .returning({ lastNo: campaigns.lastNo });
  return row!.lastNo;
}

/** Public campaigns past their end without a decided outcome. */
export async function findOver(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(campaigns.isPublic, sql`${campaigns.endedAs} is null`, lte(campaigns.closesAt, now)))
    .orderBy(asc(campaigns.id));
  return rows.map(({ id }) => id);
}

export async function insertCampaign(tx: Tx, row: typeof campaigns.$inferInsert): Promise<number> {
  const [made] = await tx.insert(campaigns).values(row).returning({ id: campaigns.id });
  return made!.id;
}

// ITEMS

export const findItems = (db: Db, campaignId: number): Promise<CampaignItem[]> =>
  db
    .select()
    .from(campaignItems)
    .where(eq(campaignItems.campaignId, campaignId))
    .orderBy(asc(campaignItems.position), asc(campaignItems.id));

export const findItemsById = (db: Db, ids: readonly number[]): Promise<CampaignItem[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(campaignItems)
        .where(inArray(campaignItems.id, [...ids]));

/** The same for an order: staff change neither price nor kind of them until the transaction ends. */
export const findItemsToOrder = (tx: Tx, ids: readonly number[]): Promise<CampaignItem[]> =>
  tx
    .select()
    .from(campaignItems)
    .where(inArray(campaignItems.id, [...ids]))
    .orderBy(asc(campaignItems.id))
    .for('key share');

export async function insertItem(tx: Tx, row: typeof campaignItems.$inferInsert): Promise<number> {
  const [made] = await tx.insert(campaignItems).values(row).returning({ id: campaignItems.id });
  return made!.id;
}

// ORDERS

export async function insertOrder(
  tx: Tx,
  order: typeof campaignOrders.$inferInsert,
  lines: readonly (typeof campaignLines.$inferInsert)[],
): Promise<void> {
  // Repeated for an existing order: the lines are the same, because payments return no other.
  await tx.insert(campaignOrders).values(order).onConflictDoNothing();
  await tx
    .insert(campaignLines)
    .values([...lines])
    .onConflictDoNothing();
}

export async function findCampaignOrder(db: Db, orderId: number): Promise<CampaignOrderRow | null> {
  const [row] = await db.select().from(campaignOrders).where(eq(campaignOrders.orderId, orderId));
  return row ?? null;
}

export async function updateOrder(
  tx: Tx,
  orderId: number,
  set: Partial<Omit<CampaignOrderRow, 'orderId' | 'campaignId'>>,
): Promise<void> {
  await tx.update(campaignOrders).set(set).where(eq(campaignOrders.orderId, orderId));
}

export const findLines = (db: Db, orderId: number): Promise<LineRow[]> =>
  db.select().from(campaignLines).where(eq(campaignLines.orderId, orderId)).orderBy(asc(campaignLines.lineNo));

/** False if the line is in none of the `from` states, so that a rerun changes nothing. */
export async function moveLine(
  tx: Tx,
  { orderId, lineNo }: Pick<LineRow, 'orderId' | 'lineNo'>,
  from: readonly LineRow['state'][],
  set: Partial<Pick<LineRow, 'state' | 'returnedCents'>>,
): Promise<boolean> {
  const moved = await tx
    .update(campaignLines)
    .set(set)
    .where(
      and(
        eq(campaignLines.orderId, orderId),
        eq(campaignLines.lineNo, lineNo),
        inArray(campaignLines.state, [...from]),
      ),
    )
    .returning({ lineNo: campaignLines.lineNo });
  return moved.length > 0;
}

/**
 * Goods of a campaign that a buyer has paid for, except in one order. Pending orders are checked when they are paid.
 */
export async function countGoodsOf(
  tx: Tx,
  campaignId: number,
  buyer: { memberId: number } | { guestId: number },
  butOrderId: number | null,
): Promise<number> {
  const mine = 'memberId' in buyer ? eq(orders.memberId, buyer.memberId) : eq(orders.guestId, buyer.guestId);
  const [row] = await tx
    .select({ goods: sql<number>`coalesce(sum(${campaignLines.quantity}), 0)::int` })
    .from(campaignLines)
    .innerJoin(campaignItems, eq(campaignItems.id, campaignLines.itemId))
    .innerJoin(orders, eq(orders.id, campaignLines.orderId))
    .where(
      and(
        eq(campaignItems.campaignId, campaignId),
        eq(campaignItems.kind, 'goods'),
        mine,
        butOrderId === null ? undefined : sql`${orders.id} <> ${butOrderId}`,
        eq(campaignLines.state, 'paid'),
      ),
    );
  return row?.goods ?? 0;
}

/** Whether any part of it may still be paid. */
export async function hasHeld(db: Db, campaignId: number): Promise<boolean> {
  const [row] = await db
    .select({ held: count() })
    .from(campaignLines)
    .innerJoin(campaignItems, eq(campaignItems.id, campaignLines.itemId))
    .where(and(eq(campaignItems.campaignId, campaignId), eq(campaignLines.state, 'held')));
  return (row?.held ?? 0) > 0;
}

// DAYS ON AIR

export const findPlays = (db: Db, campaignId: number): Promise<(typeof campaignPlays.$inferSelect)[]> =>
  db.select().from(campaignPlays).where(eq(campaignPlays.campaignId, campaignId)).orderBy(asc(campaignPlays.dayHk));

export async function savePlay(tx: Tx, play: typeof campaignPlays.$inferInsert): Promise<void> {
  const { archiveId, startsAt, endsAt } = play;
  await tx
    .insert(campaignPlays)
    .values(play)
    .onConflictDoUpdate({
      target: [campaignPlays.campaignId, campaignPlays.dayHk],
      set: { archiveId, startsAt, endsAt },
    });
}

/** The order that chose a day. */
export async function findOrderOfDay(db: Db, campaignId: number, day: string): Promise<number | null> {
  const [row] = await db
    .select({ orderId: campaignLines.orderId })
    .from(campaignLines)
    .innerJoin(campaignItems, eq(campaignItems.id, campaignLines.itemId))
    .where(and(eq(campaignItems.campaignId, campaignId), eq(campaignLines.unit, day), eq(campaignLines.state, 'paid')));
  return row?.orderId ?? null;
}

export interface BuyerRow {
  memberId: number | null;
  guestId: number | null;
  email: string;
  /** Empty for a guest. */
  name: string;
}

/** An order's buyer, for mails and buyer-only actions; null once erased. */
export async function findBuyerOf(db: Db, orderId: number): Promise<BuyerRow | null> {
  const [row] = await db
    .select({
      memberId: orders.memberId,
      guestId: orders.guestId,
      email: sql<string | null>`coalesce(${members.email}, ${guestBuyers.email})`,
      name: sql<string>`coalesce(${members.displayName}, '')`,
    })
    .from(orders)
    .leftJoin(members, eq(members.id, orders.memberId))
    .leftJoin(guestBuyers, eq(guestBuyers.id, orders.guestId))
    .where(eq(orders.id, orderId));
  return row?.email ? { ...row, email: row.email } : null;
}
