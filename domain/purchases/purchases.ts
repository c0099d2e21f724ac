import { quotePlan } from '#domain/buying/buying.ts';
import {
  findOpenPayment,
  findPayment,
  listPayments,
  queryOrder,
  storyTokenOf,
  type FoundPayment,
  type Order,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { isCardCheck, type PaymentOutcome } from '#domain/payments/payments.rules.ts';
import { shownCode } from '#domain/promotions/promotions.rules.ts';
import { findGifts } from '#domain/promotions/promotions.ts';
import { receiptNo, type ReceiptKind } from '#domain/receipts/receipts.rules.ts';
import { listReceipts, type IssuedReceipt } from '#domain/receipts/receipts.ts';
import { findTimesOfOrders } from '#domain/subscriptions/plan-times.ts';
import { findProfile } from '#domain/subscriptions/profiles.ts';
import type { Requester, Payer } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { isOnlineMethod, isProvider, PRODUCT_KINDS, type OnlineMethod, type Provider } from '#shared/payment-enums.ts';
import { refusalReasonOf, type RefusalReason } from './purchases.rules.ts';

// The door: orders as their buyers see them.

export { offeredMethods, type OfferedMethod } from './offered-methods.ts';

/** An attempt through a provider. */
interface PurchaseAttempt extends Pick<
  NonNullable<FoundPayment['attempt']>,
  'number' | 'state' | 'createdAt' | 'expiresAt' | 'start'
> {
  gateway: Provider;
  method: OnlineMethod;
  /** If it failed and the provider gives a reason. */
  reason: RefusalReason | null;
  /** Whether the provider can be queried; otherwise only the payer's browser brings the result. */
  isAskable: boolean;
}

/** The next charge of a plan. */
interface NextCharge {
  renewsOn: DayHk | null;
  renewsCents: number;
}

/** An order as its buyer sees it: its payment, what it granted, and what follows. */
export interface Purchase
  extends
    NextCharge,
    Pick<
      Order,
      | 'kind'
      | 'state'
      | 'totalCents'
      | 'refundedCents'
      | 'isAutopay'
      | 'returnPath'
      | 'createdAt'
      | 'expiresAt'
      | 'paidAt'
      | 'fulfilledAt'
    > {
  orderId: number;
  discountCents: number;
  /** Total of refunds that the provider makes. */
  returningCents: number;
  /** Total of refunds that staff handle, because the provider did not confirm them or cannot make them. */
  withStaffCents: number;
  /** If all money still kept is being refunded: by the provider (`returning`), or with the help of staff (`owed`). */
  goesBack: 'returning' | 'owed' | null;
  /** The archive offer, whose result is awaited longer (K-026, K-027). */
  isOffer: boolean;
  /** `cents`: before the discount, so that lines, discount and total add up. */
  lines: { productId: number; name: string; quantity: number; cents: number }[];
  /** The named one, else the newest; null also for one without a provider. */
  attempt: PurchaseAttempt | null;
  /** Current reply of an open order's providers; null: not queried. `waitsFor`: the attempt whose provider did not answer. */
  asked: { outcome: PaymentOutcome; waitsFor: { number: string; gateway: Provider } | null } | null;
  /** Access granted. */
  time: { startsAt: Date; endsAt: Date } | null;
  /** For a gift, once paid. */
  giftCode: string | null;
  receipts: { id: number; number: string; kind: ReceiptKind }[];
  /** Result pages of an individual purchase; null for plans. */
  resultPaths: { success: string; failure: string } | null;
  /** In the link to its story. */
  storyToken: string;
}

/** Null for a cheque, a code that pays everything and a charge of the stored card without its owner. */
function attemptOf(attempt: FoundPayment['attempt'], { gateways }: PaymentServices): PurchaseAttempt | null {
  if (attempt === null || !isProvider(attempt.gateway) || !isOnlineMethod(attempt.method)) return null;
  const { refusal, gateway, method, ...shown } = attempt;
  const isAskable = gateways[gateway]?.query != null;
  return { ...shown, gateway, method, reason: refusal && refusalReasonOf(refusal), isAskable };
}

/** The product of an individual purchase defines its result pages. */
function resultPathsOf(order: Order, { fulfilments }: PaymentServices): Purchase['resultPaths'] {
  const fulfilment = PRODUCT_KINDS.some((kind) => kind === order.kind) ? fulfilments[order.kind] : undefined;
  return fulfilment
    ? { success: fulfilment.pathOf('success', order), failure: fulfilment.pathOf('failure', order) }
    : null;
}

/**
 * Whether the plan that it pays renews and the next charge is known: its buyer chose that, or it is a change or a renewal
 * of a plan that does. Until one of those is paid, the profile is that of the former plan, or in grace.
 */
const isRenewing = ({ kind, state, isAutopay }: Order): boolean =>
  kind === 'plan_change' || kind === 'renewal' ? state !== 'open' : isAutopay && kind !== 'card_check';

const NO_CHARGE: NextCharge = { renewsOn: null, renewsCents: 0 };

/** Before payment as quoted on the sales page, afterwards from the recurring profile. */
async function nextChargeOf(
  { db, clock }: PaymentServices,
  { kind, state, lines }: Order,
  memberId: number,
): Promise<NextCharge> {
  const at = { db, now: clock() };
  const [line] = lines;
  if (kind === 'subscription' && state === 'open' && line)
    try {
      return await quotePlan(at, memberId, { planId: line.productId });
    } catch (error) {
      // No longer on sale, or not to this member: an open order keeps its price.
      if (error instanceof DomainError) return NO_CHARGE;
      throw error;
    }
  const profile = await findProfile(at, memberId);
  return profile?.state === 'active' ? { renewsOn: profile.renewOn, renewsCents: profile.renewCents } : NO_CHARGE;
}

function goesBackOf(
  order: Order,
  { returningCents, withStaffCents }: Pick<Purchase, 'returningCents' | 'withStaffCents'>,
): Purchase['goesBack'] {
  const cents = returningCents + withStaffCents;
  // The amount authorised for a card check is not a price.
  if (cents === 0 || isCardCheck(order) || order.capturedCents - order.refundedCents > cents) return null;
  return withStaffCents > 0 ? 'owed' : 'returning';
}

/**
 * The number of queries is constant. `memberId`: the buyer asks. Null: a guest or the bearer of a ticket asks, who sees
 * the outcome but nothing granted to a member.
 */
async function purchasesOf(
  services: PaymentServices,
  payments: readonly FoundPayment[],
  { memberId, receipts = [] }: { memberId: number | null; receipts?: readonly IssuedReceipt[] },
): Promise<Purchase[]> {
  const { db, secretKey } = services;
  const orders = payments.map(({ order }) => order);
  const gifts = orders.flatMap(({ id, kind, paidAt }) => (kind === 'gift' && paidAt ? [id] : []));
  // Paid orders share the next charge of the profile; the open one has its own.
  const renewing = orders.filter(isRenewing);
  const open = renewing.find(({ state }) => state === 'open');
  const paid = renewing.find((order) => order !== open);
  const [times, codes, ofOpen, ofPaid] = await Promise.all([
    findTimesOfOrders(
      db,
      orders.map(({ id }) => id),
    ),
    memberId === null ? [] : findGifts(db, gifts),
    open && memberId !== null ? nextChargeOf(services, open, memberId) : NO_CHARGE,
    paid && memberId !== null ? nextChargeOf(services, paid, memberId) : NO_CHARGE,
  ]);
  const nextCharge = (order: Order) => (order === open ? ofOpen : renewing.includes(order) ? ofPaid : NO_CHARGE);
  const timeOf = new Map(times.map(({ orderId, startsAt, endsAt }) => [orderId, { startsAt, endsAt }]));
  const codeByOrder = new Map(codes.map(({ orderId, code }) => [orderId, shownCode(code)]));
  const receiptsOf = Map.groupBy(receipts, ({ orderId }) => orderId);
  return payments.map(({ order, returningCents, withStaffCents, attempt }) => {
    const { id, lines, kind, state, totalCents, refundedCents, isAutopay, returnPath } = order;
    const { createdAt, expiresAt, paidAt, fulfilledAt } = order;
    const { renewsOn, renewsCents } = nextCharge(order);
    return {
      orderId: id,
      kind,
      state,
      totalCents,
      refundedCents,
      isAutopay,
      returnPath,
      createdAt,
      expiresAt,
      paidAt,
      fulfilledAt,
      discountCents: lines.reduce((sum, line) => sum + line.discountCents, 0),
      returningCents,
      withStaffCents,
      goesBack: goesBackOf(order, { returningCents, withStaffCents }),
      isOffer: lines.some(({ payload }) => payload['isOffer'] === true),
      lines: lines.map((line) => ({
        productId: line.productId,
        name: line.name,
        quantity: line.quantity,
        cents: line.quantity * line.unitCents,
      })),
      attempt: attemptOf(attempt, services),
      asked: null,
      time: timeOf.get(id) ?? null,
      renewsOn,
      renewsCents,
      giftCode: codeByOrder.get(id) ?? null,
      receipts: (receiptsOf.get(id) ?? []).map((one) => ({ id: one.id, kind: one.kind, number: receiptNo(one) })),
      resultPaths: resultPathsOf(order, services),
      storyToken: storyTokenOf(secretKey, id),
    };
  });
}

/** An order, by its id or by the number of one of its attempts; null if not the requester's (`payments.findPayment`). */
export async function findPurchase(
  services: PaymentServices,
  requester: Requester,
  asked: Parameters<typeof findPayment>[2],
): Promise<Purchase | null> {
  const found = await findPayment(services, requester, asked);
  if (found === null) return null;
  const memberId =
    requester.kind === 'member' && found.order.memberId === requester.memberId ? requester.memberId : null;
  const receipts = memberId === null ? [] : await listReceipts(services.db, memberId);
  const [purchase = null] = await purchasesOf(services, [found], { memberId, receipts });
  return purchase;
}

/** The same, after its providers were queried, if it is open. */
export async function queryPurchase(
  services: PaymentServices,
  payer: Payer,
  orderId: number,
): Promise<Purchase | null> {
  const before = await findPayment(services, payer, { orderId });
  if (before?.order.state !== 'open') return findPurchase(services, payer, { orderId });
  const { outcome, waitsFor } = await queryOrder(services, orderId);
  const after = await findPurchase(services, payer, { orderId });
  if (after === null) return null;
  const gateway = waitsFor?.gateway ?? '';
  return {
    ...after,
    asked: { outcome, waitsFor: waitsFor && isProvider(gateway) ? { number: waitsFor.number, gateway } : null },
  };
}

/** A buyer's orders, newest first. Guests have no documents here: theirs are mailed. */
export async function listPurchases(services: PaymentServices, payer: Payer, limit: number): Promise<Purchase[]> {
  const memberId = payer.kind === 'member' ? payer.memberId : null;
  const [payments, receipts] = await Promise.all([
    listPayments(services, payer, limit),
    memberId === null ? [] : listReceipts(services.db, memberId),
  ]);
  return purchasesOf(services, payments, { memberId, receipts });
}

/** A member's newest open order of any kind, which may still take money. */
export async function findOpenPurchase(
  services: PaymentServices,
  actor: Extract<Payer, { kind: 'member' }>,
): Promise<Purchase | null> {
  const found = await findOpenPayment(services, actor);
  if (found === null) return null;
  const [purchase = null] = await purchasesOf(services, [found], { memberId: actor.memberId });
  return purchase;
}
