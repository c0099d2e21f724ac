import { unixSeconds } from '#shared/hk-time.ts';
import type { z } from 'zod';
import type { progressReplySchema } from './campaigns.schema.ts';
import type { CampaignProgress } from './campaigns.types.ts';

/** The sum; null where one of them has no end. */
const all = (totals: readonly (number | null)[]): number | null =>
  totals.reduce<number | null>((sum, total) => (sum === null || total === null ? null : sum + total), 0);

export function presentProgress(
  { campaign, status, items, takenDays }: CampaignProgress,
  now: Date,
): z.infer<typeof progressReplySchema> {
  const { firstDay, days } = campaign;
  const bought = items.filter(({ kind }) => kind === 'tier' || kind === 'goods');
  return {
    campaign_id: campaign.id,
    name: campaign.name,
    kind: campaign.kind,
    status,
    result: campaign.endedAs,
    opens_ts: unixSeconds(campaign.opensAt),
    closes_ts: unixSeconds(campaign.closesAt),
    currentTimestamp: unixSeconds(now),
    target: campaign.targetCents === null ? null : campaign.targetCents / 100,
    quota: all(bought.map(({ total }) => total)),
    sold: bought.reduce((sum, { sold }) => sum + sold, 0),
    collected_cents: campaign.collectedCents,
    supporters: campaign.supporters,
    terms_version: campaign.termsVersion,
    max_per_buyer: campaign.maxPerBuyer,
    products: items.map(({ id, kind, code, name, cents, total, sold, left, maxQuantity, choosesDay }) => ({
      id,
      kind,
      code,
      name,
      price_cents: cents,
      quota: total,
      sold,
      left,
      max_quantity: maxQuantity,
      chooses_day: choosesDay,
    })),
    days: firstDay === null || days === null ? null : { first: firstDay, count: days, taken: takenDays },
  };
}
