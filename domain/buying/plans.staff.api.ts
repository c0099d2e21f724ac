import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { isOnSale } from '#domain/subscriptions/plans.rules.ts';
import { listAllPlans } from '#domain/subscriptions/subscriptions.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';

const count = z.number().int();
const seconds = z.number().nullable();

/** Plans and prices, for staff. */
export async function plansStaffApi(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  api.get(
    '/api/staff/money/plans',
    {
      schema: {
        tags: ['money'],
        summary: 'Every plan, those on sale or announced first',
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                z.object({
                  plan_id: count,
                  name: z.string(),
                  kind: z.string(),
                  days: count,
                  period_months: count.nullable(),
                  eligible: z.string(),
                  price_cents: count,
                  former_price_cents: count.nullable(),
                  repriced_ts: seconds,
                  is_on_sale: z.boolean(),
                  sells_from_ts: seconds,
                  sells_until_ts: seconds,
                  renewing: count.describe('Members whose plan renews at this price'),
                }),
              ),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('money.see'),
    },
    async () => {
      const now = clock();
      const plans = await listAllPlans(db);
      return ok({
        items: plans.map((plan) => ({
          plan_id: plan.id,
          name: plan.name,
          kind: plan.kind,
          days: plan.days,
          period_months: plan.periodMonths,
          eligible: plan.eligible,
          price_cents: plan.priceCents,
          former_price_cents: plan.formerPriceCents,
          repriced_ts: plan.repricedAt && unixSeconds(plan.repricedAt),
          is_on_sale: isOnSale(plan, now),
          sells_from_ts: plan.sellsFrom && unixSeconds(plan.sellsFrom),
          sells_until_ts: plan.sellsUntil && unixSeconds(plan.sellsUntil),
          renewing: plan.renewing,
        })),
      });
    },
  );
  api.get(
    '/api/staff/money/plan-names',
    {
      schema: {
        tags: ['money'],
        summary: 'Names of all plans, for codes',
        response: {
          200: wrapped(z.object({ items: z.array(z.object({ plan_id: count, name: z.string() })) })),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('codes.create', 'money.see'),
    },
    async () => ok({ items: (await listAllPlans(db)).map(({ id, name }) => ({ plan_id: id, name })) }),
  );
}
