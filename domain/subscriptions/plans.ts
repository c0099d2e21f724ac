import type { Db, Tx } from '#db/database.ts';
import { isEligible, type Standing } from '#domain/promotions/promotions.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isOnSale, priceFor } from './plans.rules.ts';
import {
  findAllPlans,
  findPlan,
  findPlansOnSale,
  insertPlan,
  updatePrice,
  updateSale,
  type Plan,
} from './plans.store.ts';

export type { Plan } from './plans.store.ts';

const MAX_PLANS = 50;

/** Plans on sale, the same for everyone; each states its eligibility. */
export const listPlans = ({ db, now }: { db: Db; now: Date }): Promise<Plan[]> => findPlansOnSale(db, now, MAX_PLANS);

/** Every plan, for staff. */
export const listAllPlans = (db: Db): Promise<(Plan & { renewing: number })[]> => findAllPlans(db, MAX_PLANS * 4);

export async function getPlan(db: Db, id: number): Promise<Plan> {
  const plan = await findPlan(db, id);
  if (plan === null) throw new DomainError('planNotFound');
  return plan;
}

/** A plan as this member can buy it now at the shown price; otherwise throws 20008. */
export async function planForSale(
  db: Db,
  asked: { planId: number; standing: Standing; priceCents?: number | undefined; now: Date },
): Promise<{ plan: Plan; unitCents: number }> {
  const plan = await getPlan(db, asked.planId);
  const unitCents = priceFor(plan, asked.priceCents, asked.now);
  if (unitCents === null || !isOnSale(plan, asked.now) || !isEligible(plan.eligible, asked.standing))
    throw new DomainError('planNotFound');
  return { plan, unitCents };
}

/** For catalogue maintenance; existing orders keep their price. */
export const addPlan = (tx: Tx, plan: Omit<Plan, 'id' | 'formerPriceCents' | 'repricedAt'>): Promise<number> =>
  insertPlan(tx, plan);

export const setPrice = (tx: Tx, planId: number, priceCents: number, now: Date): Promise<boolean> =>
  updatePrice(tx, planId, priceCents, now);

export async function setSale(
  tx: Tx,
  planId: number,
  sale: { sellsFrom?: Date | null; sellsUntil?: Date | null },
): Promise<void> {
  if (!(await updateSale(tx, planId, sale))) throw new DomainError('planNotFound');
}
