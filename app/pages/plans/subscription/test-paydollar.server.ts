import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { notFound } from '#app/params.server.ts';
import { DomainError } from '#shared/domain-error.ts';
import { moneyPage, positiveInteger, takePosted, toCheckout } from '#app/pages/plans/money-page.server.ts';
import { planView } from '#app/pages/plans/payment-view.server.ts';

/** RT-090: the page exists only if the station enabled it. */
export async function loader(args: LoaderFunctionArgs) {
  const { doors, siteUrl } = await moneyPage(args);
  if (!doors.hasTestPage) throw notFound();
  const plans = await doors.listPlans();
  return { siteUrl, plans: plans.filter(({ kind }) => kind !== 'offline').map(planView) };
}

export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async (page, given) => {
    const { doors, actor } = page;
    if (!doors.hasTestPage) throw notFound();
    const plan = (await doors.listPlans()).find(({ id }) => id === positiveInteger(given['plan']));
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
    const order = await doors.buyPlan(actor, asked, page.visitor.remoteIp);
    return toCheckout(page, order, way);
  });
