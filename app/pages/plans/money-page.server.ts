import { data, redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { moneyContext, requestContext } from '#app/context.server.ts';
import { COOKIES, DAY_SECONDS, readCookie } from '#app/cookies.ts';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { ownPage } from '#app/pages/account/own-page.server.ts';
import { placeOf, truthOf } from '#app/pages/checkout/payment-truth.ts';
import { paths } from '#app/paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { fieldRules } from '#shared/field-rules.ts';
import type { MoneyDoors, Payment, PayingMethod } from './money-doors.types.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;
const REGISTRATION_SECONDS = 7 * DAY_SECONDS;

/** Cookies that the pages know by name and that identify nobody. */
const plainCookie = (name: string, value: string, seconds: number) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; SameSite=Lax`;

/** Sends a guest to the log-in and back, with what was chosen; a plan is kept for as long as a registration may take. */
function toLogIn(url: URL, kept: readonly string[]): Response {
  const query = new URLSearchParams(kept.flatMap((name) => [...url.searchParams.getAll(name)].map((v) => [name, v])));
  const back = query.size > 0 ? `${url.pathname}?${query.toString()}` : url.pathname;
  const plan = url.searchParams.get('plan') ?? '';
  const headers = new Headers();
  if (fieldRules.numeric(plan) && plan.length <= 10)
    headers.append('set-cookie', plainCookie(COOKIES.chosenPlan, plan, REGISTRATION_SECONDS));
  return redirect(paths.login({ return: back }), { status: 303, headers });
}

/** Whose money it is, and the doors that move it. `kept`: what of the address a log-in leads back with. */
export async function moneyPage(args: Args, kept: readonly string[] = []) {
  const { actor: actorOf, userAgent, archive } = args.context.get(requestContext);
  if ((await actorOf()).kind === 'guest') throw toLogIn(args.url, kept);
  const page = await ownPage(args);
  const isPhone = /Mobi|Android|iPhone/i.test(userAgent);
  return { ...page, doors: args.context.get(moneyContext), isPhone, freeMinutes: archive.freeMinutes };
}
export type MoneyPage = Awaited<ReturnType<typeof moneyPage>>;

/** The number of an address or a field; 0 for what is none. */
export const numberOf = (given: string | null | undefined): number =>
  given && /^[1-9]\d{0,9}$/.test(given) ? Number(given) : 0;

/** The way of paying that stands chosen: the one of last time, else the first. */
export function usualMethod(methods: readonly PayingMethod[], request: Request): PayingMethod | null {
  const last = readCookie(request.headers.get('cookie'), COOKIES.payingMethod);
  return methods.find(({ method }) => method === last) ?? methods[0] ?? null;
}

/** The way that was pressed, and no other. */
export const pressedMethod = (methods: readonly PayingMethod[], given: Record<string, string>): PayingMethod | null =>
  methods.find(({ method }) => method === given['method']) ?? null;

/** The page on which an order is told as it stands. */
export function pathOf(payment: Payment): string {
  const { orderId: order, attempt, kind } = payment;
  const place = placeOf(truthOf(payment));
  if (place === 'checkout') return attempt ? paths.checkout(attempt.gateway, { order }) : paths.cancelPayment({ order });
  if (place === 'processing')
    return attempt ? paths.paymentResult(attempt.gateway, { ref: attempt.number }) : paths.memberMessage('transactionProcessing');
  if (kind === 'plan_change')
    return place === 'success' ? paths.changePlanSuccess({ order }) : paths.changePlanFailure({ order });
  if (kind === 'card_check')
    return place === 'success' ? paths.changeCardSuccess({ order }) : paths.memberResult('changeCardFailure');
  return place === 'success' ? paths.newSubscriptionSuccess({ order }) : paths.newSubscriptionFailure({ order });
}

/** Begins to pay an order and goes to its checkout, which is a document of its own. What costs nothing is done already. */
export async function toCheckout(
  { doors, actor, isPhone }: MoneyPage,
  { orderId, totalCents }: { orderId: number; totalCents: number },
  way: PayingMethod | null,
): Promise<Response> {
  if (totalCents === 0) {
    const payment = await doors.findPayment(actor, { orderId });
    return redirect(payment ? pathOf(payment) : paths.memberHistory(), 303);
  }
  if (way === null) throw new DomainError('unavailable');
  const { method, gateway } = way;
  await doors.startAttempt(actor, { orderId, gateway, method, isPhone });
  return redirectDocument(paths.checkout(gateway, { order: orderId }), {
    status: 303,
    headers: { 'set-cookie': plainCookie(COOKIES.payingMethod, method, DAY_SECONDS) },
  });
}

/** Takes what a page of money posted; what a door refuses is said on the page that asked. */
export async function takePosted(
  args: ActionFunctionArgs,
  act: (page: MoneyPage, given: Record<string, string>) => Promise<Response>,
) {
  const page = await moneyPage(args);
  let given: Record<string, string> = {};
  try {
    given = await readPosted(args.request);
    return await act(page, given);
  } catch (error) {
    const refused = refusedForm(error, given);
    return data({ ...refused.data, intent: given['intent'] ?? '', thing: given['thing'] ?? '' }, refused.init ?? undefined);
  }
}

/** What a door gives, or the name of its refusal. */
export async function orRefusal<T>(asked: Promise<T>) {
  try {
    return { given: await asked, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { given: null, refusal: error.errorName };
  }
}

/** The order that is named, of the member alone; without a name the newest. */
export async function paymentOf(
  { doors, actor }: { doors: MoneyDoors; actor: MoneyPage['actor'] },
  url: URL,
): Promise<Payment | null> {
  const orderId = numberOf(url.searchParams.get('order'));
  if (orderId > 0) return doors.findPayment(actor, { orderId });
  return (await doors.listPayments(actor.memberId, 1))[0] ?? null;
}
