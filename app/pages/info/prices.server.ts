import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { moneyContext, requestContext } from '#app/context.server.ts';
import { planView } from '#app/pages/plans/payment-view.server.ts';

/** Plans and their prices, the same for everyone; whoever is logged in pays by the next press. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { siteUrl, archive } = context.get(requestContext);
  const plans = await context.get(moneyContext).listPlans();
  return { siteUrl, freeMinutes: archive.freeMinutes, plans: plans.map(planView) };
}

/** A change of a plan drops it by its tag. */
export const headers = () => publicPage({ tags: ['plans'] });
