import type { Tx } from '#db/database.ts';
import type { Fulfilment, Order } from '#domain/payments/payments.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { releaseHeld, sellHeld } from '#domain/quotas/quotas.ts';
import { campaignPaths } from '#shared/paths/campaign-paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { lineTotalCents } from '#shared/money.ts';
import { thanksMail } from './campaigns.mail.ts';
import {
  countGoodsOf,
  countSupport,
  findBuyerOf,
  findCampaignById,
  findCampaignOrder,
  findItemsById,
  findLines,
  lockCampaign,
  moveLine,
  updateOrder,
  type CampaignOrderRow,
} from './campaigns.store.ts';
import type { CampaignRow } from './campaigns.types.ts';
import { orderTokenOf } from './order-links.ts';
import { linePayloadSchema } from './campaign-product.ts';

// Effects of paid campaign lines. Called under the lock of the buyer's account, in a savepoint: an error leaves the
// money unapplied, and it is refunded automatically. Lock the counters of what is sold before the campaign's own.

interface FulfilmentServices {
  siteUrl: string;
  secretKey: string;
}

async function campaignOrderOf(tx: Tx, order: Order): Promise<CampaignOrderRow> {
  const row = await findCampaignOrder(tx, order.id);
  if (!row) throw new Error(`order ${order.id} does not belong to a campaign`);
  return row;
}

/** The first paid line makes the buyer a supporter. */
async function welcome(
  tx: Tx,
  services: FulfilmentServices,
  { order, campaign, supporterNo, now }: { order: Order; campaign: CampaignRow; supporterNo: number; now: Date },
): Promise<void> {
  const lines = await findLines(tx, order.id);
  const items = new Map(
    (
      await findItemsById(
        tx,
        lines.map(({ itemId }) => itemId),
      )
    ).map((item) => [item.id, item]),
  );
  const bought = lines.map(({ itemId, quantity }) => ({ item: items.get(itemId)!, quantity }));
  const buyer = { memberId: order.memberId, guestId: order.guestId };
  const goods = bought.reduce((sum, { item, quantity }) => (item.kind === 'goods' ? sum + quantity : sum), 0);
  if (goods > 0 && campaign.maxPerBuyer !== null) {
    const key =
      buyer.memberId === null
        ? buyer.guestId === null
          ? null
          : { guestId: buyer.guestId }
        : { memberId: buyer.memberId };
    // Of two orders of a buyer, the first of which was thought expired, the second to be paid exceeds the limit.
    const before = key === null ? 0 : await countGoodsOf(tx, campaign.id, key, order.id);
    if (before + goods > campaign.maxPerBuyer) throw new DomainError('conflict', { fault: 'tooMany' });
  }
  const isSent = bought.some(({ item }) => item.isSent || item.kind === 'goods');
  await updateOrder(tx, order.id, { supporterNo, paidAt: now, deliveryState: isSent ? 'waiting' : 'none' });
  const to = await findBuyerOf(tx, order.id);
  if (!to) return;
  const url =
    services.siteUrl + campaignPaths.result(campaign.name, 'success', orderTokenOf(services.secretKey, order.id));
  await queueLetter(
    tx,
    thanksMail(to, {
      orderId: order.id,
      supporterNo,
      kind: campaign.kind,
      lines: order.lines.map(({ name, quantity }) => ({ name, quantity })),
      cents: order.totalCents,
      url,
    }),
  );
}

export function campaignFulfilment(services: FulfilmentServices): Fulfilment {
  return {
    async fulfil(tx, order, line, { now }) {
      const row = await campaignOrderOf(tx, order);
      const moved = await moveLine(tx, { orderId: order.id, lineNo: line.lineNo }, ['held', 'released'], {
        state: 'paid',
      });
      if (!moved) return;
      await sellHeld(tx, order.id);
      const campaign = await lockCampaign(tx, row.campaignId);
      // Money that arrives after the outcome was decided buys nothing.
      if (!campaign || campaign.endedAs !== null) throw new DomainError('productNotFound', { fault: 'closed' });
      const isFirst = row.supporterNo === null;
      const lastNo = await countSupport(tx, campaign.id, { cents: lineTotalCents(line), supporters: isFirst ? 1 : 0 });
      if (isFirst) await welcome(tx, services, { order, campaign, supporterNo: lastNo, now });
    },
    async reverse(tx, order, line, { cents }) {
      const row = await campaignOrderOf(tx, order);
      const lines = await findLines(tx, order.id);
      const mine = lines.find(({ lineNo }) => lineNo === line.lineNo);
      if (mine?.state !== 'paid') return;
      const returnedCents = Math.min(mine.cents, mine.returnedCents + cents);
      const isWhole = returnedCents === mine.cents;
      await moveLine(tx, mine, ['paid'], { returnedCents, state: isWhole ? 'returned' : 'paid' });
      const isGone = isWhole && lines.every(({ lineNo, state }) => lineNo === line.lineNo || state !== 'paid');
      if (isGone) await releaseHeld(tx, order.id);
      await countSupport(tx, row.campaignId, {
        cents: mine.returnedCents - returnedCents,
        supporters: isGone ? -1 : 0,
      });
      if (isGone && (row.deliveryState === 'waiting' || row.deliveryState === 'packed'))
        await updateOrder(tx, order.id, { deliveryState: 'none' });
    },
    /** Refuses to start a payment once the campaign has ended; the order may have been opened earlier. */
    async waits(tx, order) {
      const row = await campaignOrderOf(tx, order);
      const campaign = await findCampaignById(tx, row.campaignId);
      if (!campaign || campaign.endedAs !== null) throw new DomainError('productNotFound', { fault: 'closed' });
    },
    async release(tx, order, line) {
      await moveLine(tx, { orderId: order.id, lineNo: line.lineNo }, ['held'], { state: 'released' });
      await releaseHeld(tx, order.id);
    },
    // Year-long items are earned over the year on air.
    async earnedOver(tx, order, line) {
      const { unit } = linePayloadSchema.parse(line.payload);
      const row = await campaignOrderOf(tx, order);
      const campaign = await findCampaignById(tx, row.campaignId);
      if (!campaign || campaign.firstDay === null || campaign.days === null) return null;
      return unit === null ? { fromDay: campaign.firstDay, days: campaign.days } : { fromDay: unit, days: 1 };
    },
    pathOf(result, order) {
      const [first] = order.lines;
      const { campaign } = linePayloadSchema.parse(first?.payload);
      return campaignPaths.result(campaign, result, orderTokenOf(services.secretKey, order.id));
    },
  };
}
