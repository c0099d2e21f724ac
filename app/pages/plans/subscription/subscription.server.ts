import { randomUUID } from 'node:crypto';
import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { returnAddress } from '#app/components/member/return-address.ts';
import { COOKIES, readCookie } from '#app/cookies.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { mayPay, truthOf } from '#app/pages/checkout/payment-truth.ts';
import { archiveOffer, buyPlan, quotePlan } from '#domain/buying/buying.ts';
import { findOpenPurchase, queryPurchase } from '#domain/purchases/purchases.ts';
import { listPlans } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  buyersPage,
  isPaidHere,
  positiveInteger,
  orOpenOrder,
  orLater,
  orRefusal,
  pathOf,
  paymentView,
  planView,
  pressedMethod,
  quoteView,
  takePosted,
  toCheckout,
  usualMethod,
  type MoneyPage,
} from '#app/pages/plans/money-page.server.ts';

/** Purchase of a plan: the plan, today's price, what follows, and the payment method. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await buyersPage(args);
  const { payments, subscriptions, methods, actor, now, siteUrl, visitor } = page;
  const { searchParams } = args.url;
  const isGift = searchParams.get('gift') === '1';
  const isOffer = searchParams.get('offer') === '1' && !isGift;
  const [all, open, offer] = await Promise.all([
    listPlans(page),
    findOpenPurchase(payments, actor),
    isOffer ? orRefusal(archiveOffer(subscriptions, now)) : null,
  ]);
  const known = open && (await queryPurchase(payments, actor, open.orderId));
  // No payment for a plan is requested while another may just have been paid.
  if (known && isPaidHere(known) && known.resultPaths === null && !mayPay(truthOf(known)))
    throw redirectDocument(pathOf(known), 303);
  const plans = all.filter(({ kind }) => kind !== 'offline');
  const given = offer?.given;
  const offered = given ? { token: given.token, planId: given.plan.id, everyMs: given.everyMs } : null;
  const asked =
    offered?.planId ||
    positiveInteger(searchParams.get('plan')) ||
    positiveInteger(readCookie(args.request.headers.get('cookie'), COOKIES.chosenPlan));
  const plan = plans.find(({ id }) => id === asked) ?? plans[0] ?? null;
  const code = (searchParams.get('code') ?? '').slice(0, 40);
  const { given: quote, refusal } = plan
    ? await orRefusal(quotePlan(page, actor.memberId, { planId: plan.id, code, isGift, remoteIp: visitor.remoteIp }))
    : { given: null, refusal: null };
  return orLater({
    siteUrl,
    plans: plans.map(planView),
    isGone: asked > 0 && plan?.id !== asked,
    planId: plan?.id ?? null,
    quote: quote && quoteView(quote),
    /** It begins after what the member has already. */
    isLater: quote !== null && quote.startsAt > now,
    refusal,
    code,
    isGift,
    /** Renewed while the page is open: the price on its button is the token's (K-025). */
    offer: offered?.planId === plan?.id ? offered : null,
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
  const { subscriptions, methods, actor } = page;
  const planId = positiveInteger(given['plan']);
  const plan = (await listPlans(page)).find(({ id }) => id === planId);
  if (!plan) throw new DomainError('invalidParam', 'the plan does not exist');
  const isGift = given['gift'] === '1';
  const way = pressedMethod(methods, given);
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
    const order = await buyPlan(subscriptions, actor, asked, page.visitor);
    return toCheckout(page, order, way);
  });
}

export const action = (args: ActionFunctionArgs) =>
  takePosted(args, (page, given) => buy(page, given, args.request.headers.get('cookie')), buyersPage);
