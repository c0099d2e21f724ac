import { randomUUID } from 'node:crypto';
import { redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import type { ReauthenticationNeed } from '#app/pages/account/own-page.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { isFreshForPayment } from '#domain/auth/auth.ts';
import { getProfile } from '#domain/members/members.ts';
import { DomainError } from '#shared/domain-error.ts';
import { moneyPage, numberOf, orRefusal, pathOf, takePosted, type MoneyPage } from './money-page.server.ts';
import { outcomeOf } from './outcome.server.ts';
import { planView } from './payment-view.server.ts';

/** What the owner has to prove before a card or a plan is touched. */
export async function proofOf({ members, actor, now }: MoneyPage): Promise<ReauthenticationNeed> {
  const { hasPassword } = await getProfile(members, actor.memberId, now);
  if (hasPassword) return 'password';
  return (await isFreshForPayment(members, actor, now)) ? 'nothing' : 'log-in';
}

/** Another plan, with the difference before anything is pressed. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const { doors, actor, siteUrl } = page;
  const [all, profile, proof] = await Promise.all([
    doors.listPlans(),
    doors.findProfile(actor.memberId),
    proofOf(page),
  ]);
  const plans = all.filter(({ id, periodMonths }) => periodMonths !== null && id !== profile?.planId);
  const asked = numberOf(args.url.searchParams.get('plan'));
  const plan = plans.find(({ id }) => id === asked) ?? plans[0] ?? null;
  const { given: quote, refusal } = plan
    ? await orRefusal(doors.quotePlanChange(actor.memberId, plan.id))
    : { given: null, refusal: null };
  return {
    siteUrl,
    proof,
    current: profile?.planName ?? null,
    /** A change that waits for the next renewal. */
    next: profile?.nextPlanName ?? null,
    plans: plans.map(planView),
    planId: plan?.id ?? null,
    quote: quote && { ...quote, to: planView(quote.to), endsAtMs: quote.endsAt.getTime(), endsAt: null },
    refusal,
    key: randomUUID(),
  };
}

/** The card that pays the plan pays the difference; where it is refused the order is told as it stands, to be paid otherwise. */
export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async ({ doors, actor }, given) => {
    if (given['intent'] === 'keep') {
      await doors.keepPlan(actor, { password: given['password'] });
      return redirect(paths.memberHistory(), 303);
    }
    const planId = numberOf(given['plan']);
    if (planId === 0) throw new DomainError('invalidParam', 'no such plan');
    const { orderId } = await doors.changePlan(actor, {
      planId,
      // 0 is a price as well.
      totalCents: Number(/^\d{1,9}$/.exec(given['total_cents'] ?? '')?.[0] ?? -1),
      password: given['password'],
      idempotencyKey: given['key'] ?? null,
    });
    const payment = orderId === null ? null : await doors.findPayment(actor, { orderId });
    return redirectDocument(payment ? pathOf(payment) : moneyPaths.changePlanSuccess(), 303);
  });

/** A change that was paid is told by its order; one that waits for the next renewal by the profile. */
export async function doneLoader(args: LoaderFunctionArgs) {
  if (args.url.searchParams.has('order')) return { ...(await outcomeOf(args, 'success')), nextPlanName: null };
  const page = await moneyPage(args);
  const profile = await page.doors.findProfile(page.actor.memberId);
  if (!profile?.nextPlanName) throw redirect(paths.memberHistory(), 303);
  return { siteUrl: page.siteUrl, payment: null, nextPlanName: profile.nextPlanName };
}
