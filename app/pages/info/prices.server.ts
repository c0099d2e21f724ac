import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { moneyContext, requestContext } from '#app/context.server.ts';
import { planView } from '#app/pages/plans/payment-view.server.ts';

/** Minimum sample: fewer payments would not be representative, and could identify somebody. */
const FEWEST_PAYMENTS = 20;

/** Plans and their prices, the same for everyone; a logged-in member pays with the next press. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { siteUrl, archive } = context.get(requestContext);
  const money = context.get(moneyContext);
  const [plans, { days, orders, p95Seconds }] = await Promise.all([money.listPlans(), money.openingTimes()]);
  return {
    siteUrl,
    freeMinutes: archive.freeMinutes,
    plans: plans.map(planView),
    opened: orders >= FEWEST_PAYMENTS && p95Seconds !== null ? { days, seconds: p95Seconds } : null,
  };
}

/** A change of a plan purges it by its tag. */
export const headers = () => publicPage({ tags: ['plans'] });
