import { type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { takeIntent } from '#app/pages/account/account-posted.server.ts';
import { readPosted } from '#app/forms/posted.server.ts';
import { mayPay, truthOf } from '#app/pages/checkout/payment-truth.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import { openRenewal } from '#domain/buying/buying.ts';
import { listOfflineApplications } from '#domain/offline-applications/offline-applications.ts';
import { listRedemptions } from '#domain/promotions/promotions.ts';
import { listPurchases, type Purchase } from '#domain/purchases/purchases.ts';
import { findProfile } from '#domain/subscriptions/profiles.ts';
import { getMemberHistory } from '#domain/subscriptions/subscriptions.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import {
  isPaidHere,
  moneyPage,
  pathOf,
  paymentView,
  pressedMethod,
  takePosted,
  toCheckout,
  usualMethod,
} from '#app/pages/plans/money-page.server.ts';
import { applicationView } from '#app/pages/plans/offline/offline.server.ts';
import { familyChanges, familyView } from './family.server.ts';
import { redemptionView } from '#app/pages/plans/codes/redeem.server.ts';

const SHOWN = { payments: 100, applications: 20 };

/** An order with its receipts, and the link to continue it. */
const rowOf = (payment: Purchase) => ({
  ...paymentView(payment),
  path: pathOf(payment),
  storyToken: payment.storyToken,
  mayPay: isPaidHere(payment) && mayPay(truthOf(payment)),
});

/** Years with payments to summarise, newest first. */
const yearsOf = (payments: readonly Purchase[]): number[] => [
  ...new Set(payments.flatMap(({ paidAt }) => (paidAt ? [Number(dayHkOf(paidAt).slice(0, 4))] : []))),
];

/** A member's current and former plans, payments and redeemed codes, with receipts. */
export async function loader(args: LoaderFunctionArgs) {
  const { payments: services, methods, actor, db, now, siteUrl } = await moneyPage(args);
  const { memberId } = actor;
  const [{ plans, recurring, changes }, profile, payments, redemptions, applications] = await Promise.all([
    getMemberHistory(db, memberId, now),
    findProfile({ db, now }, memberId),
    listPurchases(services, actor, SHOWN.payments),
    listRedemptions(db, memberId),
    listOfflineApplications(db, memberId, SHOWN.applications),
  ]);
  const hasOwnPlan = plans.some(({ state }) => state === 'running');
  const code = args.url.searchParams.get('code') ?? '';
  const { familyDevices: maxDevices } = args.context.get(requestContext).archive;
  return {
    siteUrl,
    family: await familyView({ db, now }, actor, { code, hasOwnPlan, maxDevices }),
    plans: plans.map(({ id, planName, state, startsAt, endsAt }) => ({
      id,
      planName,
      state,
      startsAtMs: startsAt.getTime(),
      endsAtMs: endsAt.getTime(),
    })),
    profile: profile && {
      planName: profile.planName,
      state: profile.state,
      card: { scheme: profile.cardScheme, last4: profile.cardLast4, endsOn: profile.cardEndsOn },
      renewOn: profile.renewOn,
      renewCents: profile.renewCents,
      graceUntilMs: profile.graceUntil?.getTime() ?? null,
      endsAtMs: profile.endsAt?.getTime() ?? null,
      nextPlanName: profile.nextPlanName,
    },
    nowMs: now.getTime(),
    recurring: recurring.map(({ id, planName, state, cardScheme, cardLast4, cardEndsOn }) => ({
      id,
      planName,
      state,
      cardScheme,
      cardLast4,
      cardEndsOn,
    })),
    payments: payments.map(rowOf),
    years: yearsOf(payments),
    redemptions: redemptions.map(redemptionView),
    applications: applications.map(applicationView),
    changes: changes.map(({ id, kind, userAgent, happenedAt }) => ({
      id,
      kind,
      device: deviceName(userAgent),
      atMs: happenedAt.getTime(),
    })),
    methods,
    method: usualMethod(methods, args.request)?.method ?? null,
  };
}

/** Changes the family, or pays a failed charge or one due soon with any method. */
export async function action(args: ActionFunctionArgs) {
  // A body that cannot be read is refused below.
  const { intent = '' } = await readPosted(args.request.clone()).catch((): Record<string, string> => ({}));
  if (Object.hasOwn(familyChanges, intent)) return takeIntent(args, familyChanges);
  return takePosted(args, async (page, given) => {
    const way = pressedMethod(page.methods, given);
    return toCheckout(page, await openRenewal(page.subscriptions, page.actor, page.now), way);
  });
}
