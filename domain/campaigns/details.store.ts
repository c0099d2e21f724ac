import { and, asc, count, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { plannedForValues } from '#db/prepared-statements.ts';
import { campaignDetails, campaignItems, campaignLines, campaignOrders, campaigns } from '#db/tables/campaigns.ts';
import type { DeliveryStep } from './campaigns.rules.ts';

export type DetailsRow = typeof campaignDetails.$inferSelect;

export async function findDetails(db: Db, orderId: number): Promise<DetailsRow | null> {
  const [row] = await db.select().from(campaignDetails).where(eq(campaignDetails.orderId, orderId));
  return row ?? null;
}

/** Updates only the given fields. */
export async function saveDetailsRow(
  tx: Tx,
  orderId: number,
  set: Partial<Omit<DetailsRow, 'orderId'>>,
): Promise<void> {
  await tx
    .insert(campaignDetails)
    .values({ orderId, ...set })
    .onConflictDoUpdate({ target: campaignDetails.orderId, set });
}

/** Sets the review state of an existing name. */
export async function markName(
  tx: Tx,
  orderId: number,
  set: Pick<DetailsRow, 'airNameState' | 'updatedAt'>,
): Promise<void> {
  await tx.update(campaignDetails).set(set).where(eq(campaignDetails.orderId, orderId));
}

/** Names to be reviewed by staff, earliest day first. */
export async function findNamesToRead(
  db: Db,
  campaignId: number,
  limit: number,
): Promise<{ orderId: number; airName: string; day: string | null }[]> {
  const rows = await db
    .select({
      orderId: campaignDetails.orderId,
      airName: campaignDetails.airName,
      day: sql<string | null>`min(${campaignLines.unit})`,
    })
    .from(campaignDetails)
    .innerJoin(campaignOrders, eq(campaignOrders.orderId, campaignDetails.orderId))
    .innerJoin(campaignLines, and(eq(campaignLines.orderId, campaignDetails.orderId), eq(campaignLines.state, 'paid')))
    .where(and(eq(campaignDetails.airNameState, 'waiting'), eq(campaignOrders.campaignId, campaignId)))
    .groupBy(campaignDetails.orderId, campaignDetails.airName)
    .orderBy(sql`min(${campaignLines.unit}) nulls last`, asc(campaignDetails.orderId))
    .limit(limit);
  return rows.flatMap(({ airName, ...row }) => (airName === null ? [] : [{ airName, ...row }]));
}

/** Paid orders in these delivery states, in order of their supporters, after one of them. */
export const findDeliveries = (
  db: Db,
  campaignId: number,
  { states, afterNo = 0, limit }: { states: readonly DeliveryStep[]; afterNo?: number | undefined; limit: number },
) =>
  db
    .select({
      orderId: campaignOrders.orderId,
      supporterNo: sql<number>`${campaignOrders.supporterNo}`,
      state: campaignOrders.deliveryState,
      tracking: campaignOrders.tracking,
      hasAddress: sql<boolean>`${campaignDetails.recipient} is not null`,
    })
    .from(campaignOrders)
    .leftJoin(campaignDetails, eq(campaignDetails.orderId, campaignOrders.orderId))
    .where(
      and(
        plannedForValues,
        eq(campaignOrders.campaignId, campaignId),
        inArray(campaignOrders.deliveryState, [...states]),
        gt(campaignOrders.supporterNo, afterNo),
      ),
    )
    .orderBy(asc(campaignOrders.supporterNo))
    .limit(limit);

/** Paid orders with an address that are to be packed or sent. */
const toBeSent = (campaignId: number) =>
  and(
    eq(campaignOrders.campaignId, campaignId),
    inArray(campaignOrders.deliveryState, ['waiting', 'packed']),
    isNotNull(campaignDetails.recipient),
  );

export async function countAddresses(db: Db, campaignId: number): Promise<number> {
  const [row] = await db
    .select({ addresses: count() })
    .from(campaignOrders)
    .innerJoin(campaignDetails, eq(campaignDetails.orderId, campaignOrders.orderId))
    .where(toBeSent(campaignId));
  return row?.addresses ?? 0;
}

/** What a label and a packing list need of an order. */
export type AddressRow = Pick<
  DetailsRow,
  'orderId' | 'recipient' | 'phoneNo' | 'addressLines' | 'place' | 'postcode' | 'country'
> & {
  supporterNo: number;
  state: DeliveryStep;
  /** Names of its paid items with their numbers: what is sent, and how. */
  items: string[];
};

/** In the order of their supporters. */
export const findAddresses = (db: Db, campaignId: number, limit: number): Promise<AddressRow[]> =>
  db
    .select({
      orderId: campaignOrders.orderId,
      supporterNo: sql<number>`${campaignOrders.supporterNo}`,
      state: sql<DeliveryStep>`${campaignOrders.deliveryState}`,
      recipient: campaignDetails.recipient,
      phoneNo: campaignDetails.phoneNo,
      addressLines: campaignDetails.addressLines,
      place: campaignDetails.place,
      postcode: campaignDetails.postcode,
      country: campaignDetails.country,
      items: sql<string[]>`array(select i.name || ' × ' || l.quantity
        from ${campaignLines} l join ${campaignItems} i on i.id = l.item_id
        where l.order_id = ${campaignOrders.orderId} and l.state = 'paid' and (i.is_sent or i.reach is not null)
        order by l.line_no)`,
    })
    .from(campaignOrders)
    .innerJoin(campaignDetails, eq(campaignDetails.orderId, campaignOrders.orderId))
    .where(toBeSent(campaignId))
    .orderBy(asc(campaignOrders.supporterNo))
    .limit(limit);

/**
 * Deletes names and addresses no longer needed: of orders never paid, and of ended campaigns whose goods were sent,
 * both since `before`.
 */
export async function deleteOldDetails(db: Db, before: Date): Promise<number> {
  const gone = db
    .select({ orderId: campaignOrders.orderId })
    .from(campaignOrders)
    .innerJoin(campaigns, eq(campaigns.id, campaignOrders.campaignId))
    .where(
      sql`(${campaignOrders.paidAt} is null and ${campaignOrders.acceptedAt} < ${before.toISOString()}::timestamptz)
        or (${campaigns.endedAt} < ${before.toISOString()}::timestamptz
          and ${campaignOrders.deliveryState} in ('none', 'sent', 'received')
          and coalesce(${campaignOrders.sentAt}, ${campaigns.endedAt}) < ${before.toISOString()}::timestamptz
          and (${campaigns.firstDay} is null or ${campaigns.firstDay} + ${campaigns.days}::int < ${before.toISOString()}::timestamptz))`,
    );
  const rows = await db
    .delete(campaignDetails)
    .where(inArray(campaignDetails.orderId, gone))
    .returning({ orderId: campaignDetails.orderId });
  return rows.length;
}

/** Reviewed supporter names for the list of thanks, newest first. */
export async function findThanked(db: Db, campaignId: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ airName: campaignDetails.airName })
    .from(campaignDetails)
    .innerJoin(campaignOrders, eq(campaignOrders.orderId, campaignDetails.orderId))
    .where(
      and(
        eq(campaignOrders.campaignId, campaignId),
        eq(campaignDetails.airNameState, 'approved'),
        campaignDetails.isNamed,
        isNotNull(campaignOrders.paidAt),
      ),
    )
    .orderBy(sql`${campaignOrders.supporterNo} desc`)
    .limit(limit);
  return rows.flatMap(({ airName }) => airName ?? []);
}
