import { dayWords } from '#shared/day.words.ts';
import { isDayHk } from '#shared/hk-time.ts';
import type { Tx } from '#db/database.ts';
import type { Order } from '#domain/payments/payments.ts';
import { hold } from '#domain/quotas/quotas.ts';
import type { AskedLine, PricedLine, Product } from '#domain/sales/sales.ts';
import { DomainError } from '#shared/domain-error.ts';
import { lineTotalCents } from '#shared/money.ts';
import { z } from 'zod';
import { daysFrom, faultOfAsked, isOpen } from './campaigns.rules.ts';
import { countGoodsOf, findCampaignById, findItemsToOrder, insertOrder } from './campaigns.store.ts';
import type { CampaignItem, CampaignRow } from './campaigns.types.ts';

// A campaign as a product of sales.

const CAMPAIGN = 'campaign';

/** Stored with each order line. */
export const linePayloadSchema = z.object({
  campaign: z.string(),
  unit: z.string().nullable(),
  terms: z.string(),
});

/** The items of requested lines, and their single campaign. */
async function itemsOf(
  tx: Tx,
  lines: readonly { id: number }[],
): Promise<{ campaign: CampaignRow; itemOf: (id: number) => CampaignItem }> {
  const items = new Map(
    (await findItemsToOrder(tx, [...new Set(lines.map(({ id }) => id))])).map((one) => [one.id, one]),
  );
  const itemOf = (id: number) => {
    const item = items.get(id);
    if (!item) throw new DomainError('productNotFound', `item ${id} does not exist`);
    return item;
  };
  const ids = new Set(lines.map(({ id }) => itemOf(id).campaignId));
  const [campaignId] = ids;
  const campaign = campaignId === undefined || ids.size > 1 ? null : await findCampaignById(tx, campaignId);
  if (!campaign) throw new DomainError('invalidParam', 'all lines must belong to one campaign');
  // Answered as if it were not there.
  if (!campaign.isPublic) throw new DomainError('productNotFound', `item ${lines[0]?.id} does not exist`);
  return { campaign, itemOf };
}

/** The fault is named, so that the page can explain it: `{ fault: 'dayTwice' }`. */
function refuseFault(fault: ReturnType<typeof faultOfAsked>): void {
  if (fault !== null) throw new DomainError(fault === 'tooMany' ? 'conflict' : 'invalidParam', { fault });
}

async function price(
  tx: Tx,
  buyer: { kind: 'member'; memberId: number } | { kind: 'guest'; guestId: number },
  lines: readonly AskedLine[],
  now: Date,
  { termsVersion }: { termsVersion: string | null },
): Promise<PricedLine[]> {
  const { campaign, itemOf } = await itemsOf(tx, lines);
  if (!isOpen(campaign, now) || lines.some(({ id }) => itemOf(id).isRetired))
    throw new DomainError('productNotFound', { fault: 'closed' });
  if (termsVersion !== campaign.termsVersion) throw new DomainError('conflict', { fault: 'terms' });
  const { maxPerBuyer } = campaign;
  refuseFault(
    faultOfAsked(
      lines.map(({ id, quantity, unit }) => ({ item: itemOf(id), quantity, unit })),
      {
        days: campaign.firstDay === null ? [] : daysFrom(campaign.firstDay, campaign.days ?? 0),
        maxPerBuyer,
        boughtBefore: maxPerBuyer === null ? 0 : await countGoodsOf(tx, campaign.id, buyer, null),
      },
    ),
  );
  return lines.map(({ id, quantity, unit }) => {
    const { name, cents } = itemOf(id);
    return {
      productId: id,
      name: unit === null ? name : `${name} ${isDayHk(unit) ? dayWords(unit) : unit}`,
      quantity,
      unitCents: cents,
      discountCents: 0,
      payload: { campaign: campaign.name, unit, terms: campaign.termsVersion },
    };
  });
}

/** Quantities an order takes from each quota, lowest id first to avoid deadlocks. */
function takenOf(
  lines: readonly { item: CampaignItem; quantity: number; unit: string | null }[],
  daysQuotaId: number | null,
): { quotaId: number; quantity: number; units: string[] }[] {
  const taken = new Map<number, { quotaId: number; quantity: number; units: string[] }>();
  const take = (quotaId: number | null, quantity: number, units: string[]) => {
    if (quotaId === null) return;
    const before = taken.get(quotaId) ?? { quotaId, quantity: 0, units: [] };
    taken.set(quotaId, { quotaId, quantity: before.quantity + quantity, units: [...before.units, ...units] });
  };
  for (const { item, quantity, unit } of lines) {
    if (unit !== null) take(daysQuotaId, 1, [unit]);
    take(item.quotaId, quantity, []);
  }
  return [...taken.values()].toSorted((a, b) => a.quotaId - b.quotaId);
}

async function holdLines(tx: Tx, order: Order, until: Date): Promise<void> {
  const { campaign, itemOf } = await itemsOf(
    tx,
    order.lines.map(({ productId: id }) => ({ id })),
  );
  const lines = order.lines.map((line) => {
    const { unit } = linePayloadSchema.parse(line.payload);
    const { lineNo, quantity } = line;
    return { item: itemOf(line.productId), lineNo, quantity, unit, cents: lineTotalCents(line) };
  });
  const [first] = order.lines;
  await insertOrder(
    tx,
    {
      orderId: order.id,
      campaignId: campaign.id,
      termsVersion: linePayloadSchema.parse(first?.payload).terms,
      acceptedAt: order.createdAt,
      deliveryState: 'none',
    },
    lines.map(({ item, ...line }) => ({ ...line, orderId: order.id, itemId: item.id, state: 'held' as const })),
  );
  for (const taken of takenOf(lines, campaign.daysQuotaId)) await hold(tx, { ...taken, orderId: order.id, until });
}

export const campaignProduct: Product<typeof CAMPAIGN> = {
  kind: CAMPAIGN,
  forGuests: true,
  price,
  hold: (tx, order, _lines, until) => holdLines(tx, order, until),
};
