import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { unearnedOf } from '#domain/ledger/ledger.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { KeptReason } from '#shared/payment-enums.ts';
import { refused } from '#shared/staff/refusals.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { CLAIM_MS } from '#domain/payments/attempts/queries.ts';
import { tryRelease } from '#domain/payments/orders/fulfilling.ts';
import {
  claimDueRefunds,
  findFact,
  findFacts,
  findRefund,
  findRefunds,
  updateRefund,
  type FactRow,
  type RefundRow,
} from '#domain/payments/facts/facts.store.ts';
import {
  GatewayRefusedError,
  GatewayTimeoutError,
  NO_ACCESS,
  type Fact,
  type Gateway,
} from '#domain/payments/gateway.types.ts';
import { chargedBackOf, recordRefund, reverseLines, SEND_REFUNDS } from './reversals.ts';
import { askPerson, type LeftToPerson } from './left-to-person.ts';
import { withdrawUnmade } from './withdrawing.ts';
import {
  ASKED_FOR_MS,
  CURRENCY,
  isCardCheck,
  isStanding,
  nextQueryAfter,
  payingCapture,
} from '#domain/payments/payments.rules.ts';
import { findAttempt, findAttempts, findOrder, lockOrder, type AttemptRow } from '#domain/payments/payments.store.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.types.ts';
import { recordFacts } from '#domain/payments/facts/record-facts.ts';
import { gatewayAttemptOf } from '#domain/payments/attempts/started.ts';

const AT_ONCE = 20;

/** The capture to refund: the paying one, else the first not wholly refunded or being refunded. */
async function captureOf(
  tx: Tx,
  order: Order,
): Promise<{ capture: FactRow; beforeCents: number; isPaying: boolean } | null> {
  const facts = await findFacts(tx, order.id);
  const given = await findRefunds(tx, order.id);
  const amounts = new Map((await findAttempts(tx, order.id)).map(({ id, amountCents }) => [id, amountCents]));
  const paying =
    order.paidAt === null ? null : payingCapture(facts, { amounts, refunds: given, isCheck: isCardCheck(order) });
  // Charged-back money cannot be refunded.
  const goneOf = ({ id, attemptId }: FactRow) =>
    given.reduce(
      (sum, row) => (row.paidFactId === id && isStanding(row) ? sum + row.cents : sum),
      chargedBackOf(facts, attemptId),
    );
  if (paying) return { capture: paying, beforeCents: goneOf(paying), isPaying: true };
  const capture = facts.find(
    (fact) =>
      (fact.kind === 'paid' || fact.kind === 'authorised') && fact.currency === CURRENCY && goneOf(fact) < fact.cents,
  );
  return capture ? { capture, beforeCents: goneOf(capture), isPaying: false } : null;
}

/** What is left of a capture, the most of it that staff may refund, and why that is less. */
async function limitsOf(
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  order: Order,
  { capture, beforeCents, isPaying }: { capture: FactRow; beforeCents: number; isPaying: boolean },
  now: Date,
): Promise<{ left: number; mostCents: number; kept: KeptReason | null; unused: number }> {
  const left = Math.max(0, capture.cents - beforeCents);
  const [line] = order.lines;
  const value = (line && (await services.fulfilments[line.kind]?.unused?.(tx, order, line, { now }))) ?? null;
  const unused = Math.min(left, value?.cents ?? (await unearnedOf(tx, order.id, dayHkOf(now))));
  const limit = isPaying ? value?.limit : undefined;
  const isLess = limit !== undefined && limit.cents < left;
  return { left, unused, mostCents: isLess ? limit.cents : left, kept: isLess ? limit.why : null };
}

interface Refundable {
  mostCents: number;
  /** For unused time. */
  unusedCents: number;
  isAllOrNothing: boolean;
}

/** What can be refunded of an order now, null: nothing; and why more of what was paid cannot be. */
export async function refundLimits(
  services: Pick<PaymentServices, 'db' | 'clock' | 'fulfilments'>,
  orderId: number,
): Promise<{ refundable: Refundable | null; kept: KeptReason | null }> {
  return services.db.transaction(async (tx) => {
    const order = await findOrder(tx, orderId);
    const found = order && (await captureOf(tx, order));
    if (!found) return { refundable: null, kept: null };
    const { mostCents, kept, unused } = await limitsOf(tx, services, order, found, services.clock());
    const isAllOrNothing = found.isPaying && order.fulfilledAt === null;
    return {
      refundable: mostCents === 0 ? null : { mostCents, unusedCents: unused, isAllOrNothing },
      kept,
    };
  });
}

/** What can be refunded of an order now. Null: nothing. */
export const refundable = async (
  services: Pick<PaymentServices, 'db' | 'clock' | 'fulfilments'>,
  orderId: number,
): Promise<Refundable | null> => (await refundLimits(services, orderId)).refundable;

interface AskedRefund {
  orderId: number;
  /** `all`: the remainder; `unused`: the part for unused time. */
  cents: number | 'all' | 'unused';
  reason: string;
  who: string;
  /** For actions of the desk. */
  accountId?: number;
  approvalId?: number;
  requestId?: string;
  /** Why the provider is not called, such as a wallet past its refund period: staff refund it another way. */
  byHand?: string;
}

/**
 * Refunds all or part of an order and reverses what it paid for. Recorded here, sent by the worker. Two identical calls
 * are two refunds; never exceeds what was paid.
 */
export async function refundOrder(
  services: PaymentServices,
  { orderId, cents: asked, reason, who, byHand, ...run }: AskedRefund,
): Promise<{ number: string; cents: number }> {
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw new DomainError('dataNotFound', `there is no order ${orderId}`);
    const found = await captureOf(tx, order);
    if (!found) throw refused('nothing-to-refund');
    const { capture, beforeCents, isPaying } = found;
    const { left, mostCents, kept, unused } = await limitsOf(tx, services, order, found, now);
    if (kept === 'gift-redeemed') throw refused('gift-redeemed');
    const cents = asked === 'all' ? left : asked === 'unused' ? unused : asked;
    if (kept !== null && cents > mostCents) throw refused(kept, { left_cents: mostCents });
    if (!Number.isInteger(cents) || cents <= 0 || cents > left)
      throw refused('refund-too-large', { left_cents: mostCents });
    if (isPaying && order.fulfilledAt === null && cents < left) throw refused('refund-all-or-nothing');
    const refund = await recordRefund(tx, { order, capture, cents, reason, askedBy: who, now });
    if (isPaying && order.fulfilledAt !== null && !isCardCheck(order))
      await reverseLines(tx, services, { order, refund, beforeCents, now });
    if (isPaying && order.fulfilledAt === null && cents === left) await tryRelease(tx, services, order, now);
    const after = { refund: refund.number, cents };
    await recordAudit(
      tx,
      { who, why: reason, ...run },
      { action: 'orders.refund', subject: ['order', order.id], after },
      now,
    );
    if (byHand !== undefined) await askPerson(tx, refund, { state: 'by_hand', why: byHand, now });
    await queueJob(tx, SEND_REFUNDS, {}, { jobKey: SEND_REFUNDS, maxAttempts: 3 });
    return { number: refund.number, cents };
  });
}

// SENDING

/**
 * Whether a refusal of the call for a refund, claimed as it is given, says that it was not made. Of later calls only a repeated
 * refund says so: a refused query says nothing of the refund, nor does a refusal of who asks.
 */
const saysUnmade = ({ state }: RefundRow, gateway: Gateway | undefined, { code }: GatewayRefusedError): boolean =>
  code !== NO_ACCESS && (state === 'intended' || gateway?.refundRepeats === true);

/** `isUnmade`: it is certain that the provider has not made it, so that one whose money a bank took needs nobody. */
async function leaveToPerson(
  services: PaymentServices,
  refund: RefundRow,
  { isUnmade, ...left }: LeftToPerson & { isUnmade: boolean },
): Promise<void> {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, refund.orderId);
    // A webhook may have confirmed it meanwhile, or another worker withdrawn it or left it to staff.
    if (!order || (await findRefund(tx, refund.number))?.state !== 'sent') return;
    if (isUnmade && (await withdrawUnmade(tx, order, refund, now))) return;
    await askPerson(tx, refund, { ...left, now });
  });
}

/** One provider call for a refund: the first sends it, later ones query it. Null if it cannot be queried. */
async function callFor(
  services: PaymentServices,
  { refund, attempt, capture }: { refund: RefundRow; attempt: AttemptRow; capture: FactRow },
): Promise<Fact[] | null> {
  const gateway = services.gateways[attempt.gateway];
  const order = await findOrder(services.db, attempt.orderId);
  if (!gateway || !order) return null;
  const asked = gatewayAttemptOf(order, attempt);
  const { number, cents, reason } = refund;
  const isFirst = refund.state === 'intended';
  // A mere authorisation is voided; that is safe to repeat.
  if (capture.kind === 'authorised') return gateway.void ? gateway.void(asked, capture.gatewayTxn) : null;
  if (!gateway.refund) return null;
  const given = { number, cents, paidTxn: capture.gatewayTxn, reason };
  if (isFirst || gateway.refundRepeats) return gateway.refund(asked, given);
  // Never sent again without a query.
  return gateway.refundStatus ? gateway.refundStatus(asked, given) : [];
}

async function send(services: PaymentServices, refund: RefundRow): Promise<void> {
  const attempt = await findAttempt(services.db, refund.attemptId);
  const capture = await findFact(services.db, refund.paidFactId);
  if (!attempt || !capture) throw new Error(`refund ${refund.number} is of nothing`);
  let facts: Fact[] | null;
  try {
    facts = await callFor(services, { refund, attempt, capture });
  } catch (error) {
    if (error instanceof GatewayRefusedError) {
      const isUnmade = saysUnmade(refund, services.gateways[attempt.gateway], error);
      return leaveToPerson(services, refund, { state: 'failed', why: error.code, isUnmade });
    }
    if (!(error instanceof GatewayTimeoutError)) throw error;
    facts = [];
  }
  if (facts === null) {
    const why = 'its provider cannot be asked';
    // It may have been sent while its provider could still be asked.
    return leaveToPerson(services, refund, { state: 'by_hand', why, isUnmade: refund.state === 'intended' });
  }
  const now = services.clock();
  const next = nextQueryAfter(refund.sentAt ?? now, now);
  await recordFacts(
    services,
    // The number identifies our refund among several of the same amount.
    facts.map((fact) => ({ ...fact, detail: { ...fact.detail, refund: refund.number }, source: 'query' as const })),
  );
  const after = await findRefund(services.db, refund.number);
  if (after?.state !== 'sent') return;
  if (now.getTime() - refund.createdAt.getTime() >= ASKED_FOR_MS || next === null)
    return leaveToPerson(services, refund, {
      state: 'failed',
      why: 'nobody says what became of it',
      isUnmade: false,
    });
  await updateRefund(services.db, refund.id, { nextQueryAt: next });
}

/** Clock: sends due refunds and queries sent ones. Returns how many. */
export async function sendDueRefunds(services: PaymentServices): Promise<number> {
  const now = services.clock();
  const due = await claimDueRefunds(services.db, { now, until: new Date(now.getTime() + CLAIM_MS), limit: AT_ONCE });
  const done = await Promise.allSettled(due.map((refund) => send(services, refund)));
  for (const one of done) if (one.status === 'rejected') throw one.reason;
  return due.length;
}

/** Staff refunded it another way, such as in the provider's portal. */
export async function refundedByHand(
  services: PaymentServices,
  { number, ...hand }: { number: string } & Hand,
): Promise<void> {
  const refund = await findRefund(services.db, number);
  if (!refund) throw new DomainError('dataNotFound', `there is no refund ${number}`);
  const attempt = await findAttempt(services.db, refund.attemptId);
  const capture = await findFact(services.db, refund.paidFactId);
  if (!attempt || !capture) throw new Error(`refund ${number} is of nothing`);
  if (refund.state === 'confirmed') throw refused('refunded-already');
  if (refund.state === 'withdrawn') throw refused('refund-withdrawn');
  const now = services.clock();
  const entry = { action: 'refunds.confirm', subject: ['order', refund.orderId], after: { refund: number } } as const;
  await services.db.transaction((tx) => recordAudit(tx, hand, entry, now));
  await recordFacts(services, [
    {
      gateway: attempt.gateway,
      attempt: attempt.number,
      gatewayTxn: `hand:${number}`,
      kind: capture.kind === 'authorised' ? 'voided' : 'refunded',
      cents: refund.cents,
      currency: CURRENCY,
      at: now,
      detail: { refund: number },
      source: 'hand',
    },
  ]);
}
