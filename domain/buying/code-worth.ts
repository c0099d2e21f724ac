import type { Db } from '#db/database.ts';
import type { NewBatch } from '#domain/promotions/promotions.ts';
import { discountCents } from '#domain/promotions/promotions.rules.ts';
import { getPlan, listPlans, type Plan } from '#domain/subscriptions/subscriptions.ts';

/**
 * The most that a batch of codes can cost the station, in cents: every use taken, of the dearest plan that it applies to.
 * Null if it cannot be known here: a free film or ticket, or a percentage of one, as prices of products are theirs.
 */
export async function worthOfBatch(
  { db, now }: { db: Db; now: Date },
  {
    discount,
    days,
    planIds,
    product,
    maxInAll,
  }: Pick<NewBatch, 'discount' | 'days' | 'planIds' | 'product' | 'maxInAll'>,
): Promise<number | null> {
  if (discount?.type === 1) return discount.value * maxInAll;
  if (product) return null;
  const plans: Plan[] =
    planIds.length === 0 ? await listPlans({ db, now }) : await Promise.all(planIds.map((id) => getPlan(db, id)));
  if (days !== undefined) {
    const [plan] = plans;
    return plan ? Math.ceil((plan.priceCents * days) / plan.days) * maxInAll : null;
  }
  if (!discount) return null;
  const off = { discountType: discount.type, discountValue: discount.value };
  return Math.max(0, ...plans.map(({ priceCents }) => discountCents(off, priceCents))) * maxInAll;
}
