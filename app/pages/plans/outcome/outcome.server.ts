import { redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { notFound } from '#app/params.server.ts';
import { mayPay, resultPageFor, truthOf } from '#app/pages/checkout/payment-truth.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { amountOf, isAttemptNumber } from '#domain/payments/payments.rules.ts';
import { cancelOrder } from '#domain/payments/payments.ts';
import { findOpenPurchase, findPurchase, queryPurchase, type Purchase } from '#domain/purchases/purchases.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  isPaidHere,
  isReturnedUnbought,
  moneyPage,
  positiveInteger,
  orRefusal,
  pathOf,
  paymentOf,
  paymentView,
  pressedMethod,
  takePosted,
  toCheckout,
  usualMethod,
  type MoneyPage,
} from '#app/pages/plans/money-page.server.ts';

/** Only a card can be charged again. */
const methodsFor = (payment: Purchase | null, methods: MoneyPage['methods']): MoneyPage['methods'] =>
  payment?.isAutopay ? methods.filter(({ renews }) => renews) : methods;

/**
 * The outcome of an order in its current state: a visitor to an outdated page, by "back", with another browser or after
 * an hour, is redirected to the current one.
 */
export async function outcomeOf(args: LoaderFunctionArgs, place: 'success' | 'failure') {
  const page = await moneyPage(args);
  const found = await paymentOf(page, args.url);
  const payment = found && (await queryPurchase(page.payments, page.actor, found.orderId));
  if (payment === null) {
    if (args.url.searchParams.has('order')) throw notFound();
    throw redirect(paths.memberHistory(), 303);
  }
  if (resultPageFor(truthOf(payment)) !== place || isReturnedUnbought(payment))
    throw redirectDocument(pathOf(payment), 303);
  const methods = methodsFor(payment, page.methods);
  return {
    siteUrl: page.siteUrl,
    payment: paymentView(payment),
    dueCents: amountOf(payment),
    /** A closed order is restarted on its product's page; an open one is paid with another method. */
    isOpen: isPaidHere(payment),
    methods,
    method: usualMethod(methods, args.request)?.method ?? null,
  };
}

export const successLoader = (args: LoaderFunctionArgs) => outcomeOf(args, 'success');
export const failureLoader = (args: LoaderFunctionArgs) => outcomeOf(args, 'failure');

/** Pays an existing order, with the same method or another; it may have been paid since the page was loaded. */
async function payOrder(page: MoneyPage, orderId: number, given: Record<string, string>): Promise<Response> {
  const payment = await findPurchase(page.payments, page.actor, { orderId });
  if (payment === null) throw new DomainError('dataNotFound');
  if (payment.kind === 'offline_subscription') return redirect(paths.offlineSubscription(), 303);
  // Paid, or ended in another tab since.
  if (payment.state !== 'open') return redirectDocument(pathOf(payment), 303);
  return toCheckout(page, { orderId, totalCents: amountOf(payment) }, pressedMethod(page.methods, given));
}

export const payAgain = (args: ActionFunctionArgs) =>
  takePosted(args, (page, given) => payOrder(page, positiveInteger(given['order']), given));

/** An abandoned order, with its providers' current state. */
async function leftPayment({ payments, actor }: MoneyPage, url: URL): Promise<Purchase | null> {
  // A provider names the attempt.
  const number = url.searchParams.get('Ref');
  const find = () => {
    if (url.searchParams.has('order')) return paymentOf({ payments, actor }, url);
    return number !== null && isAttemptNumber(number)
      ? findPurchase(payments, actor, { number })
      : findOpenPurchase(payments, actor);
  };
  const found = await find();
  return found && queryPurchase(payments, actor, found.orderId);
}

/**
 * `cancelPayment`: an abandoned order. Opening the page cancels nothing. Its providers are queried first: an unpaid one
 * can be paid here, with the same method or another, or cancelled; one that may have been paid is awaited on another
 * page without options.
 */
export async function leftLoader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const payment = await leftPayment(page, args.url);
  if (payment?.kind === 'offline_subscription') throw redirect(paths.offlineSubscription(), 303);
  const isOpen = payment?.state === 'open';
  if (isOpen && !mayPay(truthOf(payment))) throw redirectDocument(pathOf(payment), 303);
  const methods = methodsFor(payment, page.methods);
  return {
    siteUrl: page.siteUrl,
    payment: payment && paymentView(payment),
    isOpen,
    /** Orders with their own payment page come here for the first choice of method. */
    isNew: isOpen && payment.attempt === null,
    /** A due renewal is stopped through the plan, never cancelled alone: its card would no longer be charged. */
    mayCancel: isOpen && payment.kind !== 'renewal',
    dueCents: payment ? amountOf(payment) : 0,
    methods,
    method: payment?.attempt?.method ?? usualMethod(methods, args.request)?.method ?? null,
  };
}

export const leftAction = (args: ActionFunctionArgs) =>
  takePosted(args, async (page, given) => {
    const orderId = positiveInteger(given['order']);
    if (given['intent'] === 'pay') return payOrder(page, orderId, given);
    if ((await findPurchase(page.payments, page.actor, { orderId }))?.kind === 'renewal')
      return redirect(moneyPaths.stopRecurring(), 303);
    const { refusal } = await orRefusal(cancelOrder(page.payments, page.actor, orderId));
    const payment = await findPurchase(page.payments, page.actor, { orderId });
    // Its provider may report it as paid meanwhile: then that is shown.
    if (payment === null || (refusal !== null && payment.state === 'open'))
      return redirect(paths.memberMessage('transactionProcessing'), 303);
    return redirectDocument(
      payment.state === 'cancelled' ? moneyPaths.cancelPayment({ order: orderId }) : pathOf(payment),
      303,
    );
  });
