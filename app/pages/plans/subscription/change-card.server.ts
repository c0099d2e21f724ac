import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { paths } from '#app/paths.ts';
import { CARD_CHECK_CENTS } from '#domain/payments/payments.rules.ts';
import { changeCreditCard } from '#domain/renewals/renewals.ts';
import { findProfile } from '#domain/subscriptions/profiles.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isCharged, proofOf } from './change-plan.server.ts';
import { moneyPage, takePosted, toCheckout } from '#app/pages/plans/money-page.server.ts';
import { outcomeOf } from '#app/pages/plans/outcome/outcome.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const [profile, proof] = await Promise.all([findProfile(page, page.actor.memberId), proofOf(page)]);
  return {
    siteUrl: page.siteUrl,
    proof,
    card: isCharged(profile)
      ? { scheme: profile.cardScheme, last4: profile.cardLast4, endsOn: profile.cardEndsOn }
      : null,
    dueCents: dueCentsOf(profile),
  };
}

export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async (page, given) => {
    const { subscriptions, actor, now } = page;
    const profile = await findProfile(page, actor.memberId);
    if (!isCharged(profile)) throw new DomainError('noRecurringProfile');
    const asked = { profileId: profile.id, password: given['password'] };
    const { orderId, gateway } = await changeCreditCard(subscriptions, actor, asked, now);
    return toCheckout(page, { orderId, totalCents: CARD_CHECK_CENTS }, { method: 'card', gateway, renews: true });
  });

/** What could not be charged to the present card, and is charged to the next one; null: nothing. */
const dueCentsOf = (profile: Awaited<ReturnType<typeof findProfile>>): number | null =>
  profile?.state === 'grace' ? profile.renewCents : null;

/** The card that is charged from now on, from the profile. */
export async function doneLoader(args: LoaderFunctionArgs) {
  const { siteUrl, payment } = await outcomeOf(args, 'success');
  if (payment.kind !== 'card_check') throw redirect(paths.memberHistory(), 303);
  const page = await moneyPage(args);
  const profile = await findProfile(page, page.actor.memberId);
  return {
    siteUrl,
    last4: payment.truth === 'opening' || !isCharged(profile) ? null : profile.cardLast4,
    dueCents: dueCentsOf(profile),
  };
}
