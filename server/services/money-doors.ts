import type { MoneyDoors, Payment, PayingMethod, Profile } from '#app/context.server.ts';
import { archiveOffer, buyPlan, findOffer, openRenewal, quotePlan, redeem, redeemable } from '#domain/buying/buying.ts';
import {
  addReceipt,
  applyOffline,
  cancelOffline,
  listOfflineApplications,
  offlinePrices,
  type OfflineServices,
} from '#domain/offline-applications/offline-applications.ts';
import {
  queryOrder,
  queryNow,
  cancelOrder,
  findOpenPayment,
  findPayment,
  listPayments,
  openingTimes,
  resultOf,
  SHOWN_DAYS,
  startAttempt,
  storyTokenOf,
  publicStory,
  type Order,
  type PaymentServices,
  type PaymentView,
} from '#domain/payments/payments.ts';
import { findGifts, listRedemptions } from '#domain/promotions/promotions.ts';
import { shownCode } from '#domain/promotions/promotions.rules.ts';
import { listReceipts, type IssuedReceipt } from '#domain/receipts/receipts.ts';
import { receiptNo } from '#domain/receipts/receipts.rules.ts';
import {
  changeCreditCard,
  changePlan,
  keepPlan,
  quotePlanChange,
  resumeRecurring,
  stopByLink,
  stopRecurring,
} from '#domain/renewals/renewals.ts';
import { findTimesOfOrders } from '#domain/subscriptions/plan-times.ts';
import {
  findGuestOrder,
  guestCookie,
  guestOf,
  isGuestLink,
  openGuestLink,
  sell,
  type SalesServices,
} from '#domain/sales/sales.ts';
import { findProfile } from '#domain/subscriptions/profiles.ts';
import { listPlans, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import type { PaymentTickets } from '#server/services/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ONLINE_METHODS, PRODUCT_KINDS, PROVIDERS } from '#shared/payment-enums.ts';
import { lineTotalCents } from '#shared/money.ts';

type PageAttempt = NonNullable<Payment['attempt']>;
const isProvider = (gateway: string): boolean => PROVIDERS.some((provider) => provider === gateway);

/** Configured payment methods, each once: through the preferred gateway, otherwise through any that supports it. */
export function waysToPay(gateways: PaymentServices['gateways'], through: string): PayingMethod[] {
  const wanted = new Map(through.split(',').map((pair) => pair.split('=') as [string, string]));
  const all = Object.values(gateways);
  return ONLINE_METHODS.flatMap((method): PayingMethod[] => {
    const able = all.filter(({ name, methods }) => methods.includes(method) && isProvider(name));
    const gateway = able.find(({ name }) => name === wanted.get(method)) ?? able[0];
    if (!gateway) return [];
    // Charged by us, or on the provider's own schedule.
    const renews = method === 'card' && (gateway.chargeStored !== null || gateway.stopSchedule !== null);
    return [{ method, gateway: gateway.name as PayingMethod['gateway'], renews }];
  });
}

/** Payee of cheques and deposits. */
interface OfflinePayee {
  payee: string;
  bank: string;
  account: string;
  postalAddress: string;
}

export interface MoneyDoorsOptions {
  payments: PaymentServices;
  subscriptions: SubscriptionServices;
  offline: OfflineServices;
  sales: SalesServices;
  payee: OfflinePayee;
  tickets: PaymentTickets;
  /** `PAYMENT_GATEWAYS`. */
  through: string;
  hasTestPage: boolean;
}

/** Maps a provider's refusal codes to reasons. Unknown codes count as a refusal by the bank. */
function reasonOf(failure: Record<string, unknown> | null): PageAttempt['reason'] {
  if (failure === null) return null;
  const said = JSON.stringify(failure).toUpperCase();
  if (/INSUFFICIENT|"51"/.test(said)) return 'insufficientFunds';
  if (/EXPIRED_CARD|"54"/.test(said)) return 'expiredCard';
  if (/AUTHENTICATION/.test(said)) return 'notAuthenticated';
  if (/SYSTEM_ERROR|SERVER|TIMED_OUT/.test(said)) return 'providerDown';
  return 'declined';
}

/** One that pages know; a cheque, a code that pays all and a charge without its owner have no page of a provider. */
function attemptOf(attempt: PaymentView['attempt'], gateways: PaymentServices['gateways']): Payment['attempt'] {
  if (attempt === null || !isProvider(attempt.gateway) || !ONLINE_METHODS.some((method) => method === attempt.method))
    return null;
  const { refusal, ...shown } = attempt;
  const isAskable = gateways[attempt.gateway]?.query != null;
  return { ...(shown as Omit<PageAttempt, 'reason' | 'isAskable'>), reason: reasonOf(refusal), isAskable };
}

const one = async (found: Promise<Payment[]>): Promise<Payment | null> => (await found)[0] ?? null;

type NextCharge = Pick<Profile, 'renewOn' | 'renewCents'>;

interface Known {
  gateways: PaymentServices['gateways'];
  times: ReadonlyMap<number | null, { startsAt: Date; endsAt: Date }>;
  codes: ReadonlyMap<number | null, string>;
  receipts: ReadonlyMap<number, readonly IssuedReceipt[]>;
  nextOf: (order: Order) => NextCharge | null;
  storyToken: (orderId: number) => string;
  resultPaths: (order: Order) => Payment['resultPaths'];
}

function paymentOf(
  { order, returningCents, attempt }: PaymentView,
  { gateways, times, codes, receipts, nextOf, storyToken, resultPaths }: Known,
): Payment {
  const time = times.get(order.id);
  const next = nextOf(order);
  return {
    orderId: order.id,
    ...order,
    discountCents: order.lines.reduce((sum, { discountCents }) => sum + discountCents, 0),
    isOffer: order.lines.some(({ payload }) => payload['isOffer'] === true),
    lines: order.lines.map((line) => ({
      productId: line.productId,
      name: line.name,
      quantity: line.quantity,
      cents: lineTotalCents(line),
    })),
    returningCents,
    attempt: attemptOf(attempt, gateways),
    asked: null,
    time: time ? { startsAt: time.startsAt, endsAt: time.endsAt } : null,
    renewsOn: next?.renewOn ?? null,
    renewsCents: next?.renewCents ?? 0,
    giftCode: codes.get(order.id) ?? null,
    receipts: (receipts.get(order.id) ?? []).map((one) => ({ id: one.id, kind: one.kind, number: receiptNo(one) })),
    storyToken: storyToken(order.id),
    resultPaths: resultPaths(order),
  };
}

/** Of plans our own pages tell. */
const SOLD_ONE_BY_ONE: readonly string[] = PRODUCT_KINDS;

/** Functions for payment pages, with their dependencies bound. */
export function createMoneyDoors({
  payments,
  subscriptions,
  offline,
  sales,
  payee,
  tickets,
  through,
  hasTestPage,
}: MoneyDoorsOptions): MoneyDoors {
  const { db, clock } = payments;
  const { isTicketOf, ticketFor } = tickets;
  const at = () => ({ db, now: clock() });

  /** The next charge: before payment as quoted on the sales page, afterwards from the renewal profile. */
  async function nextCharge({ kind, state, lines }: Order, memberId: number): Promise<NextCharge | null> {
    const [line] = lines;
    if (kind === 'subscription' && state === 'open' && line) {
      const quote = await quotePlan(at(), memberId, { planId: line.productId }).catch((error: unknown) => {
        // No longer on sale, or not to this member: an open order keeps its price.
        if (error instanceof DomainError) return null;
        throw error;
      });
      return quote && { renewOn: quote.renewsOn, renewCents: quote.renewsCents };
    }
    const profile = await findProfile(at(), memberId);
    return profile?.state === 'active' ? profile : null;
  }

  /**
   * Loads several payments with as few queries as one. `memberId`: the buyer asks. Null: a ticket holder asks, who sees
   * the outcome but nothing granted to the buyer.
   */
  async function paymentsOf(
    views: readonly PaymentView[],
    memberId: number | null,
    receipts: readonly IssuedReceipt[],
  ): Promise<Payment[]> {
    const gifts = views.flatMap(({ order }) => (order.kind === 'gift' && order.paidAt ? [order.id] : []));
    // Paid orders share the next charge of the profile; the open one has its own.
    const renewing = views.map(({ order }) => order).filter((order) => order.isAutopay && order.kind !== 'card_check');
    const open = renewing.find(({ state }) => state === 'open');
    const paid = renewing.find((order) => order !== open);
    const [times, codes, ofOpen, ofPaid] = await Promise.all([
      findTimesOfOrders(
        db,
        views.map(({ order }) => order.id),
      ),
      memberId === null ? [] : findGifts(db, gifts),
      open && memberId !== null ? nextCharge(open, memberId) : null,
      paid && memberId !== null ? nextCharge(paid, memberId) : null,
    ]);
    const known = {
      gateways: payments.gateways,
      times: new Map(times.map((time) => [time.orderId, time])),
      codes: new Map(codes.map(({ orderId, code }) => [orderId, shownCode(code)])),
      receipts: Map.groupBy(receipts, ({ orderId }) => orderId),
      storyToken: (orderId: number) => storyTokenOf(subscriptions.secretKey, orderId),
      resultPaths: (order: Order) => {
        const fulfilment = SOLD_ONE_BY_ONE.includes(order.kind) ? payments.fulfilments[order.kind] : undefined;
        return fulfilment
          ? { success: fulfilment.pathOf('success', order), failure: fulfilment.pathOf('failure', order) }
          : null;
      },
      nextOf: (order: Order) => (order === open ? ofOpen : renewing.includes(order) ? ofPaid : null),
    };
    return views.map((view) => paymentOf(view, known));
  }

  const findOne: MoneyDoors['findPayment'] = async (asker, asked) => {
    const found = await findPayment(
      payments,
      asker,
      'orderId' in asked
        ? asked
        : { number: asked.number, hasTicket: asked.ticket !== null && isTicketOf(asked.ticket, asked.number) },
    );
    const isOwn = asker.kind === 'member' && found?.order.memberId === asker.memberId;
    const receipts = isOwn ? await listReceipts(db, asker.memberId) : [];
    return found && one(paymentsOf([found], isOwn ? asker.memberId : null, receipts));
  };

  return {
    hasTestPage,
    listPlans: () => listPlans(at()),
    openingTimes: async () => ({ days: SHOWN_DAYS, ...(await openingTimes(at())) }),
    async archiveOffer() {
      const { token, plan, everyMs } = await archiveOffer(subscriptions, clock());
      return { token, planId: plan.id, everyMs };
    },
    listMethods: () => waysToPay(payments.gateways, through),
    quotePlan: (memberId, asked) => quotePlan(at(), memberId, asked),
    buyPlan: (actor, asked, remoteIp) => buyPlan(subscriptions, actor, asked, { now: clock(), remoteIp }),
    async rentFilm({ memberId }, { filmId, code, returnPath }, remoteIp) {
      const line = { kind: 'premium', id: filmId, unit: null, quantity: 1, promotionCode: code.trim() || null };
      const asked = {
        productType: 'Premium' as const,
        lines: [line],
        termsVersion: null,
        utmMedium: null,
        utmSource: null,
        idempotencyKey: null,
        returnPath,
      };
      const { order } = await sell(sales, { kind: 'member', memberId }, asked, { now: clock(), remoteIp });
      // Films never run out: nobody waits for their turn.
      if (order === null) throw new DomainError('unavailable');
      return { orderId: order.id, totalCents: order.totalCents };
    },
    async startAttempt(payer, asked) {
      await startAttempt(payments, payer, asked);
    },
    async startFree(payer, orderId) {
      await startAttempt(payments, payer, { orderId, gateway: 'free', method: 'none', remoteIp: null });
    },
    findPayment: findOne,
    async findPaymentNow(payer, orderId) {
      const before = await findPayment(payments, payer, { orderId });
      if (before?.order.state !== 'open') return findOne(payer, { orderId });
      const { standing, waitsFor } = await queryOrder(payments, orderId);
      const after = await findOne(payer, { orderId });
      return (
        after && { ...after, asked: { standing, waitsFor: waitsFor as NonNullable<Payment['asked']>['waitsFor'] } }
      );
    },
    resultOf: (asker, { number, ticket }) =>
      resultOf(payments, asker, { number, hasTicket: ticket !== null && isTicketOf(ticket, number) }),
    queryNow: (number) => queryNow(payments, number),
    async listPayments(payer, limit) {
      // Guests receive documents by mail.
      const memberId = payer.kind === 'member' ? payer.memberId : null;
      const [views, receipts] = await Promise.all([
        listPayments(payments, payer, limit),
        memberId === null ? [] : listReceipts(db, memberId),
      ]);
      return paymentsOf(views, memberId, receipts);
    },
    async findOpenPayment(actor) {
      const found = await findOpenPayment(payments, actor);
      return found && one(paymentsOf([found], actor.memberId, []));
    },
    async cancelOrder(payer, orderId) {
      await cancelOrder(payments, payer, orderId);
    },
    findGuest: (cookieHeader) => guestOf(subscriptions, cookieHeader, clock()),
    mailGuestLink: (given, remoteIp) => findGuestOrder(subscriptions, given, { now: clock(), remoteIp }),
    isGuestLink: (code) => isGuestLink(db, code, clock()),
    async openGuestLink(code, remoteIp) {
      const now = clock();
      return guestCookie(subscriptions, await openGuestLink(subscriptions, code, { now, remoteIp }), now);
    },
    ticketFor,
    storyOf: (token) => publicStory(db, subscriptions.secretKey, token),
    findProfile: (memberId) => findProfile(at(), memberId),
    stopByLink: (token) => stopByLink(subscriptions, token, clock()),
    stopRecurring: (actor) => stopRecurring(db, actor.memberId, clock()),
    resumeRecurring: (actor, proof) => resumeRecurring(subscriptions, actor, proof, clock()),
    openRenewal: (actor) => openRenewal(subscriptions, actor, clock()),
    changeCreditCard: (actor, asked) => changeCreditCard(subscriptions, actor, asked, clock()),
    quotePlanChange: (memberId, planId) => quotePlanChange(at(), memberId, { planId }),
    changePlan: (actor, asked) => changePlan(subscriptions, actor, asked, clock()),
    keepPlan: (actor, proof) => keepPlan(subscriptions, actor, proof, clock()),
    findOffer: (code, typing) => findOffer({ ...at(), products: subscriptions.products }, code, typing),
    redeemable: (code, typing) => redeemable({ ...at(), products: subscriptions.products }, code, typing),
    redeem: (actor, code, remoteIp) => redeem(subscriptions, actor, code, { now: clock(), remoteIp }),
    listRedemptions: (memberId) => listRedemptions(db, memberId),
    offlinePrices: async () => ({ ...(await offlinePrices(at())), ...payee }),
    listOfflineApplications: (memberId, limit) => listOfflineApplications(db, memberId, limit),
    applyOffline: (actor, given) => applyOffline(offline, actor, given, clock()),
    addReceipt: (actor, asked) => addReceipt(offline, actor, asked, clock()),
    cancelOffline: (actor, id) => cancelOffline(offline, actor, id),
  };
}
