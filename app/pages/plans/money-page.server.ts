import { data, redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { moneyContext, requestContext } from '#app/context.server.ts';
import { COOKIES, DAY_SECONDS, readCookie } from '#app/cookies.ts';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { ownPage } from '#app/pages/account/own-page.server.ts';
import { mayPay, placeOf, truthOf } from '#app/pages/checkout/payment-truth.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import type { Payer } from '#shared/actor.ts';
import { DomainError, RESPONSE_CODES } from '#shared/domain-error.ts';
import { eventPaths } from '#shared/event-paths.ts';
import type { MoneyDoors, Payment, PayingMethod } from './money-doors.types.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Whose money it is, and the doors that move it. */
export async function moneyPage(args: Args) {
  const { userAgent, archive } = args.context.get(requestContext);
  const page = await ownPage(args);
  const isPhone = /Mobi|Android|iPhone/i.test(userAgent);
  return { ...page, doors: args.context.get(moneyContext), isPhone, freeMinutes: archive.freeMinutes };
}
/** The same, of who may buy: receipts and what follows are mailed, so the address is proved first. */
export async function buyersPage(args: Args) {
  const page = await moneyPage(args);
  if (!page.actor.isEmailVerified) throw redirect(paths.memberMessage('emailNotVerified'), 303);
  return page;
}

export type MoneyPage = Awaited<ReturnType<typeof moneyPage>>;

/** The number of an address or a field; 0 for what is none. */
export const numberOf = (given: string | null | undefined): number =>
  given && /^[1-9]\d{0,9}$/.test(given) ? Number(given) : 0;

/** Our number of an attempt, as providers and their returns carry it. */
export const isAttemptNumber = (given: string): boolean => /^[A-Z]{2}\d{14}$/.test(given);

/** The way of paying that stands chosen: the one of last time, else the first. */
export function usualMethod(methods: readonly PayingMethod[], request: Request): PayingMethod | null {
  const last = readCookie(request.headers.get('cookie'), COOKIES.payingMethod);
  return methods.find(({ method }) => method === last) ?? methods[0] ?? null;
}

/**
 * The way that was pressed, and no other; null where none was, as what costs nothing needs none. Looked at before an order is
 * opened: 3 where there is no such way.
 */
export function pressedMethod(
  methods: readonly PayingMethod[],
  { method: pressed = '' }: Record<string, string>,
): PayingMethod | null {
  if (pressed === '') return null;
  const way = methods.find(({ method }) => method === pressed);
  // Where nothing can be paid at all, that is what is said.
  if (way === undefined && methods.length > 0) throw new DomainError('invalidParam', 'no such way of paying');
  return way ?? null;
}

/** The page on which an order is told as it stands. */
export function pathOf(payment: Payment): string {
  const { orderId: order, attempt, asked, kind, resultPaths } = payment;
  const place = placeOf(truthOf(payment));
  // What waits for a cheque or a deposit is looked after on the page of its application.
  if (kind === 'offline_subscription' && place !== 'success') return paths.offlineSubscription();
  if (place === 'checkout') {
    if (attempt) return moneyPaths.checkout(attempt.gateway, { order });
    return kind === 'livestream' ? eventPaths.buyTickets(order) : moneyPaths.cancelPayment({ order });
  }
  if (place === 'processing') {
    // The provider's word is waited for where it may still come; what a person looks at is said, and not waited for.
    if (asked?.waitsFor)
      return moneyPaths.paymentResult(asked.waitsFor.gateway, { transaction_id: asked.waitsFor.number });
    if (attempt?.state === 'redirected' || attempt?.state === 'authorised')
      return moneyPaths.paymentResult(attempt.gateway, { transaction_id: attempt.number });
    return paths.memberMessage('transactionProcessing');
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
export const isPaidHere = ({ kind, state }: Pick<Payment, 'kind' | 'state'>): boolean =>
  state === 'open' && kind !== 'offline_subscription';

/** Held by a provider to prove a card, and given back always. */
export const CHECK_CENTS = 100;

/** What a provider is asked for: where nothing is owed but a card is to be kept, what proves it. */
export const dueCents = ({ kind, isAutopay, totalCents }: Payment): number =>
  totalCents === 0 && (kind === 'card_check' || isAutopay) ? CHECK_CENTS : totalCents;

const isUnderWay = (error: unknown): boolean =>
  error instanceof DomainError && error.errorName === 'transactionProcessing';
/** From where somebody pays. */
type From = Pick<MoneyPage['visitor'], 'remoteIp'>;

/** Begins to pay an order and goes to its checkout, which is a document of its own. What costs nothing is done already. */
export async function toCheckout(
  { doors, actor, isPhone, visitor }: { doors: MoneyDoors; actor: Payer; isPhone: boolean; visitor: From },
  { orderId, totalCents }: { orderId: number; totalCents: number },
  way: PayingMethod | null,
): Promise<Response> {
  if (totalCents === 0) {
    await doors.startFree(actor, orderId);
    const payment = await doors.findPayment(actor, { orderId });
    return redirectDocument(payment ? pathOf(payment) : paths.memberHistory(), 303);
  }
  if (way === null) throw new DomainError(doors.listMethods().length === 0 ? 'unavailable' : 'invalidParam');
  const { method, gateway } = way;
  try {
    await doors.startAttempt(actor, { orderId, gateway, method, isPhone, remoteIp: visitor.remoteIp });
  } catch (error) {
    const now = isUnderWay(error) ? await doors.findPaymentNow(actor, orderId) : null;
    if (now === null || mayPay(truthOf(now))) throw error;
    // It may have been paid by another way: that is said where it is true.
    return redirectDocument(pathOf(now), 303);
  }
  const headers = new Headers();
  headers.append(
    'set-cookie',
    `${COOKIES.payingMethod}=${method}; Path=/; Max-Age=${DAY_SECONDS}; Secure; SameSite=Lax`,
  );
  // What was chosen before there was an account is bought.
  headers.append('set-cookie', `${COOKIES.chosenPlan}=; Path=/; Max-Age=0; Secure; SameSite=Lax`);
  return redirectDocument(moneyPaths.checkout(gateway, { order: orderId }), { status: 303, headers });
}

/** Takes what a page of money posted; what a door refuses is said on the page that asked. */
export async function takePosted(
  args: ActionFunctionArgs,
  act: (page: MoneyPage, given: Record<string, string>) => Promise<Response>,
  pageOf: typeof moneyPage = moneyPage,
) {
  return takePostedOf(args, await pageOf(args), act);
}

/** The same for a page that is there. */
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
 * Whose an order is, of those that this browser may be: the member who is logged in, or the guest whose address it proved. Where
 * it is neither, whoever is not logged in is sent there.
 */
export async function payersPage(args: Args, orderId: number) {
  const { actor: actorOf, now, siteUrl, userAgent, remoteIp } = args.context.get(requestContext);
  const doors = args.context.get(moneyContext);
  const isPhone = /Mobi|Android|iPhone/i.test(userAgent);
  const actor = await actorOf();
  const guest = await doors.findGuest(args.request.headers.get('cookie'));
  const payers: (Payer | null)[] = [actor.kind === 'member' ? actor : null, guest];
  for (const payer of payers) {
    const payment = payer && (await doors.findPayment(payer, { orderId }));
    if (payer !== null && payment !== null)
      return { doors, actor: payer, payment, now, siteUrl, isPhone, visitor: { remoteIp } };
  }
  await ownPage(args);
  throw notFound();
}

/** What a door gives, or the name of its refusal and when it may be asked again. */
export async function orRefusal<T>(asked: Promise<T>) {
  try {
    return { given: await asked, refusal: null, retryAfterSeconds: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { given: null, refusal: error.errorName, retryAfterSeconds: error.retryAfterSeconds };
  }
}

/**
 * What a press that opens an order leads to. Where an open one stands in its way, which may still take money, that is the order,
 * as its providers say now that it stands.
 */
export async function orOpenOrder(
  { doors, actor }: Pick<MoneyPage, 'doors' | 'actor'>,
  press: () => Promise<Response>,
): Promise<Response> {
  try {
    return await press();
  } catch (error) {
    const open = isUnderWay(error) ? await doors.findOpenPayment(actor) : null;
    const now = open && (await doors.findPaymentNow(actor, open.orderId));
    if (now === null || !isPaidHere(now)) throw error;
    const path = mayPay(truthOf(now)) ? moneyPaths.cancelPayment({ order: now.orderId }) : pathOf(now);
    return redirectDocument(path, 303);
  }
}
/** What a page shows, with the status of a refusal that says when to come again. */
export const orLater = <T extends { retryAfterSeconds: number | null }>(view: T) =>
  data(view, { status: view.retryAfterSeconds === null ? 200 : RESPONSE_CODES.tooManyRequests.status });

/** The order that is named, of the member alone; without a name the newest. */
export async function paymentOf(
  { doors, actor }: { doors: MoneyDoors; actor: MoneyPage['actor'] },
  url: URL,
): Promise<Payment | null> {
  const orderId = numberOf(url.searchParams.get('order'));
  if (orderId > 0) return doors.findPayment(actor, { orderId });
  return (await doors.listPayments(actor, 1))[0] ?? null;
}
