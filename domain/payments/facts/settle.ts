import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { updateRefund, findFacts, findRefunds, type FactRow, type RefundRow } from './facts.store.ts';
import { paperOf, tryFulfil, tryRelease } from '#domain/payments/orders/fulfilling.ts';
import {
  chargedBackOf,
  recordRefund,
  reverseChargeback,
  reverseLines,
  SEND_REFUNDS,
  writeOffExcess,
  writeOffUnapplied,
} from '#domain/payments/refunds/reversals.ts';
import { withdrawUnsent } from '#domain/payments/refunds/withdrawing.ts';
import {
  ASKED_FOR_MS,
  CURRENCY,
  foldAttempt,
  isCardCheck,
  isEnded,
  isRight,
  isStanding,
  isSurplus,
  paidStateOf,
  payingCapture,
  type AttemptState,
  type Surplus,
} from '#domain/payments/payments.rules.ts';
import { hasLaterOrder, updateAttempt, updateOrder, type AttemptRow } from '#domain/payments/payments.store.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.types.ts';
import { openWork, workDone } from '#domain/payments/operations/work.ts';

const HOLDS_MONEY: readonly AttemptState[] = ['authorised', 'paid', 'part_refunded', 'review'];

interface Settling {
  order: Order;
  attempts: AttemptRow[];
  /** All known facts, in recording order. */
  facts: FactRow[];
  /** Those among them that are new. */
  news: readonly FactRow[];
  now: Date;
}

const centsOf = (rows: readonly { cents: number }[]): number => rows.reduce((sum, { cents }) => sum + cents, 0);

/** Updates every attempt from its facts; returns captured and refunded totals. */
async function foldAttempts(
  tx: Tx,
  { attempts, facts, now }: Settling,
): Promise<{ captured: number; refunded: number }> {
  let [captured, refunded] = [0, 0];
  for (const attempt of attempts) {
    const fold = foldAttempt(
      facts.filter(({ attemptId }) => attemptId === attempt.id),
      { amountCents: attempt.amountCents, isRedirected: attempt.redirectedAt !== null },
    );
    captured += fold.capturedCents;
    refunded += fold.refundedCents;
    const nextQueryAt = isEnded(fold.state) ? null : attempt.nextQueryAt;
    if (fold.state === attempt.state && nextQueryAt === attempt.nextQueryAt) continue;
    await updateAttempt(tx, attempt.id, { state: fold.state, nextQueryAt });
    attempt.state = fold.state;
    // Escalated to staff after a day of polling.
    const wasAsked = now.getTime() - attempt.createdAt.getTime() >= ASKED_FOR_MS;
    if (wasAsked && (isEnded(fold.state) || fold.state === 'failed'))
      await workDone(tx, 'unknown_attempt', `attempt:${attempt.number}`, 'it became known', now);
  }
  return { captured, refunded };
}

async function confirm(
  tx: Tx,
  services: PaymentServices,
  {
    order,
    attempt,
    refund,
    paying,
    at,
    now,
  }: { order: Order; attempt: AttemptRow; refund: RefundRow; paying: FactRow | null; at: Date; now: Date },
): Promise<void> {
  await updateRefund(tx, refund.id, { state: 'confirmed', endedAt: now, nextQueryAt: null });
  refund.state = 'confirmed';
  await workDone(tx, 'failed_refund', `refund:${refund.number}`, 'the money went back', now);
  if (order.fulfilledAt === null && !isSurplus(refund.reason) && refund.reason !== 'card_check')
    await workDone(tx, 'unapplied_money', `order:${order.id}`, 'the money went back', now);
  // A capture that paid nothing has no receipt.
  if (order.fulfilledAt !== null && !isCardCheck(order) && refund.paidFactId === paying?.id)
    await services.noteReceipt?.(tx, {
      kind: 'refund_note',
      orderId: order.id,
      refundId: refund.id,
      cents: refund.cents,
      paidAt: at,
      content: paperOf(order, attempt, refund.number),
    });
}

/**
 * Matches refunded money to our refunds. A refund nobody here requested is recorded, its goods are reversed, and a work
 * item is raised.
 */
async function matchRefunds(
  tx: Tx,
  services: PaymentServices,
  settling: Settling,
  { given, paying }: { given: RefundRow[]; paying: FactRow | null },
): Promise<void> {
  const { order, attempts, facts, news, now } = settling;
  for (const attempt of attempts) {
    const own = facts.filter(({ attemptId, currency }) => attemptId === attempt.id && currency === CURRENCY);
    const captures = own.filter(({ kind }) => kind === 'paid' || kind === 'authorised');
    const returned = own.filter(
      ({ kind, detail }) => (kind === 'refunded' || kind === 'voided') && detail['sameAs'] === undefined,
    );
    const last = returned.at(-1);
    if (!last || captures.length === 0) continue;
    const rows = given.filter((row) => row.attemptId === attempt.id && isStanding(row));
    const isOpen = ({ state }: RefundRow) => state !== 'confirmed';
    // A void releases what was authorised, which may not be what was asked for.
    const heldCents = captures.find(({ kind }) => kind === 'authorised')?.cents ?? attempt.amountCents;
    let cents =
      returned.reduce((sum, fact) => sum + (fact.kind === 'voided' ? heldCents : fact.cents), 0) -
      centsOf(rows.filter((row) => !isOpen(row)));
    const take = async (refund: RefundRow | undefined) => {
      if (!refund || refund.cents > cents) return;
      cents -= refund.cents;
      await confirm(tx, services, { order, attempt, refund, paying, at: last.at, now });
    };
    // First refunds named by our number, then sent ones of the same amount, then whatever fits.
    const named = new Set(returned.map(({ detail }) => detail['refund']));
    for (const row of rows.filter((one) => isOpen(one) && named.has(one.number))) await take(row);
    const amounts = new Set(returned.map((fact) => fact.cents));
    for (const row of rows.filter((one) => isOpen(one) && one.state !== 'intended' && amounts.has(one.cents)))
      await take(row);
    for (const row of rows.filter((one) => isOpen(one) && one.state !== 'intended')) await take(row);
    for (const row of rows.filter(isOpen)) await take(row);
    const subject = `attempt:${attempt.number}`;
    if (cents <= 0) {
      await workDone(tx, 'refund_differs', subject, 'it became known', now);
      continue;
    }
    const about = { subject, orderId: order.id, attemptId: attempt.id, now };
    const newReturns = news.filter(({ attemptId, kind }) => attemptId === attempt.id && kind === 'refunded');
    const isNews = newReturns.length > 0;
    const capture = captures.find(({ id }) => id === paying?.id) ?? captures[0]!;
    // A provider may report both a chargeback and a refund of the same money: what exceeds the capture is a loss, and staff see it.
    const chargedBack = chargedBackOf(facts, attempt.id);
    const left = capture.cents - centsOf(rows.filter(({ paidFactId }) => paidFactId === capture.id)) - chargedBack;
    if (isNews && chargedBack > 0 && !rows.some(({ state }) => state === 'sent'))
      await writeOffExcess(tx, {
        order,
        factId: last.id,
        cents: Math.min(cents - Math.max(0, left), centsOf(newReturns)),
        now,
      });
    if (rows.some(({ state }) => state === 'sent') || left <= 0) {
      if (isNews) await openWork(tx, { kind: 'refund_differs', ...about, detail: { cents } });
      continue;
    }
    const beforeCents = capture.cents - left;
    const refund = await recordRefund(tx, {
      order,
      capture,
      cents: Math.min(cents, left),
      reason: 'by the provider',
      askedBy: 'provider',
      now,
    });
    given.push(refund);
    if (capture.id === paying?.id && order.fulfilledAt !== null)
      await reverseLines(tx, services, { order, refund, beforeCents, isGone: true, now });
    await confirm(tx, services, { order, attempt, refund, paying, at: last.at, now });
    if (refund.cents >= cents) await workDone(tx, 'refund_differs', subject, 'it became known', now);
    await openWork(tx, { kind: 'unasked_refund', ...about, detail: { refund: refund.number, cents: refund.cents } });
  }
}

/** An authorisation that was voided or captured no longer counts. */
const isStillHeld = (facts: readonly FactRow[], { attemptId }: FactRow): boolean =>
  !facts.some((one) => one.attemptId === attemptId && (one.kind === 'voided' || one.kind === 'paid'));

/**
 * Voids an authorisation of a card check for another amount than its dollar: it proves no card and is never captured. The work item
 * `wrong_amount` remains for staff.
 */
async function voidWrongChecks(tx: Tx, { order, attempts, facts, now }: Settling, given: RefundRow[]): Promise<void> {
  for (const fact of facts) {
    const asked = attempts.find(({ id }) => id === fact.attemptId)?.amountCents ?? -1;
    if (fact.kind !== 'authorised' || fact.currency !== CURRENCY || fact.cents === 0 || isRight(fact, asked)) continue;
    if (!isStillHeld(facts, fact) || given.some(({ paidFactId }) => paidFactId === fact.id)) continue;
    const about = { order, capture: fact, cents: fact.cents, reason: 'card_check', askedBy: 'system', now };
    given.push(await recordRefund(tx, about));
  }
}

/** Refunds money that pays nothing: a second capture, or a capture of a closed order. */
async function returnSurplus(
  tx: Tx,
  { order, facts, news, now }: Settling,
  { given, paying, reason }: { given: RefundRow[]; paying: FactRow | null; reason: Surplus },
): Promise<void> {
  const isCheck = isCardCheck(order);
  for (const fact of facts) {
    const isHeld = isCheck && fact.kind === 'authorised';
    if ((fact.kind !== 'paid' && !isHeld) || fact.currency !== CURRENCY || fact.cents === 0) continue;
    if (fact.id === paying?.id) continue;
    const left =
      fact.cents -
      centsOf(given.filter((row) => row.paidFactId === fact.id && isStanding(row))) -
      chargedBackOf(facts, fact.attemptId);
    if (left <= 0) continue;
    if (isHeld && !isStillHeld(facts, fact)) continue;
    // A file moves no money: staff check what only it reported.
    if (fact.source === 'settlement') {
      if (news.some(({ id }) => id === fact.id))
        await openWork(tx, {
          kind: 'settled_surplus',
          subject: `fact:${fact.id}`,
          orderId: order.id,
          attemptId: fact.attemptId,
          detail: { gateway: fact.gateway, gatewayTxn: fact.gatewayTxn, cents: fact.cents, order: order.state, reason },
          now,
        });
      continue;
    }
    given.push(await recordRefund(tx, { order, capture: fact, cents: left, reason, askedBy: 'system', now }));
  }
}

/**
 * Handles a chargeback: what the payment bought ends, nothing more is charged, and the buyer is notified. Each step
 * stands alone: one that fails becomes a work item, and the others are still taken.
 */
async function takeChargeback(
  tx: Tx,
  services: PaymentServices,
  { order, facts, now }: Settling,
  { fact, paying }: { fact: FactRow; paying: FactRow | null },
): Promise<void> {
  const { id: factId, cents, currency, gatewayTxn, attemptId } = fact;
  const isDone = (kind: string, work: (savepoint: Tx) => Promise<void>): Promise<boolean> =>
    tx.transaction(work).then(
      () => true,
      async () => {
        const about = { subject: `fact:${factId}`, orderId: order.id, attemptId, now };
        await openWork(tx, { kind, ...about, detail: { cents, currency, gatewayTxn } });
        return false;
      },
    );
  const isOfOrder = order.fulfilledAt !== null && paying !== null && paying.attemptId === attemptId;
  if (!isOfOrder) await writeOffUnapplied(tx, { order, facts, fact, now });
  const endsAccess =
    isOfOrder && !services.keepsAccessAfterChargeback && (await reverseChargeback(tx, services, { order, fact, now }));
  await isDone('not_stopped', async (savepoint) => {
    for (const line of order.lines)
      await services.fulfilments[line.kind]?.chargedBack?.(savepoint, order, line, { now });
  });
  if (isOfOrder)
    await isDone('not_told', async (savepoint) => {
      await services.tellChargeback?.(savepoint, { order, factId, cents, endsAccess });
    });
}

async function tellOfTrouble(
  tx: Tx,
  services: PaymentServices,
  settling: Settling,
  paying: FactRow | null,
): Promise<void> {
  const { order, attempts, news, now } = settling;
  for (const fact of news) {
    const attempt = attempts.find(({ id }) => id === fact.attemptId);
    const about = { subject: `fact:${fact.id}`, orderId: order.id, attemptId: fact.attemptId, now };
    const { cents, currency, gatewayTxn } = fact;
    const detail = { cents, currency, gatewayTxn };
    const isMoney = fact.kind === 'paid' || fact.kind === 'authorised';
    if (isMoney && !isRight(fact, attempt?.amountCents ?? -1))
      await openWork(tx, { kind: 'wrong_amount', ...about, detail });
    if (fact.kind === 'chargeback') {
      await openWork(tx, { kind: 'chargeback', ...about, detail });
      await takeChargeback(tx, services, settling, { fact, paying });
    }
  }
}

/**
 * What was refunded of the paying capture. Of an order that was never fulfilled, a bank returned the rest: it is over then, while
 * without any refund the clock cancels it.
 */
function returnedOf(order: Order, { id, attemptId }: FactRow, facts: FactRow[], refunds: RefundRow[]): number {
  const refunded = centsOf(refunds.filter((row) => row.paidFactId === id && row.state === 'confirmed'));
  return order.fulfilledAt === null && refunded > 0 ? refunded + chargedBackOf(facts, attemptId) : refunded;
}

/**
 * Updates attempts and their order from the known facts, with all effects: paid orders are fulfilled, surplus captures
 * refunded, unclear ones raised as work items. Runs in the transaction that holds the order; idempotent.
 */
export async function settle(
  tx: Tx,
  services: PaymentServices,
  {
    order: asItWas,
    attempts,
    news,
    now,
  }: { order: Order; attempts: AttemptRow[]; news: readonly FactRow[]; now: Date },
): Promise<void> {
  const facts = await findFacts(tx, asItWas.id);
  const given = await findRefunds(tx, asItWas.id);
  let order: Order = asItWas;
  const isCheck = isCardCheck(order);
  const sums = await foldAttempts(tx, { order, attempts, facts, news, now });
  order = { ...order, capturedCents: sums.captured, refundedCents: sums.refunded };

  const amounts = new Map(attempts.map(({ id, amountCents }) => [id, amountCents]));
  const paying = payingCapture(facts, { amounts, refunds: given, isCheck });
  // Neither a cancelled order nor one replaced by a later order is fulfilled.
  const isPaidNow =
    paying !== null &&
    order.paidAt === null &&
    order.state !== 'cancelled' &&
    !(order.state === 'expired' && (await hasLaterOrder(tx, order)));
  if (isPaidNow) order = { ...order, state: 'paid', paidAt: now };
  const isPaid = order.paidAt !== null;
  const settling: Settling = { order, attempts, facts, news, now };
  // Only a different amount was paid: staff decide.
  if (
    !isPaid &&
    order.state === 'open' &&
    facts.some((fact) => fact.kind === 'paid' || (isCheck && fact.kind === 'authorised'))
  )
    order = settling.order = { ...order, state: 'review' };
  await updateOrder(tx, order.id, {
    state: order.state,
    capturedCents: order.capturedCents,
    refundedCents: order.refundedCents,
    ...(isPaidNow ? { paidAt: now, closedAt: now } : {}),
  });

  const applied = isPaid ? paying : null;
  if (isPaidNow && applied && !given.some(({ paidFactId }) => paidFactId === applied.id)) {
    const attempt = attempts.find(({ id }) => id === applied.attemptId)!;
    const leftCents = applied.cents - chargedBackOf(facts, attempt.id);
    // Nothing is fulfilled for money that a bank has already taken back; the clock ends such an order.
    const isHere = leftCents === applied.cents;
    if (isHere && (await tryFulfil(tx, services, { order, attempt, capture: applied, now })))
      order = settling.order = { ...order, fulfilledAt: now };
    // The dollar of a card check is refunded whatever became of the card.
    if (isCheck && leftCents > 0)
      given.push(
        await recordRefund(tx, {
          order,
          capture: applied,
          cents: leftCents,
          reason: 'card_check',
          askedBy: 'system',
          now,
        }),
      );
  }
  // Before matching: the returned money may belong to a capture that pays nothing.
  const surplus = isPaid ? 'second_capture' : order.state === 'cancelled' ? 'paid_after_cancel' : 'paid_after_expiry';
  if (isPaid || order.state === 'cancelled' || order.state === 'expired')
    await returnSurplus(tx, settling, { given, paying: applied, reason: surplus });
  if (isCheck) await voidWrongChecks(tx, settling, given);
  await matchRefunds(tx, services, settling, { given, paying: applied });
  await tellOfTrouble(tx, services, settling, applied);
  const refunds = await withdrawUnsent(tx, { order, facts, refunds: given, now });

  const state = applied
    ? paidStateOf({ isCheck, paidCents: applied.cents, returnedCents: returnedOf(order, applied, facts, refunds) })
    : order.state === 'review' && attempts.every((attempt) => !HOLDS_MONEY.includes(attempt.state))
      ? 'refunded'
      : order.state;
  if (state !== order.state) {
    await updateOrder(tx, order.id, { state, closedAt: now });
    // It was never fulfilled: release what was reserved.
    if (order.state === 'review') await tryRelease(tx, services, order, now);
  }
  if (refunds.some((row) => row.state === 'intended'))
    await queueJob(tx, SEND_REFUNDS, {}, { jobKey: SEND_REFUNDS, maxAttempts: 3 });
}
