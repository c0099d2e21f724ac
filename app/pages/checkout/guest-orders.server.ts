import { redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { moneyContext, requestContext } from '#app/context.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { mayPay, resultPageFor, truthOf } from './payment-truth.ts';
import type { Payment } from '#app/pages/plans/money-doors.types.ts';
import {
  isPaidHere,
  positiveInteger,
  pathOf,
  pressedMethod,
  takePostedOf,
  toCheckout,
  usualMethod,
} from '#app/pages/plans/money-page.server.ts';
import { paymentView } from '#app/pages/plans/payment-view.server.ts';
import { DomainError } from '#shared/domain-error.ts';

const SHOWN = 50;
const MOST_CHARS = 100;

function guestPage(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { actor, now, siteUrl, userAgent, remoteIp } = args.context.get(requestContext);
  const doors = args.context.get(moneyContext);
  const isPhone = /Mobi|Android|iPhone/i.test(userAgent);
  return { doors, actorOf: actor, now, siteUrl, remoteIp, isPhone, cookie: args.request.headers.get('cookie') };
}

/** An order for a guest: its status page, and whether it may be paid. */
function rowOf(payment: Payment) {
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
  const { doors, actorOf, siteUrl, cookie } = guestPage(args);
  const query = args.url.searchParams;
  const number = query.get('Ref') ?? '';
  const order = positiveInteger(query.get('order'));
  const actor = await actorOf();
  if (actor.kind === 'member' && (order > 0 || number !== '')) {
    const asked = order > 0 ? { orderId: order } : { number, ticket: null };
    const own = await doors.findPayment(actor, asked);
    if (own !== null) throw redirect(moneyPaths.cancelPayment({ order: own.orderId }), 303);
  }
  const code = (query.get('code') ?? '').slice(0, MOST_CHARS);
  const isLink = code !== '' && (await doors.isGuestLink(code));
  const guest = await doors.findGuest(cookie);
  const listed = guest === null ? [] : await doors.listPayments(guest, SHOWN);
  // The provider is queried first if it may have been paid meanwhile.
  const payments = await Promise.all(
    listed
      .filter(({ orderId }) => order === 0 || orderId === order)
      .map(async (payment) =>
        guest !== null && payment.state === 'open' && payment.attempt !== null
          ? ((await doors.findPaymentNow(guest, payment.orderId)) ?? payment)
          : payment,
      ),
  );
  const methods = doors.listMethods();
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
  const { doors, remoteIp, isPhone, cookie } = guestPage(args);
  return takePostedOf(args, null, async (_page, given) => {
    if (given['intent'] === 'find') {
      await doors.mailGuestLink(given, remoteIp);
      return redirect(moneyPaths.guestOrders({ done: 'find' }), 303);
    }
    if (given['intent'] === 'open') {
      const header = await doors.openGuestLink((given['code'] ?? '').slice(0, MOST_CHARS), remoteIp);
      return redirect(moneyPaths.guestOrders(), { status: 303, headers: { 'set-cookie': header } });
    }
    const guest = await doors.findGuest(cookie);
    const orderId = positiveInteger(given['order']);
    const payment = guest && (await doors.findPayment(guest, { orderId }));
    if (guest === null || payment === null) throw new DomainError('dataNotFound');
    if (given['intent'] === 'cancel') {
      await doors.cancelOrder(guest, orderId);
      return redirect(moneyPaths.guestOrders(), 303);
    }
    if (resultPageFor(truthOf(payment)) === 'success') return redirectDocument(pathOf(payment), 303);
    const way = pressedMethod(doors.listMethods(), given);
    const page = { doors, actor: guest, isPhone, visitor: { remoteIp } };
    return toCheckout(page, { orderId, totalCents: payment.totalCents }, way);
  });
}

/**
 * Keeps the URL out of other sites' logs. `no-referrer` would remove the origin of forms without scripts, which are
 * then refused.
 */
export const headers = () => ({ 'referrer-policy': 'same-origin' });
