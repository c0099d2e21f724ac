import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { paths } from '#app/paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { proofOf } from './change-plan.server.ts';
import type { Profile } from '#app/pages/plans/money-doors.types.ts';
import { CHECK_CENTS, moneyPage, takePosted, toCheckout } from '#app/pages/plans/money-page.server.ts';
import { outcomeOf } from '#app/pages/plans/outcome/outcome.server.ts';

/** The card is charged by plans that renew, are in grace, or are being stopped. */
const isCharged = (profile: Profile | null): profile is Profile =>
  profile?.state === 'active' || profile?.state === 'grace';

export async function loader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const [profile, proof] = await Promise.all([page.doors.findProfile(page.actor.memberId), proofOf(page)]);
  return {
    siteUrl: page.siteUrl,
    proof,
    card: isCharged(profile)
      ? { scheme: profile.cardScheme, last4: profile.cardLast4, endsOn: profile.cardEndsOn }
      : null,
  };
}

export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async (page, given) => {
    const { doors, actor } = page;
    const profile = await doors.findProfile(actor.memberId);
    if (!isCharged(profile)) throw new DomainError('noRecurringProfile');
    const asked = { profileId: profile.id, password: given['password'] };
    const { orderId, gateway } = await doors.changeCreditCard(actor, asked);
    return toCheckout(page, { orderId, totalCents: CHECK_CENTS }, { method: 'card', gateway, renews: true });
  });

/** The card that is charged from now on, from the profile. */
export async function doneLoader(args: LoaderFunctionArgs) {
  const { siteUrl, payment } = await outcomeOf(args, 'success');
  if (payment.kind !== 'card_check') throw redirect(paths.memberHistory(), 303);
  const { doors, actor } = await moneyPage(args);
  const profile = await doors.findProfile(actor.memberId);
  return { siteUrl, last4: payment.truth === 'opening' || !isCharged(profile) ? null : profile.cardLast4 };
}
