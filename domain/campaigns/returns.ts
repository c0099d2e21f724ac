import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import {
  cancelUnpaid,
  keptCents,
  lockAccount,
  openWork,
  orderStory,
  refundOrder,
  workDone,
} from '#domain/payments/payments.ts';
import { campaignPaths } from '#shared/paths/campaign-paths.ts';
import { refused } from '#shared/staff/refusals.ts';
import { givenBackMail } from './campaigns.mail.ts';
import { nextReturnTry, owedBack, RETURN_TRIES, RETURNS_A_MINUTE, takesReturn } from './campaigns.rules.ts';
import {
  findBuyerOf,
  findCampaignById,
  findOver,
  findPlays,
  hasHeld,
  lockCampaign,
  updateCampaign,
} from './campaigns.store.ts';
import type { CampaignRow, CampaignServices } from './campaigns.types.ts';
import { orderTokenOf } from './order-links.ts';
import {
  findDueReturns,
  findHeldOfEnded,
  findPaidLines,
  insertReturns,
  lockReturn,
  updateReturn,
  type ReturnRow,
} from './returns.store.ts';
import { campaignTag } from './campaign-progress.ts';

// Outcomes of ended campaigns, and refunds of failed ones: the whole list is written when the outcome is decided, and
// processed row by row. Each refund is requested in the transaction that marks its row, so a killed job resumes and
// nobody is refunded twice.

const SYSTEM = 'system';

/** Records that a campaign failed, with each order's refund. Requires the campaign's lock. */
export async function fail(tx: Tx, campaign: CampaignRow, now: Date): Promise<number> {
  if (campaign.endedAs === 'failed') throw refused('campaign-failed');
  await updateCampaign(tx, campaign.id, { endedAs: 'failed', endedAt: now }, now);
  const lines = await findPaidLines(tx, campaign.id);
  const played = new Set((await findPlays(tx, campaign.id)).map(({ dayHk }) => dayHk));
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  const rows = [...byOrder].flatMap(([orderId, mine]) => {
    const isSent = mine.some(({ deliveryState }) => deliveryState === 'sent' || deliveryState === 'received');
    const cents = owedBack(mine, { days: campaign.days, played, isSent }).reduce((sum, one) => sum + one, 0);
    return cents === 0 ? [] : [{ orderId, campaignId: campaign.id, cents, createdAt: now, nextTryAt: now }];
  });
  await insertReturns(tx, rows);
  await purgePages(tx, [campaignTag(campaign.name)]);
  return rows.length;
}

/** Clock: decides ended campaigns, once nobody can still pay. */
export async function endCampaigns({ db, now }: { db: Db; now: Date }): Promise<void> {
  for (const id of await findOver(db, now))
    await db.transaction(async (tx) => {
      const campaign = await lockCampaign(tx, id);
      if (!campaign || campaign.endedAs !== null || campaign.closesAt > now || (await hasHeld(tx, id))) return;
      if (campaign.targetCents !== null && campaign.collectedCents < campaign.targetCents) {
        await fail(tx, campaign, now);
        return;
      }
      await updateCampaign(tx, id, { endedAs: 'succeeded', endedAt: now }, now);
      await purgePages(tx, [campaignTag(campaign.name)]);
    });
}

const ORDERS_A_MINUTE = 200;

/**
 * Clock: cancels open orders of a campaign that staff failed, also at the provider, so that nobody is led to pay for
 * what they cannot have. Money that arrives nevertheless is refunded by the rule of payments.
 */
export async function closeOrders({ db, payments }: Pick<CampaignServices, 'db' | 'payments'>): Promise<void> {
  for (const orderId of await findHeldOfEnded(db, ORDERS_A_MINUTE))
    await cancelUnpaid(payments, (await orderStory(db, orderId)).order);
}

type Steps = Awaited<ReturnType<typeof orderStory>>['steps'];

/** What staff refunded of an order since the campaign failed, and its bank took back, in cents: it is not owed any more. */
const returnedSince = (steps: Steps, number: string, since: Date): number =>
  steps
    .filter(({ at }) => at >= since)
    .filter(({ what, detail }) =>
      what === 'refund'
        ? detail['askedBy'] !== SYSTEM && detail['state'] !== 'withdrawn'
        : what === 'chargeback' && detail['number'] === number,
    )
    .reduce((sum, { detail }) => sum + Number(detail['cents']), 0);

/** Requests one refund in the transaction that marks it. */
async function giveBack(services: CampaignServices, tx: Tx, row: ReturnRow, now: Date): Promise<void> {
  const { orderId } = row;
  const campaign = await findCampaignById(tx, row.campaignId);
  const { memberId, guestId } = (await orderStory(tx, orderId)).order;
  // Before reading what was refunded: staff may refund the order at this moment.
  await lockAccount(tx, memberId ?? { kind: 'guest', guestId: guestId! });
  const { order, steps, paidBy } = await orderStory(tx, orderId);
  const returned = paidBy === null ? row.cents : returnedSince(steps, paidBy.number, row.createdAt);
  // A chargeback from before may have left the order what it bought.
  const owed = Math.min(row.cents - returned, await keptCents(tx, orderId));
  if (!campaign || !paidBy || !order.paidAt || owed <= 0) {
    await workDone(tx, 'failed_return', `return:${orderId}`, 'nothing is owed any more', now);
    return updateReturn(tx, orderId, { state: 'nothing', endedAt: now });
  }
  const isLate = !takesReturn(paidBy.method, order.paidAt, now);
  const { number, cents } = await refundOrder(
    { ...services.payments, db: tx },
    {
      orderId,
      cents: owed,
      reason: 'campaign failed',
      who: SYSTEM,
      ...(isLate ? { byHand: `${paidBy.method} does not support refunds of a payment this old` } : {}),
    },
  );
  await updateReturn(tx, orderId, {
    state: isLate ? 'by_hand' : 'asked',
    refundNumber: number,
    cents,
    endedAt: now,
  });
  const to = await findBuyerOf(tx, orderId);
  if (!to) return;
  const url =
    services.siteUrl + campaignPaths.result(campaign.name, 'success', orderTokenOf(services.secretKey, orderId));
  await queueLetter(tx, givenBackMail(to, { orderId, cents, isByHand: isLate, url }));
}

/** Schedules a retry of a failed row; after some tries, staff look at it. */
async function noteFault(services: CampaignServices, orderId: number, fault: unknown, now: Date): Promise<void> {
  const why = (fault instanceof Error ? fault.message : String(fault)).slice(0, 200);
  await services.db.transaction(async (tx) => {
    const row = await lockReturn(tx, orderId);
    if (!row) return;
    const tries = row.tries + 1;
    await updateReturn(tx, orderId, { tries, why, nextTryAt: nextReturnTry(tries, now) });
    if (tries >= RETURN_TRIES)
      await openWork(tx, { kind: 'failed_return', subject: `return:${orderId}`, orderId, detail: { why }, now });
  });
}

/** Job: requests the next refunds of failed campaigns, up to the providers' rate per minute. Returns how many. */
export async function giveBackDue(services: CampaignServices, now: Date): Promise<number> {
  let asked = 0;
  for (const orderId of await findDueReturns(services.db, now, RETURNS_A_MINUTE))
    try {
      asked += await services.db.transaction(async (tx) => {
        const row = await lockReturn(tx, orderId);
        if (!row) return 0;
        await giveBack(services, tx, row, now);
        return 1;
      });
    } catch (error) {
      await noteFault(services, orderId, error, now);
    }
  return asked;
}
