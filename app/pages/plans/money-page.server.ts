import { data, redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { COOKIES, DAY_SECONDS, readCookie } from '#app/cookies.ts';
import type { Db } from '#db/database.ts';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { ownPage } from '#app/pages/account/own-page.server.ts';
import { isGivenBack, mayPay, resultPageFor, truthOf } from '#app/pages/checkout/payment-truth.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { plansText } from '#app/text/zh-hk/plans.ts';
import type { Quote } from '#domain/buying/buying.ts';
import { amountOf } from '#domain/payments/payments.rules.ts';
import { startAttempt } from '#domain/payments/payments.ts';
import {
  findOpenPurchase,
  findPurchase,
  listPurchases,
  queryPurchase,
  type OfferedMethod,
  type Purchase,
} from '#domain/purchases/purchases.ts';
import { guestOf } from '#domain/sales/sales.ts';
import { listOff } from '#domain/settings/settings.ts';
import type { Off } from '#domain/settings/settings.rules.ts';
import type { Plan } from '#domain/subscriptions/subscriptions.ts';
import type { Payer } from '#shared/actor.ts';
import { DomainError, RESPONSE_CODES } from '#shared/domain-error.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** A method, and what staff say about it while they have switched it off. */
type ShownMethod = OfferedMethod & { off: Off | null };

/** The methods with what is off now. */
export async function methodsOfNow(
  at: { db: Db; now: Date },
  methods: readonly OfferedMethod[],
): Promise<ShownMethod[]> {
  const off = await listOff(at);
  return methods.map((method) => ({ ...method, off: off.get(`pay.${method.method}`) ?? null }));
}

/** What payment pages use of the context, besides the member's account. */
export async function payingOf({ context }: Pick<Args, 'context'>) {
  const { db, now, payments, subscriptions, offline, sales, paying, userAgent, archive } = context.get(requestContext);
  const isPhone = /Mobi|Android|iPhone/i.test(userAgent);
  const methods = await methodsOfNow({ db, now }, paying.methods);
  return { payments, subscriptions, offline, sales, ...paying, methods, isPhone, freeMinutes: archive.freeMinutes };
}

/** The member, and the services that move money. */
export const moneyPage = async (args: Args) => ({ ...(await ownPage(args)), ...(await payingOf(args)) });

/** The same for buyers: receipts and follow-ups are mailed, so the address must be verified first. */
export async function buyersPage(args: Args) {
  const page = await moneyPage(args);
  if (!page.actor.isEmailVerified) throw redirect(paths.memberMessage('emailNotVerified'), 303);
  return page;
}

export type MoneyPage = Awaited<ReturnType<typeof moneyPage>>;

/** Number from a URL or field; 0 if invalid. */
export const positiveInteger = (given: string | null | undefined): number =>
  given && /^[1-9]\d{0,9}$/.test(given) ? Number(given) : 0;

/** Default payment method: the last one used, else the first, of those that are on. */
export function usualMethod(methods: readonly ShownMethod[], request: Request): OfferedMethod | null {
  const last = readCookie(request.headers.get('cookie'), COOKIES.payingMethod);
  const on = methods.filter(({ off }) => off === null);
  return on.find(({ method }) => method === last) ?? on[0] ?? null;
}

/**
 * The pressed method, and no other; null without one, as a free order needs none. Checked before an order is opened: 3
 * if the method does not exist.
 */
export function pressedMethod(
  methods: readonly OfferedMethod[],
  { method: pressed = '' }: Record<string, string>,
): OfferedMethod | null {
  if (pressed === '') return null;
  const way = methods.find(({ method }) => method === pressed);
  // If there are no methods at all, that error is reported instead.
  if (way === undefined && methods.length > 0) throw new DomainError('invalidParam', 'unknown payment method');
  return way ?? null;
}

/** Whether an order ended without a purchase and was refunded or is being refunded. The success page would be wrong for it. */
export const isReturnedUnbought = (payment: Purchase): boolean =>
  (payment.state === 'cancelled' || payment.state === 'expired') && isGivenBack(truthOf(payment));

/** The page that shows an order's current state. */
export function pathOf(payment: Purchase): string {
  const { orderId: order, attempt, asked, kind, resultPaths } = payment;
  const place = resultPageFor(truthOf(payment));
  // Orders awaiting a cheque or deposit are handled on the page of their application.
  if (kind === 'offline_subscription' && place !== 'success') return paths.offlineSubscription();
  if (place === 'checkout') {
    if (attempt) return moneyPaths.checkout(attempt.gateway, { order });
    return kind === 'livestream' ? eventPaths.buyTickets(order) : moneyPaths.cancelPayment({ order });
  }
  if (place === 'processing') {
    // Wait for the provider if its answer may still come; an order under review by staff is shown, not awaited.
    if (asked?.waitsFor)
      return moneyPaths.paymentResult(asked.waitsFor.gateway, { transaction_id: asked.waitsFor.number });
    if (attempt?.state === 'redirected' || attempt?.state === 'authorised')
      return moneyPaths.paymentResult(attempt.gateway, { transaction_id: attempt.number });
    return paths.memberMessage('transactionProcessing');
  }
  if (isReturnedUnbought(payment)) {
    // The page of a campaign is open to guests too.
    if (kind === 'campaign' && resultPaths !== null) return resultPaths.failure;
    return kind === 'card_check' ? paths.memberResult('changeCardFailure') : moneyPaths.cancelPayment({ order });
  }
  if (resultPaths !== null) return place === 'success' ? resultPaths.success : resultPaths.failure;
  if (kind === 'plan_change')
    return place === 'success' ? moneyPaths.changePlanSuccess({ order }) : moneyPaths.changePlanFailure({ order });
  if (kind === 'card_check')
    return place === 'success' ? moneyPaths.changeCardSuccess({ order }) : paths.memberResult('changeCardFailure');
  return place === 'success'
    ? moneyPaths.newSubscriptionSuccess({ order })
    : moneyPaths.newSubscriptionFailure({ order });
}

/** Whether it is paid on our pages: a cheque or a deposit is not. */
export const isPaidHere = ({ kind, state }: Pick<Purchase, 'kind' | 'state'>): boolean =>
  state === 'open' && kind !== 'offline_subscription';

const isUnderWay = (error: unknown): boolean =>
  error instanceof DomainError && error.errorName === 'transactionProcessing';

/** A payer, and where the payment comes from. */
interface Paying extends Pick<MoneyPage, 'payments' | 'methods' | 'isPhone'> {
  actor: Payer;
  visitor: Pick<MoneyPage['visitor'], 'remoteIp'>;
}

/**
 * Starts the payment of an order and redirects to its checkout, which is a separate document. A free order is already
 * complete.
 */
export async function toCheckout(
  { payments, methods, actor, isPhone, visitor }: Paying,
  { orderId, totalCents }: { orderId: number; totalCents: number },
  way: OfferedMethod | null,
): Promise<Response> {
  if (totalCents === 0) {
    await startAttempt(payments, actor, { orderId, gateway: 'free', method: 'none', remoteIp: null });
    const payment = await findPurchase(payments, actor, { orderId });
    return redirectDocument(payment ? pathOf(payment) : paths.memberHistory(), 303);
  }
  if (way === null) throw new DomainError(methods.length === 0 ? 'unavailable' : 'invalidParam');
  const { method, gateway } = way;
  try {
    await startAttempt(payments, actor, { orderId, gateway, method, isPhone, remoteIp: visitor.remoteIp });
  } catch (error) {
    const now = isUnderWay(error) ? await queryPurchase(payments, actor, orderId) : null;
    if (now === null) throw error;
    // It may have been paid by another method: redirect to its current page.
    if (!mayPay(truthOf(now))) return redirectDocument(pathOf(now), 303);
    // A provider that reports it as unpaid refuses to cancel it, and may be processing the payment.
    return redirectDocument(paths.memberMessage('transactionProcessing'), 303);
  }
  const headers = new Headers();
  headers.append(
    'set-cookie',
    `${COOKIES.payingMethod}=${method}; Path=/; Max-Age=${DAY_SECONDS}; Secure; SameSite=Lax`,
  );
  // The plan chosen before registration has been bought.
  headers.append('set-cookie', `${COOKIES.chosenPlan}=; Path=/; Max-Age=0; Secure; SameSite=Lax`);
  return redirectDocument(moneyPaths.checkout(gateway, { order: orderId }), { status: 303, headers });
}

/** Handles a post to a payment page; a module's refusal is shown on the posting page. */
export async function takePosted(
  args: ActionFunctionArgs,
  act: (page: MoneyPage, given: Record<string, string>) => Promise<Response>,
  pageOf: typeof moneyPage = moneyPage,
) {
  return takePostedOf(args, await pageOf(args), act);
}

/** The same with a loaded page. */
export async function takePostedOf<P>(
  args: ActionFunctionArgs,
  page: P,
  act: (page: P, given: Record<string, string>) => Promise<Response>,
) {
  let given: Record<string, string> = {};
  try {
    given = await readPosted(args.request);
    return await act(page, given);
  } catch (error) {
    const refused = refusedForm(error, given);
    return data(
      { ...refused.data, intent: given['intent'] ?? '', thing: given['thing'] ?? '' },
      refused.init ?? undefined,
    );
  }
}

/**
 * The payer of an order among this browser's identities: the logged-in member, or the guest with a verified address. If
 * neither, a visitor who is not logged in is sent to login.
 */
export async function payersPage(args: Args, orderId: number) {
  const { actor: actorOf, now, siteUrl, remoteIp } = args.context.get(requestContext);
  const page = await payingOf(args);
  const actor = await actorOf();
  const guest = await guestOf(page.sales, args.request.headers.get('cookie'), now);
  const payers: (Payer | null)[] = [actor.kind === 'member' ? actor : null, guest];
  for (const payer of payers) {
    const payment = payer && (await findPurchase(page.payments, payer, { orderId }));
    if (payer !== null && payment !== null)
      return { ...page, actor: payer, payment, now, siteUrl, visitor: { remoteIp } };
  }
  await ownPage(args);
  throw notFound();
}

/** A module's result, or the name of its refusal and its Retry-After. */
export async function orRefusal<T>(asked: Promise<T>) {
  try {
    return { given: await asked, refusal: null, retryAfterSeconds: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { given: null, refusal: error.errorName, retryAfterSeconds: error.retryAfterSeconds };
  }
}

/**
 * Next page after opening an order. If an open order that may still take money is in the way, that order, with its
 * providers' current state.
 */
export async function orOpenOrder(
  { payments, actor }: Pick<MoneyPage, 'payments' | 'actor'>,
  press: () => Promise<Response>,
): Promise<Response> {
  try {
    return await press();
  } catch (error) {
    const open = isUnderWay(error) ? await findOpenPurchase(payments, actor) : null;
    const now = open && (await queryPurchase(payments, actor, open.orderId));
    if (now === null || !isPaidHere(now)) throw error;
    const path = mayPay(truthOf(now)) ? moneyPaths.cancelPayment({ order: now.orderId }) : pathOf(now);
    return redirectDocument(path, 303);
  }
}
/** Page data with the status of a refusal that has a Retry-After. */
export const orLater = <T extends { retryAfterSeconds: number | null }>(view: T) =>
  data(view, { status: view.retryAfterSeconds === null ? 200 : RESPONSE_CODES.tooManyRequests.status });

/** The named order, of this member only; without a name the newest. */
export async function paymentOf(
  { payments, actor }: Pick<MoneyPage, 'payments' | 'actor'>,
  url: URL,
): Promise<Purchase | null> {
  const orderId = positiveInteger(url.searchParams.get('order'));
  if (orderId > 0) return findPurchase(payments, actor, { orderId });
  return (await listPurchases(payments, actor, 1))[0] ?? null;
}

/** A plan as pages show it. */
export const planView = ({
  id,
  name,
  kind,
  priceCents,
  days,
  periodMonths,
  description,
  isFamily,
  sellsUntil,
}: Plan) => ({
  id,
  isFamily,
  name,
  kind,
  priceCents,
  days,
  renews: periodMonths !== null,
  description,
  sellsUntilMs: sellsUntil?.getTime() ?? null,
});

export const quoteView = ({ plan, startsAt, endsAt, ...quote }: Quote) => ({
  ...quote,
  plan: planView(plan),
  startsAtMs: startsAt.getTime(),
  endsAtMs: endsAt.getTime(),
});

/** A card check buys nothing: its line names what is verified, and its amount is what is held meanwhile. */
const linesOf = (payment: Purchase): Purchase['lines'] =>
  payment.kind === 'card_check'
    ? payment.lines.map((line) => ({ ...line, name: plansText.card.check, cents: amountOf(payment) }))
    : payment.lines;

/** An order as pages show it. */
export const paymentView = (payment: Purchase) => ({
  orderId: payment.orderId,
  kind: payment.kind,
  /** Otherwise an individual purchase, which has no renewal to pay. */
  isOfPlan: payment.resultPaths === null,
  truth: truthOf(payment),
  totalCents: payment.kind === 'card_check' ? amountOf(payment) : payment.totalCents,
  discountCents: payment.discountCents,
  refundedCents: payment.refundedCents,
  returningCents: payment.returningCents,
  withStaffCents: payment.withStaffCents,
  lines: linesOf(payment),
  createdAtMs: payment.createdAt.getTime(),
  paidAtMs: payment.paidAt?.getTime() ?? null,
  number: payment.attempt?.number ?? null,
  method: payment.attempt?.method ?? null,
  reason: payment.attempt?.reason ?? null,
  time: payment.time && { startsAtMs: payment.time.startsAt.getTime(), endsAtMs: payment.time.endsAt.getTime() },
  renewsOn: payment.renewsOn,
  renewsCents: payment.renewsCents,
  giftCode: payment.giftCode,
  returnPath: payment.returnPath,
  receipts: payment.receipts,
});
export type PaymentView = ReturnType<typeof paymentView>;
