import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { notFound } from '#app/params.server.ts';
import { buyPlan } from '#domain/buying/buying.ts';
import { listPlans } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { moneyPage, planView, positiveInteger, takePosted, toCheckout } from '#app/pages/plans/money-page.server.ts';

/** RT-090: the page exists only if the station enabled it. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  if (!page.hasTestPage) throw notFound();
  const plans = await listPlans(page);
  return { siteUrl: page.siteUrl, plans: plans.filter(({ kind }) => kind !== 'offline').map(planView) };
}

export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async (page, given) => {
    const { subscriptions, actor, visitor } = page;
    if (!page.hasTestPage) throw notFound();
    const plan = (await listPlans(page)).find(({ id }) => id === positiveInteger(given['plan']));
    if (!plan) throw new DomainError('invalidParam', 'the plan does not exist');
    const way = { method: 'card', gateway: 'paydollar', renews: true } as const;
    const asked = {
      planId: plan.id,
      isAutopay: plan.periodMonths !== null,
      isGift: false,
      code: '',
      priceCents: plan.priceCents,
      idempotencyKey: null,
      returnPath: null,
    };
    const order = await buyPlan(subscriptions, actor, asked, visitor);
    return toCheckout(page, order, way);
  });
