import { randomUUID } from 'node:crypto';
import { redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import type { ReauthenticationNeed } from '#app/pages/account/own-page.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { isFreshForPayment } from '#domain/auth/auth.ts';
import { getProfile } from '#domain/members/members.ts';
import { findPurchase } from '#domain/purchases/purchases.ts';
import { changePlan, keepPlan, quotePlanChange } from '#domain/renewals/renewals.ts';
import { findProfile, type ShownProfile } from '#domain/subscriptions/profiles.ts';
import { listPlans } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  moneyPage,
  positiveInteger,
  orRefusal,
  pathOf,
  planView,
  takePosted,
  type MoneyPage,
} from '#app/pages/plans/money-page.server.ts';
import { outcomeOf } from '#app/pages/plans/outcome/outcome.server.ts';

/** Proof of ownership required before changing a card or plan. */
export async function proofOf({ members, actor, now }: MoneyPage): Promise<ReauthenticationNeed> {
  const { hasPassword } = await getProfile(members, actor.memberId, now);
  if (hasPassword) return 'password';
  return (await isFreshForPayment(members, actor, now)) ? 'nothing' : 'log-in';
}

/** The card is charged by plans that renew or are in grace. */
export const isCharged = (profile: ShownProfile | null): profile is ShownProfile =>
  profile?.state === 'active' || profile?.state === 'grace';

/** What became of the renewal of a plan that cannot be changed; null if it has none that can be resumed. */
function stopOf(profile: ShownProfile | null): 'stopping' | 'stopped' | null {
  if (profile?.state === 'stopping') return 'stopping';
  // After its paid time nothing is left to resume.
  return profile?.state === 'stopped' && profile.endsAt !== null ? 'stopped' : null;
}

/** Change of plan, with the difference shown before confirmation. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const { actor, siteUrl } = page;
  const [all, profile, proof] = await Promise.all([listPlans(page), findProfile(page, actor.memberId), proofOf(page)]);
  // A stopped plan renews no more: it is resumed first, where the page leads.
  const renewing = isCharged(profile) ? profile : null;
  const plans = all.filter(({ id, periodMonths }) => periodMonths !== null && id !== profile?.planId);
  const asked = positiveInteger(args.url.searchParams.get('plan'));
  const plan = plans.find(({ id }) => id === asked) ?? plans[0] ?? null;
  const { given: quote, refusal } =
    plan && renewing
      ? await orRefusal(quotePlanChange(page, actor.memberId, { planId: plan.id }))
      : { given: null, refusal: null };
  return {
    siteUrl,
    proof,
    current: renewing?.planName ?? null,
    stop: stopOf(profile),
    /** A pending change at the next renewal. */
    next: renewing?.nextPlanName ?? null,
    plans: plans.map(planView),
    planId: plan?.id ?? null,
    quote: quote && { ...quote, to: planView(quote.to), endsAtMs: quote.endsAt.getTime(), endsAt: null },
    refusal,
    key: randomUUID(),
  };
}

/** The plan's card is charged the difference; if it is declined, the order's status page offers other methods. */
export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async ({ payments, subscriptions, actor, now }, given) => {
    if (given['intent'] === 'keep') {
      await keepPlan(subscriptions, actor, { password: given['password'] }, now);
      return redirect(paths.memberHistory(), 303);
    }
    const planId = positiveInteger(given['plan']);
    if (planId === 0) throw new DomainError('invalidParam', 'the plan does not exist');
    const asked = {
      planId,
      // 0 is a valid price.
      totalCents: Number(/^\d{1,9}$/.exec(given['total_cents'] ?? '')?.[0] ?? -1),
      password: given['password'],
      idempotencyKey: given['key'] ?? null,
    };
    const { orderId } = await changePlan(subscriptions, actor, asked, now);
    const payment = orderId === null ? null : await findPurchase(payments, actor, { orderId });
    return redirectDocument(payment ? pathOf(payment) : moneyPaths.changePlanSuccess(), 303);
  });

/** A paid change is shown by its order; one pending until the next renewal by the profile. */
export async function doneLoader(args: LoaderFunctionArgs) {
  if (args.url.searchParams.has('order')) return { ...(await outcomeOf(args, 'success')), nextPlanName: null };
  const page = await moneyPage(args);
  const profile = await findProfile(page, page.actor.memberId);
  if (!profile?.nextPlanName) throw redirect(paths.memberHistory(), 303);
  return { siteUrl: page.siteUrl, payment: null, nextPlanName: profile.nextPlanName };
}
