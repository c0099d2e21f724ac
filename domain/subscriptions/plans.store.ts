import { and, asc, count, eq, getTableColumns, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { recurringProfiles, subscriptionPlans } from '#db/tables/subscriptions.ts';

export type Plan = typeof subscriptionPlans.$inferSelect;

/** Plans on sale at `now`, in order. */
export function findPlansOnSale(db: Db, now: Date, limit: number): Promise<Plan[]> {
  const { sellsFrom, sellsUntil, position, id } = subscriptionPlans;
  return db
    .select()
    .from(subscriptionPlans)
    .where(and(isNotNull(sellsFrom), lte(sellsFrom, now), or(isNull(sellsUntil), gt(sellsUntil, now))))
    .orderBy(asc(position), asc(id))
    .limit(limit);
}

/** Every plan with how many profiles renew it, those on sale or announced first. */
export function findAllPlans(db: Db, limit: number): Promise<(Plan & { renewing: number })[]> {
  const { position, id, sellsFrom } = subscriptionPlans;
  const isRenewing = and(eq(recurringProfiles.planId, id), inArray(recurringProfiles.state, ['active', 'grace']));
  return db
    .select({ ...getTableColumns(subscriptionPlans), renewing: count(recurringProfiles.id) })
    .from(subscriptionPlans)
    .leftJoin(recurringProfiles, isRenewing)
    .groupBy(id)
    .orderBy(sql`${sellsFrom} is null`, asc(position), asc(id))
    .limit(limit);
}

export async function findPlan(db: Db, id: number): Promise<Plan | null> {
  const [row] = await db.select().from(subscriptionPlans).where(eq(subscriptionPlans.id, id));
  return row ?? null;
}

export async function insertPlan(tx: Tx, plan: typeof subscriptionPlans.$inferInsert): Promise<number> {
  const [row] = await tx.insert(subscriptionPlans).values(plan).returning({ id: subscriptionPlans.id });
  if (!row) throw new Error('insert into subscription_plans returned no row');
  return row.id;
}

/** Stores the former price with the time of the change. An unchanged price changes nothing. */
export async function updatePrice(tx: Tx, id: number, priceCents: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(subscriptionPlans)
    .set({ priceCents, formerPriceCents: sql`${subscriptionPlans.priceCents}`, repricedAt: now })
    .where(and(eq(subscriptionPlans.id, id), sql`${subscriptionPlans.priceCents} <> ${priceCents}`))
    .returning({ id: subscriptionPlans.id });
  return rows.length === 1;
}

export async function updateSale(
  tx: Tx,
  id: number,
  sale: { sellsFrom?: Date | null; sellsUntil?: Date | null },
): Promise<boolean> {
  const rows = await tx
    .update(subscriptionPlans)
    .set(sale)
    .where(eq(subscriptionPlans.id, id))
    .returning({ id: subscriptionPlans.id });
  return rows.length === 1;
}
