import { randomUUID } from 'node:crypto';
import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { returnAddress } from '#app/components/member/return-address.ts';
import { COOKIES, readCookie } from '#app/cookies.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { mayPay, truthOf } from '#app/pages/checkout/payment-truth.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  buyersPage,
  isPaidHere,
  positiveInteger,
  orOpenOrder,
  orLater,
  orRefusal,
  pathOf,
  pressedMethod,
  takePosted,
  toCheckout,
  usualMethod,
  type MoneyPage,
} from '#app/pages/plans/money-page.server.ts';
import { paymentView, planView, quoteView } from '#app/pages/plans/payment-view.server.ts';

/** Purchase of a plan: the plan, today's price, what follows, and the payment method. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await buyersPage(args);
  const { doors, actor, siteUrl, visitor } = page;
  const { searchParams } = args.url;
  const isGift = searchParams.get('gift') === '1';
  const isOffer = searchParams.get('offer') === '1' && !isGift;
  const [all, open, offer] = await Promise.all([
    doors.listPlans(),
    doors.findOpenPayment(actor),
    isOffer ? orRefusal(doors.archiveOffer()) : null,
  ]);
  const known = open && (await doors.findPaymentNow(actor, open.orderId));
  // No payment for a plan is requested while another may just have been paid.
  if (known && isPaidHere(known) && known.resultPaths === null && !mayPay(truthOf(known)))
    throw redirectDocument(pathOf(known), 303);
  const plans = all.filter(({ kind }) => kind !== 'offline');
  const asked =
    offer?.given?.planId ||
    positiveInteger(searchParams.get('plan')) ||
    positiveInteger(readCookie(args.request.headers.get('cookie'), COOKIES.chosenPlan));
  const plan = plans.find(({ id }) => id === asked) ?? plans[0] ?? null;
  const code = (searchParams.get('code') ?? '').slice(0, 40);
  const { given: quote, refusal } = plan
    ? await orRefusal(doors.quotePlan(actor.memberId, { planId: plan.id, code, isGift, remoteIp: visitor.remoteIp }))
    : { given: null, refusal: null };
  const methods = doors.listMethods();
  return orLater({
    siteUrl,
    plans: plans.map(planView),
    isGone: asked > 0 && plan?.id !== asked,
    planId: plan?.id ?? null,
    quote: quote && quoteView(quote),
    refusal,
    code,
    isGift,
    /** Renewed while the page is open: the price on its button is the token's (K-025). */
    offer: offer?.given && offer.given.planId === plan?.id ? offer.given : null,
    methods,
    method: usualMethod(methods, args.request)?.method ?? null,
    /** Idempotency key: pressing twice makes one order. */
    key: randomUUID(),
    open:
      known && known.state === 'open' && mayPay(truthOf(known))
        ? { ...paymentView(known), path: moneyPaths.cancelPayment({ order: known.orderId }) }
        : null,
    /** For a code whose lookup is rate limited. */
    retryAfterSeconds: quote?.codeRetryAfterSeconds ?? null,
  });
}

async function buy(page: MoneyPage, given: Record<string, string>, cookies: string | null): Promise<Response> {
  const { doors, actor } = page;
  const planId = positiveInteger(given['plan']);
  const plan = (await doors.listPlans()).find(({ id }) => id === planId);
  if (!plan) throw new DomainError('invalidParam', 'the plan does not exist');
  const isGift = given['gift'] === '1';
  const way = pressedMethod(doors.listMethods(), given);
  return orOpenOrder(page, async () => {
    const asked = {
      planId,
      isAutopay: !isGift && plan.periodMonths !== null && way?.renews === true,
      isGift,
      code: given['code'] ?? '',
      priceCents: positiveInteger(given['price_cents']),
      offerToken: given['offer_token'] || undefined,
      idempotencyKey: given['key'] ?? null,
      returnPath: returnAddress(cookies),
    };
    const order = await doors.buyPlan(actor, asked, page.visitor.remoteIp);
    return toCheckout(page, order, way);
  });
}

export const action = (args: ActionFunctionArgs) =>
  takePosted(args, (page, given) => buy(page, given, args.request.headers.get('cookie')), buyersPage);
