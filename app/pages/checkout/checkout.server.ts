import { data, redirectDocument, type LoaderFunctionArgs } from 'react-router';
import { moneyContext, requestContext } from '#app/context.server.ts';
import { qrCodeOf } from '#app/components/member/qr-code.server.ts';
import { notFound } from '#app/params.server.ts';
import type { MoneyDoors, Payment } from '#app/pages/plans/money-doors.types.ts';
import {
  dueCents,
  isAttemptNumber,
  numberOf,
  orRefusal,
  pathOf,
  payersPage,
} from '#app/pages/plans/money-page.server.ts';
import { paymentView } from '#app/pages/plans/payment-view.server.ts';
import type { CheckoutStart } from '#app/pages/plans/payment.types.ts';
import { PROVIDERS, RESULT_TYPES, type Provider } from '#shared/payment-enums.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import type { Asker, Payer } from '#shared/actor.ts';
import { CHECKOUT } from '#shared/page-headers.ts';
import { checkoutTerms } from './provider-origin.ts';
import { placeOf, truthOf } from './payment-truth.ts';
import { waitingFor } from './waiting.ts';

/** Where an order that was left is gone on with, or paid by another way. */
const leftPathOf = (kind: Payer['kind'], order: number): string =>
  kind === 'member' ? moneyPaths.cancelPayment({ order }) : moneyPaths.guestOrders({ order });

const gatewayOf = (given: string | undefined): Provider => {
  const gateway = PROVIDERS.find((known) => known === given);
  if (!gateway) throw notFound();
  return gateway;
};

/** From the press to the provider's page in one go. */
const SENT_ON_MS = 60_000;
/** So soon after the press nobody has been at the provider's, paid there and come back. */
const JUST_BEGUN_MS = 2_000;
/** One that cannot be asked stays unknown: who comes here by a slow line is not to wait before they were there. */
const JUST_BEGUN_UNASKABLE_MS = 15_000;

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
  const orderId = numberOf(args.url.searchParams.get('order'));
  const { payment: found, actor, doors, now, siteUrl, isPhone } = await payersPage(args, orderId);
  const begunMs = found.attempt ? now.getTime() - found.attempt.createdAt.getTime() : 0;
  const isFirst = found.attempt !== null && begunMs < SENT_ON_MS;
  // Its own page is all that tells what became of it: who has been there is led there again, to end it.
  const goesBack = found.attempt?.isAskable === false && args.url.searchParams.get('again') === '1';
  const isJustBegun = begunMs < (found.attempt?.isAskable === false ? JUST_BEGUN_UNASKABLE_MS : JUST_BEGUN_MS);
  const payment = isJustBegun || goesBack ? found : await doors.findPaymentNow(actor, found.orderId);
  if (payment === null) throw notFound();
  if (payment.asked?.standing === 'unknown') throw redirectDocument(pathOf(payment), 303);
  const leftPath = leftPathOf(actor.kind, payment.orderId);
  const { attempt } = payment;
  const alive = isAlive(payment, now);
  const place = placeOf(truthOf(payment));
  // Another way was chosen since, or it has ended: the page that is true now.
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
      payment: { ...paymentView(payment), totalCents: dueCents(payment) },
      method,
      number,
      // A guest has no session to ask with.
      ticket: actor.kind === 'guest' ? doors.ticketFor(number) : null,
      start: startView(start),
      secondsLeft: Math.max(0, Math.ceil((attempt.expiresAt.getTime() - now.getTime()) / 1_000)),
      /** Who comes later than that comes back: nothing sends them on by itself. */
      isFirst: isFirst && !goesBack,
      goesBack,
      isAskable: attempt.isAskable,
      waiting: waitingFor(method, payment.isOffer),
      leftPath,
      resultPath: moneyPaths.paymentResult(gateway, { transaction_id: number }),
    },
    { headers: { [CHECKOUT]: checkoutTerms(start) } },
  );
}

/** The document's policy: that of its provider. */
export const checkoutHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
  [CHECKOUT]: loaderHeaders.get(CHECKOUT) ?? 'none',
});

const withType = RESULT_TYPES.map((type) => `resultCallback${type}`);
const without = ['resultCallback'];
/** Product types of the addresses that carry one (R-144, R-146); the other providers' carry none. */
const CALLBACKS: Record<Provider, readonly string[]> = {
  paydollar: withType,
  mpgs: withType,
  jetco: without,
  payme: without,
  eft: without,
};

/** The number that a return carries: by our own way back, or as PayDollar and the Mastercard gateway name it. */
function numberIn(query: URLSearchParams): string | null {
  const number = query.get('transaction_id') ?? query.get('Ref');
  return number !== null && isAttemptNumber(number) ? number : null;
}

/** What a browser came back of. An app that carries nothing back is followed to the order that its buyer has open. */
async function returned(doors: MoneyDoors, asker: Asker, query: URLSearchParams): Promise<Payment | null> {
  const number = numberIn(query);
  if (number !== null) return doors.findPayment(asker, { number, ticket: query.get('ticket') });
  if (asker.kind === 'guest' && asker.guestId === undefined) return null;
  if (asker.kind === 'guest') return (await doors.listPayments(asker, 1))[0] ?? null;
  return (await doors.findOpenPayment(asker)) ?? (await doors.listPayments(asker, 1))[0] ?? null;
}

/** The page that says it to a browser that is not logged in. */
function guestPath(status: 'success' | 'failure', { kind, resultPaths }: Payment): string {
  if (kind === 'premium')
    return paths.memberResult(status === 'success' ? 'premiumPurchaseSuccess' : 'premiumPurchaseFailure');
  // Pages of events and campaigns need no log-in to be read.
  if (resultPaths !== null) return resultPaths[status];
  if (status === 'success') return paths.memberResult('subscriptionSuccess');
  if (kind === 'plan_change') return paths.memberResult('changePlanFailure');
  return paths.memberResult(kind === 'card_check' ? 'changeCardFailure' : 'newSubscriptionFailure');
}

/**
 * Where a browser comes back to, from a provider or an hour later: what is known is shown at once, on its own page; what is
 * not is waited for. Nothing that the address says of success is believed.
 */
export async function resultLoader(args: LoaderFunctionArgs) {
  const gateway = gatewayOf(args.params['gateway']);
  if (!CALLBACKS[gateway].includes(args.params['callback'] ?? '')) throw notFound();
  const { actor: actorOf, siteUrl, now } = args.context.get(requestContext);
  const doors = args.context.get(moneyContext);
  const query = args.url.searchParams;
  const actor = await actorOf();
  const findGuest = () => doors.findGuest(args.request.headers.get('cookie'));
  let asker: Asker = actor.kind === 'member' ? actor : ((await findGuest()) ?? actor);
  let payment = await returned(doors, asker, query);
  if (payment === null && actor.kind === 'member') {
    // Who logged in while they paid as a guest comes back as that.
    const guest = await findGuest();
    payment = guest && (await returned(doors, guest, query));
    if (guest && payment) asker = guest;
  }
  const number = payment?.attempt?.number ?? numberIn(query) ?? '';
  if (payment === null || number === '') {
    if (asker.kind === 'member') throw notFound();
    // Another browser, without what proves that it paid: its reader logs in and sees it.
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
  const standing = await doors.askNow(number);
  const asked = { number, ticket: query.get('ticket') };
  const { given: result } = await orRefusal(doors.resultOf(asker, asked));
  // A refusal that its provider was not heard about again is waited with: who was refused may have paid since.
  if (result !== null && (result.status === 'success' || (result.status === 'failure' && standing !== 'unknown')))
    throw redirectDocument(asker.kind === 'member' ? result.redirect : guestPath(result.status, payment), 303);
  const payer = asker.kind === 'member' || asker.guestId !== undefined ? asker : null;
  // Whom a provider sends back may have paid a moment ago, of which it does not tell yet.
  const isSentBack = query.get('again') !== '1' && (query.has('ticket') || !query.has('transaction_id'));
  // By a ticket alone its holder sees what became of it, and pays for nobody.
  const own = payer && standing === 'unpaid' ? await doors.findPayment(payer, { orderId: payment.orderId }) : null;
  if (payer !== null && own !== null && !isSentBack)
    throw redirectDocument(leftPathOf(payer.kind, payment.orderId), 303);
  const { attempt } = payment;
  const method = attempt?.method ?? 'card';
  const again = asked.ticket === null ? {} : ({ ticket: asked.ticket, again: '1' } as const);
  return {
    siteUrl,
    gateway,
    number,
    // A guest has no session to ask with.
    ticket: asked.ticket ?? (asker.kind === 'guest' && payer !== null ? doors.ticketFor(number) : null),
    isGuest: asker.kind === 'guest',
    payment: { ...paymentView(payment), totalCents: dueCents(payment) },
    waiting: waitingFor(method, payment.isOffer),
    logIn: null,
    again: moneyPaths.paymentResult(gateway, { transaction_id: number, ...again }),
    /** Until then it is kept for who pays it; null: it is over. */
    keptUntilMs: payment.state === 'open' ? payment.expiresAt.getTime() : null,
    isAskable: attempt?.isAskable ?? true,
    /** Whether its provider said by the way back that it was paid: it is waited for, whatever the provider says meanwhile. */
    isSaidPaid: query.has('resultIndicator') || query.has('ticket'),
    /** To the page of a provider that says how a payment ended there alone. */
    ownPage:
      payer !== null && attempt?.isAskable === false && attempt.number === number && isAlive(payment, now)
        ? moneyPaths.checkout(gateway, { order: payment.orderId, again: '1' })
        : null,
  };
}
