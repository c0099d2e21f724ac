import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { planView } from '#app/pages/plans/money-page.server.ts';
import { fulfilmentDelay, SHOWN_DAYS } from '#domain/payments/payments.ts';
import { listPlans } from '#domain/subscriptions/subscriptions.ts';

/** Minimum sample: fewer payments would not be representative, and could identify somebody. */
const FEWEST_PAYMENTS = 20;

/** Time from payment to access. */
export const openedView = ({ orders, p95Seconds }: { orders: number; p95Seconds: number | null }) =>
  orders >= FEWEST_PAYMENTS && p95Seconds !== null ? { days: SHOWN_DAYS, seconds: p95Seconds } : null;

/** Plans and their prices, the same for everyone; a logged-in member pays with the next press. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now, siteUrl, archive } = context.get(requestContext);
  const [plans, times] = await Promise.all([listPlans({ db, now }), fulfilmentDelay({ db, now })]);
  return {
    siteUrl,
    freeMinutes: archive.freeMinutes,
    plans: plans.map(planView),
    opened: openedView(times),
  };
}

/** A change of a plan purges it by its tag. */
export const headers = () => publicPage({ tags: ['plans'] });
