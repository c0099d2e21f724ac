import { data, redirectDocument, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { COOKIES, readCookie, SENT_ON_SECONDS } from '#app/cookies.ts';
import { qrCodeOf } from '#app/components/qr-code/qr-code.server.ts';
import { notFound } from '#app/params.server.ts';
import {
  positiveInteger,
  orRefusal,
  pathOf,
  payersPage,
  paymentView,
  payingOf,
  type MoneyPage,
} from '#app/pages/plans/money-page.server.ts';
import { callbacksOf, type CheckoutStart } from '#domain/payments/checkout.rules.ts';
import { amountOf, isAttemptNumber } from '#domain/payments/payments.rules.ts';
import { queryNow, resultOf } from '#domain/payments/payments.ts';
import {
  findOpenPurchase,
  findPurchase,
  listPurchases,
  queryPurchase,
  type Purchase,
} from '#domain/purchases/purchases.ts';
import { guestOf } from '#domain/sales/sales.ts';
import { isProvider, type Provider } from '#shared/payment-enums.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import type { Requester, Payer } from '#shared/actor.ts';
import { CHECKOUT } from '#shared/http/page-headers.ts';
import { checkoutTerms } from './provider-origin.ts';
import { resultPageFor, truthOf } from './payment-truth.ts';
import { waitingFor } from './waiting.ts';

/** Where an abandoned order is continued, or paid with another method. */
const leftPathOf = (kind: Payer['kind'], order: number): string =>
  kind === 'member' ? moneyPaths.cancelPayment({ order }) : moneyPaths.guestOrders({ order });

const gatewayOf = (given = ''): Provider => {
  if (!isProvider(given)) throw notFound();
  return given;
};

/** Within this time after the press nobody can have paid at the provider and come back. */
const JUST_BEGUN_MS = 2_000;
/**
 * A provider without status queries stays unknown: on a slow connection the buyer must not be made to wait before
 * having been there.
 */
const JUST_BEGUN_UNASKABLE_MS = 15_000;

/** Whether a browser may still continue to the provider with it. */
const isAlive = ({ state, attempt }: Purchase, now: Date): boolean =>
  state === 'open' &&
  attempt !== null &&
  attempt.start !== null &&
  (attempt.state === 'created' || attempt.state === 'redirected') &&
  attempt.expiresAt > now;

/** Data of a payment start for the browser; a QR code is drawn here, so that it works without scripts. */
const startView = (start: CheckoutStart) =>
  start.kind === 'qr' ? { ...start, code: qrCodeOf(start.text) } : { ...start, code: null };

/** Our last page before the provider. Opening it starts nothing: the press that led here already did. */
export async function checkoutLoader(args: LoaderFunctionArgs) {
  const gateway = gatewayOf(args.params['gateway']);
  const orderId = positiveInteger(args.url.searchParams.get('order'));
  const { payment: found, actor, payments, tickets, now, siteUrl, isPhone } = await payersPage(args, orderId);
  const begunMs = found.attempt ? now.getTime() - found.attempt.createdAt.getTime() : 0;
  const isFirst = found.attempt !== null && begunMs < SENT_ON_SECONDS * 1_000;
  // Only the provider's own page shows the outcome: a buyer who has been there is sent back to finish.
  const goesBack = found.attempt?.isAskable === false && args.url.searchParams.get('again') === '1';
  // Nor is one who comes back sooner shown the way there: only its notification says what became of it.
  const sent = readCookie(args.request.headers.get('cookie'), COOKIES.sent);
  if (
    isFirst &&
    !goesBack &&
    found.attempt?.isAskable === false &&
    found.attempt.number === sent &&
    isAlive(found, now)
  )
    throw redirectDocument(moneyPaths.paymentResult(found.attempt.gateway, { transaction_id: sent }), 303);
  const isJustBegun = begunMs < (found.attempt?.isAskable === false ? JUST_BEGUN_UNASKABLE_MS : JUST_BEGUN_MS);
  const payment = isJustBegun || goesBack ? found : await queryPurchase(payments, actor, found.orderId);
  if (payment === null) throw notFound();
  if (payment.asked?.outcome === 'unknown') throw redirectDocument(pathOf(payment), 303);
  const leftPath = leftPathOf(actor.kind, payment.orderId);
  const { attempt } = payment;
  const alive = isAlive(payment, now);
  const place = resultPageFor(truthOf(payment));
  // Another method was chosen since, or it has ended: redirect to the current page.
  if ((alive || place === 'checkout') && attempt && attempt.gateway !== gateway)
    throw redirectDocument(moneyPaths.checkout(attempt.gateway, { order: payment.orderId }), 303);
  if (!alive || attempt === null || attempt.start === null)
    throw redirectDocument(place === 'checkout' ? leftPath : pathOf(payment), 303);
  const { method, number, start } = attempt;
  return data(
    {
      siteUrl,
      gateway,
      isPhone,
      payment: { ...paymentView(payment), totalCents: amountOf(payment) },
      method,
      number,
      // A guest has no session for the status call.
      ticket: actor.kind === 'guest' ? tickets.ticketFor(number) : null,
      start: startView(start),
      secondsLeft: Math.max(0, Math.ceil((attempt.expiresAt.getTime() - now.getTime()) / 1_000)),
      /** Later visits are returns, which are not redirected automatically. */
      isFirst: isFirst && !goesBack,
      goesBack,
      waiting: waitingFor(method, payment.isOffer),
      leftPath,
      resultPath: moneyPaths.paymentResult(gateway, { transaction_id: number }),
    },
    { headers: { [CHECKOUT]: checkoutTerms(start) } },
  );
}

/** Content security policy for the provider. */
export const checkoutHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  [CHECKOUT]: loaderHeaders.get(CHECKOUT) ?? 'none',
});

/** The order number in a return: in our own parameter, or in that of PayDollar or the Mastercard gateway. */
function numberIn(query: URLSearchParams): string | null {
  const number = query.get('transaction_id') ?? query.get('Ref');
  return number !== null && isAttemptNumber(number) ? number : null;
}

const hasTicket = (tickets: MoneyPage['tickets'], ticket: string | null, number: string): boolean =>
  ticket !== null && tickets.isTicketOf(ticket, number);

/** The payment a browser returned from. An app that returns no parameters is matched to its buyer's open order. */
async function returned(
  { payments, tickets }: Pick<MoneyPage, 'payments' | 'tickets'>,
  requester: Requester,
  query: URLSearchParams,
): Promise<Purchase | null> {
  const number = numberIn(query);
  if (number !== null)
    return findPurchase(payments, requester, { number, hasTicket: hasTicket(tickets, query.get('ticket'), number) });
  if (requester.kind === 'guest' && requester.guestId === undefined) return null;
  const open = requester.kind === 'member' ? await findOpenPurchase(payments, requester) : null;
  return open ?? (await listPurchases(payments, requester, 1))[0] ?? null;
}

/** The result page for a browser that is not logged in. */
function guestPath(status: 'success' | 'failure', { kind, resultPaths }: Purchase): string {
  if (kind === 'premium')
    return paths.memberResult(status === 'success' ? 'premiumPurchaseSuccess' : 'premiumPurchaseFailure');
  // Event and campaign pages do not require login.
  if (resultPaths !== null) return resultPaths[status];
  if (status === 'success') return paths.memberResult('subscriptionSuccess');
  if (kind === 'plan_change') return paths.memberResult('changePlanFailure');
  return paths.memberResult(kind === 'card_check' ? 'changeCardFailure' : 'newSubscriptionFailure');
}

/**
 * Return from a provider, at once or an hour later: a known result is shown on its own page, an unknown one is awaited.
 * No success parameter of the URL is trusted.
 */
export async function resultLoader(args: LoaderFunctionArgs) {
  const gateway = gatewayOf(args.params['gateway']);
  if (!callbacksOf(gateway).includes(args.params['callback'] ?? '')) throw notFound();
  const { actor: actorOf, siteUrl, now } = args.context.get(requestContext);
  const page = await payingOf(args);
  const { payments, tickets } = page;
  const query = args.url.searchParams;
  const actor = await actorOf();
  const findGuest = () => guestOf(page.sales, args.request.headers.get('cookie'), now);
  let requester: Requester = actor.kind === 'member' ? actor : ((await findGuest()) ?? actor);
  let payment = await returned(page, requester, query);
  if (payment === null && actor.kind === 'member') {
    // A buyer who logged in while paying as a guest is still recognised as the guest.
    const guest = await findGuest();
    payment = guest && (await returned(page, guest, query));
    if (guest && payment) requester = guest;
  }
  const number = payment?.attempt?.number ?? numberIn(query) ?? '';
  if (payment === null || number === '') {
    if (requester.kind === 'member') throw notFound();
    // Another browser, without proof of having paid: its reader logs in to see the result.
    const back =
      number === '' ? moneyPaths.cancelPayment() : moneyPaths.paymentResult(gateway, { transaction_id: number });
    const logIn = paths.login({ return: back });
    return {
      siteUrl,
      gateway,
      number,
      ticket: null,
      isGuest: true,
      payment: null,
      waiting: null,
      logIn,
      again: null,
      keptUntilMs: null,
      isAskable: true,
      isSaidPaid: false,
      ownPage: null,
    };
  }
  const outcome = await queryNow(payments, number);
  const ticket = query.get('ticket');
  const asked = { number, hasTicket: hasTicket(tickets, ticket, number) };
  const { given: result } = await orRefusal(resultOf(payments, requester, asked));
  // A failure whose provider could not be queried again is awaited: the buyer may have paid since.
  if (result !== null && (result.status === 'success' || (result.status === 'failure' && outcome !== 'unknown')))
    throw redirectDocument(requester.kind === 'member' ? result.redirect : guestPath(result.status, payment), 303);
  const payer = requester.kind === 'member' || requester.guestId !== undefined ? requester : null;
  // On a return from a provider, the payment may be so recent that the provider does not report it yet.
  const isSentBack = query.get('again') !== '1' && (query.has('ticket') || !query.has('transaction_id'));
  // A ticket only allows its holder to see the result, not to pay.
  const own = payer && outcome === 'unpaid' ? await findPurchase(payments, payer, { orderId: payment.orderId }) : null;
  if (payer !== null && own !== null && !isSentBack)
    throw redirectDocument(leftPathOf(payer.kind, payment.orderId), 303);
  const { attempt } = payment;
  const method = attempt?.method ?? 'card';
  const again = ticket === null ? {} : ({ ticket, again: '1' } as const);
  return {
    siteUrl,
    gateway,
    number,
    // A guest has no session for the status call.
    ticket: ticket ?? (requester.kind === 'guest' && payer !== null ? tickets.ticketFor(number) : null),
    isGuest: requester.kind === 'guest',
    payment: { ...paymentView(payment), totalCents: amountOf(payment) },
    waiting: waitingFor(method, payment.isOffer),
    logIn: null,
    again: moneyPaths.paymentResult(gateway, { transaction_id: number, ...again }),
    /** End of the reservation; null: over. */
    keptUntilMs: payment.state === 'open' ? payment.expiresAt.getTime() : null,
    isAskable: attempt?.isAskable ?? true,
    /**
     * Whether the provider's return says that it was paid: then it is awaited, whatever the provider's status says
     * meanwhile.
     */
    isSaidPaid: query.has('resultIndicator') || query.has('ticket'),
    /** The provider's page, if it shows the outcome only there. */
    ownPage:
      payer !== null && attempt?.isAskable === false && attempt.number === number && isAlive(payment, now)
        ? moneyPaths.checkout(gateway, { order: payment.orderId, again: '1' })
        : null,
  };
}
