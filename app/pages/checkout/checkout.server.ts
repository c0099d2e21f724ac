import { data, redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { moneyContext, requestContext } from '#app/context.server.ts';
import { qrCodeOf } from '#app/components/member/qr-code.server.ts';
import { notFound } from '#app/params.server.ts';
import type { Payment } from '#app/pages/plans/money-doors.types.ts';
import { moneyPage, numberOf, orRefusal, pathOf, takePosted } from '#app/pages/plans/money-page.server.ts';
import { paymentView } from '#app/pages/plans/payment-view.server.ts';
import { GATEWAYS, type CheckoutStart, type Gateway } from '#app/pages/plans/payment.types.ts';
import { paths } from '#app/paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHECKOUT } from '#shared/page-headers.ts';
import { checkoutTerms } from './provider-origin.ts';
import { placeOf, truthOf } from './payment-truth.ts';
import { waitingFor } from './waiting.ts';

const gatewayOf = (given: string | undefined): Gateway => {
  const gateway = GATEWAYS.find((known) => known === given);
  if (!gateway) throw notFound();
  return gateway;
};

/** Whether a browser may still go on to the provider for it. */
const isAlive = ({ state, attempt }: Payment, now: Date): boolean =>
  state === 'open' &&
  attempt !== null &&
  attempt.start !== null &&
  (attempt.state === 'created' || attempt.state === 'redirected') &&
  attempt.expiresAt > now;

/** What the browser needs of a start; a code to scan is drawn here, so that it is there without scripts. */
const startView = (start: CheckoutStart) =>
  start.kind === 'qr' ? { ...start, code: qrCodeOf(start.text) } : { ...start, code: null };

/** The last page of ours before a provider's. Nothing is begun by opening it: the press that led here has done that. */
export async function checkoutLoader(args: LoaderFunctionArgs) {
  const gateway = gatewayOf(args.params['gateway']);
  const page = await moneyPage(args, ['order']);
  const { doors, actor, now, siteUrl, isPhone } = page;
  const payment = await doors.findPayment(actor, { orderId: numberOf(args.url.searchParams.get('order')) });
  if (payment === null) throw notFound();
  const { attempt } = payment;
  const alive = isAlive(payment, now);
  // Another way was chosen since, or it has ended: the page that is true now.
  if (alive && attempt && attempt.gateway !== gateway)
    throw redirect(paths.checkout(attempt.gateway, { order: payment.orderId }), 303);
  const place = placeOf(truthOf(payment));
  if (!alive && (place !== 'checkout' || attempt === null)) {
    const path = place === 'checkout' ? paths.cancelPayment({ order: payment.orderId }) : pathOf(payment);
    throw redirect(path, 303);
  }
  const start = alive && attempt?.start ? attempt.start : null;
  const method = attempt?.method ?? 'card';
  return data(
    {
      siteUrl,
      gateway,
      isPhone,
      payment: paymentView(payment),
      method,
      number: attempt?.number ?? '',
      start: start && startView(start),
      secondsLeft: attempt ? Math.max(0, Math.ceil((attempt.expiresAt.getTime() - now.getTime()) / 1_000)) : 0,
      /** Who was at the provider already comes back by "back": nothing sends them on by itself. */
      isFirst: attempt?.state === 'created',
      waiting: waitingFor(method, payment.isOffer),
      resultPath: attempt ? paths.paymentResult(gateway, { ref: attempt.number }) : null,
    },
    { headers: { [CHECKOUT]: checkoutTerms(start) } },
  );
}

/** The document's policy: that of its provider, also where an answer to a press is drawn. */
export const checkoutHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  [CHECKOUT]: loaderHeaders.get(CHECKOUT) ?? 'none',
});

/** The same way once more: a new number, for a code that ran out. */
export const checkoutAction = (args: ActionFunctionArgs) =>
  takePosted(args, async ({ doors, actor, isPhone }) => {
    const gateway = gatewayOf(args.params['gateway']);
    const orderId = numberOf(args.url.searchParams.get('order'));
    const payment = await doors.findPayment(actor, { orderId });
    if (payment?.attempt == null) throw new DomainError('dataNotFound');
    const here = paths.checkout(gateway, { order: orderId });
    if (placeOf(truthOf(payment)) === 'success') return redirectDocument(pathOf(payment), { status: 303 });
    await doors.startAttempt(actor, { orderId, gateway, method: payment.attempt.method, isPhone });
    return redirectDocument(here, { status: 303 });
  });

/** Product types of the addresses that carry one (R-144, R-146); the other providers' carry none. */
const CALLBACKS: Partial<Record<Gateway, RegExp>> = {
  paydollar: /^resultCallback(Subscription|Premium|Campaign|Livestream)$/,
  mpgs: /^resultCallback(Subscription|Premium|Campaign|Livestream)$/,
  jetco: /^resultCallback$/,
  payme: /^resultCallback$/,
  eft: /^resultCallback$/,
};

/**
 * Where a browser comes back to, from a provider or an hour later: what is known is shown at once, on its own page; what is
 * not is waited for. Nothing that the address says of success is believed.
 */
export async function resultLoader(args: LoaderFunctionArgs) {
  const gateway = gatewayOf(args.params['gateway']);
  if (!CALLBACKS[gateway]?.test(args.params['callback'] ?? '')) throw notFound();
  const { actor: actorOf, siteUrl } = args.context.get(requestContext);
  const doors = args.context.get(moneyContext);
  const query = args.url.searchParams;
  // PayDollar adds its own name for our number.
  const number = query.get('ref') ?? query.get('Ref') ?? '';
  if (!/^[A-Z]{2}\d{14}$/.test(number)) throw notFound();
  const asker = await actorOf();
  const asked = { number, ticket: query.get('ticket') };
  const payment = await doors.findPayment(asker, asked);
  if (payment === null) {
    if (asker.kind === 'member') throw notFound();
    // Another browser, without what proves that it paid: its reader logs in and sees it.
    const logIn = paths.login({ return: paths.paymentResult(gateway, { ref: number }) });
    return { siteUrl, gateway, number, ticket: null, payment: null, waiting: null, logIn, checkout: null };
  }
  const { given: result } = await orRefusal(doors.resultOf(asker, asked));
  if (result !== null && result.status !== 'pending') throw redirect(result.redirect, 303);
  const method = payment.attempt?.method ?? 'card';
  return {
    siteUrl,
    gateway,
    number,
    ticket: asked.ticket,
    payment: paymentView(payment),
    waiting: waitingFor(method, payment.isOffer),
    logIn: null,
    /** Who left the provider's page before the end may go back to it, for the same number. */
    checkout:
      asker.kind === 'member' && isAlive(payment, args.context.get(requestContext).now)
        ? paths.checkout(gateway, { order: payment.orderId })
        : null,
  };
}
