import { redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { mayPay, resultPageFor, truthOf } from './payment-truth.ts';
import {
  isPaidHere,
  positiveInteger,
  pathOf,
  paymentView,
  payingOf,
  pressedMethod,
  takePostedOf,
  toCheckout,
  usualMethod,
} from '#app/pages/plans/money-page.server.ts';
import { cancelOrder } from '#domain/payments/payments.ts';
import { findPurchase, listPurchases, queryPurchase, type Purchase } from '#domain/purchases/purchases.ts';
import { findGuestOrder, guestCookie, guestOf, isGuestLink, openGuestLink } from '#domain/sales/sales.ts';
import { DomainError } from '#shared/domain-error.ts';

const SHOWN = 50;
const MAX_CHARS = 100;

async function guestPage(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { actor, now, siteUrl, remoteIp } = args.context.get(requestContext);
  const page = await payingOf(args);
  const findGuest = () => guestOf(page.sales, args.request.headers.get('cookie'), now);
  return { ...page, actorOf: actor, findGuest, siteUrl, visitor: { now, remoteIp } };
}

/** An order for a guest: its status page, and whether it may be paid. */
function rowOf(payment: Purchase) {
  const truth = truthOf(payment);
  return {
    ...paymentView(payment),
    path: resultPageFor(truth) === 'checkout' ? null : pathOf(payment),
    mayPay: isPaidHere(payment) && mayPay(truth),
  };
}

/**
 * Purchases without an account. A mailed link needs a button press, because mail scanners open it too. Logged-in
 * members continue in their account.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { payments: services, sales, methods, actorOf, findGuest, siteUrl, visitor } = await guestPage(args);
  const query = args.url.searchParams;
  const number = query.get('Ref') ?? '';
  const order = positiveInteger(query.get('order'));
  const actor = await actorOf();
  if (actor.kind === 'member' && (order > 0 || number !== '')) {
    const own = await findPurchase(services, actor, order > 0 ? { orderId: order } : { number });
    if (own !== null) throw redirect(moneyPaths.cancelPayment({ order: own.orderId }), 303);
  }
  const code = (query.get('code') ?? '').slice(0, MAX_CHARS);
  const isLink = code !== '' && (await isGuestLink(sales.db, code, visitor.now));
  const guest = await findGuest();
  const listed = guest === null ? [] : await listPurchases(services, guest, SHOWN);
  // The provider is queried first if it may have been paid meanwhile.
  const payments = await Promise.all(
    listed
      .filter(({ orderId }) => order === 0 || orderId === order)
      .map(async (payment) =>
        guest !== null && payment.state === 'open' && payment.attempt !== null
          ? ((await queryPurchase(services, guest, payment.orderId)) ?? payment)
          : payment,
      ),
  );
  return {
    siteUrl,
    code: isLink ? code : '',
    isOver: code !== '' && !isLink,
    email: guest?.email ?? null,
    payments: payments.map(rowOf),
    methods,
    method: usualMethod(methods, args.request)?.method ?? null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const page = await guestPage(args);
  const { payments, sales, methods, visitor } = page;
  return takePostedOf(args, null, async (_page, given) => {
    if (given['intent'] === 'find') {
      await findGuestOrder(sales, given, visitor);
      return redirect(moneyPaths.guestOrders({ done: 'find' }), 303);
    }
    if (given['intent'] === 'open') {
      const opened = await openGuestLink(sales, (given['code'] ?? '').slice(0, MAX_CHARS), visitor);
      const header = guestCookie(sales, opened, visitor.now);
      return redirect(moneyPaths.guestOrders(), { status: 303, headers: { 'set-cookie': header } });
    }
    const guest = await page.findGuest();
    const orderId = positiveInteger(given['order']);
    const payment = guest && (await findPurchase(payments, guest, { orderId }));
    if (guest === null || payment === null) throw new DomainError('dataNotFound');
    if (given['intent'] === 'cancel') {
      await cancelOrder(payments, guest, orderId);
      return redirect(moneyPaths.guestOrders(), 303);
    }
    // Paid, or ended in another tab since.
    if (payment.state !== 'open') return redirectDocument(pathOf(payment), 303);
    const way = pressedMethod(methods, given);
    return toCheckout({ ...page, actor: guest }, { orderId, totalCents: payment.totalCents }, way);
  });
}

/**
 * Keeps the URL out of other sites' logs. `no-referrer` would remove the origin of forms without scripts, which are
 * then refused.
 */
export const headers = () => ({ 'referrer-policy': 'same-origin' });
