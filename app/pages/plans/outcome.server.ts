import { redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { notFound } from '#app/params.server.ts';
import { mayPay, placeOf, truthOf } from '#app/pages/checkout/payment-truth.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  dueCents,
  isAttemptNumber,
  isPaidHere,
  moneyPage,
  numberOf,
  orRefusal,
  pathOf,
  paymentOf,
  pressedMethod,
  takePosted,
  toCheckout,
  usualMethod,
  type MoneyPage,
} from './money-page.server.ts';
import type { Payment } from './money-doors.types.ts';
import { paymentView } from './payment-view.server.ts';

/**
 * What became of an order, told of the order as it stands now: who comes back to a page that is no longer true, by "back",
 * with another browser or after an hour, is led to the one that is.
 */
export async function outcomeOf(args: LoaderFunctionArgs, place: 'success' | 'failure') {
  const page = await moneyPage(args);
  const found = await paymentOf(page, args.url);
  const payment = found && (await page.doors.findPaymentNow(page.actor, found.orderId));
  if (payment === null) {
    if (args.url.searchParams.has('order')) throw notFound();
    throw redirect(paths.memberHistory(), 303);
  }
  if (placeOf(truthOf(payment)) !== place) throw redirectDocument(pathOf(payment), 303);
  const methods = page.doors.listMethods();
  return {
    siteUrl: page.siteUrl,
    payment: paymentView(payment),
    dueCents: dueCents(payment),
    /** An order that was closed is begun anew on the page of its product; one that is open is paid by another way. */
    isOpen: isPaidHere(payment),
    methods: payment.isAutopay ? methods.filter(({ renews }) => renews) : methods,
    method: usualMethod(methods, args.request)?.method ?? null,
  };
}

export const successLoader = (args: LoaderFunctionArgs) => outcomeOf(args, 'success');
export const failureLoader = (args: LoaderFunctionArgs) => outcomeOf(args, 'failure');

/** Pays an order that is there already, the same way or another; it may have been paid since the page was read. */
async function payOrder(page: MoneyPage, orderId: number, given: Record<string, string>): Promise<Response> {
  const payment = await page.doors.findPayment(page.actor, { orderId });
  if (payment === null) throw new DomainError('dataNotFound');
  if (payment.kind === 'offline_subscription') return redirect(paths.offlineSubscription(), 303);
  if (placeOf(truthOf(payment)) === 'success') return redirectDocument(pathOf(payment), 303);
  return toCheckout(page, { orderId, totalCents: dueCents(payment) }, pressedMethod(page.doors.listMethods(), given));
}

export const payAgain = (args: ActionFunctionArgs) =>
  takePosted(args, (page, given) => payOrder(page, numberOf(given['order']), given));

/** What was left, as its providers say that it stands. */
async function leftPayment({ doors, actor }: MoneyPage, url: URL): Promise<Payment | null> {
  // A provider names the attempt.
  const number = url.searchParams.get('Ref');
  const find = () => {
    if (url.searchParams.has('order')) return paymentOf({ doors, actor }, url);
    return number !== null && isAttemptNumber(number)
      ? doors.findPayment(actor, { number, ticket: null })
      : doors.findOpenPayment(actor);
  };
  const found = await find();
  return found && doors.findPaymentNow(actor, found.orderId);
}

/**
 * `cancelPayment`: an order that was left. Nothing is cancelled by coming here. Its providers are asked first: what was not paid
 * is paid here, the same way or another, or cancelled; what may have been is waited for elsewhere, and nothing of it offered.
 */
export async function leftLoader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const payment = await leftPayment(page, args.url);
  if (payment?.kind === 'offline_subscription') throw redirect(paths.offlineSubscription(), 303);
  const isOpen = payment?.state === 'open';
  if (isOpen && !mayPay(truthOf(payment))) throw redirectDocument(pathOf(payment), 303);
  const all = page.doors.listMethods();
  const methods = payment?.isAutopay ? all.filter(({ renews }) => renews) : all;
  return {
    siteUrl: page.siteUrl,
    payment: payment && paymentView(payment),
    isOpen,
    /** What is paid for on a page of its own comes here for the first time to choose how. */
    isNew: isOpen && payment.attempt === null,
    /** A period that is due is stopped, and never cancelled by itself: its card would be tried no more. */
    mayCancel: isOpen && payment.kind !== 'renewal',
    dueCents: payment ? dueCents(payment) : 0,
    methods,
    method: payment?.attempt?.method ?? usualMethod(methods, args.request)?.method ?? null,
  };
}

export const leftAction = (args: ActionFunctionArgs) =>
  takePosted(args, async (page, given) => {
    const orderId = numberOf(given['order']);
    if (given['intent'] === 'pay') return payOrder(page, orderId, given);
    if ((await page.doors.findPayment(page.actor, { orderId }))?.kind === 'renewal')
      return redirect(moneyPaths.stopRecurring(), 303);
    const { refusal } = await orRefusal(page.doors.cancelOrder(page.actor, orderId));
    const payment = await page.doors.findPayment(page.actor, { orderId });
    // Its provider may say that it was paid meanwhile: that is what is told then.
    if (payment === null || (refusal !== null && payment.state === 'open'))
      return redirect(paths.memberMessage('transactionProcessing'), 303);
    return redirectDocument(
      payment.state === 'cancelled' ? moneyPaths.cancelPayment({ order: orderId }) : pathOf(payment),
      303,
    );
  });
