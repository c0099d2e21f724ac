import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { creditOfOrder, post, stopDeferral, type Transfer } from '#domain/ledger/ledger.ts';
import { CARD_CHECK, CREDIT, GIFTS, UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import { refused } from '#shared/staff/refusals.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import {
  findFacts,
  findRefunds,
  insertRefund,
  type FactRow,
  type RefundRow,
} from '#domain/payments/facts/facts.store.ts';
import { drawNumber } from '#domain/payments/orders/attempt-numbers.ts';
import { CURRENCY, isCardCheck, isStanding, payingCapture, shareOut } from '#domain/payments/payments.rules.ts';
import { findAttempts, findOrder } from '#domain/payments/payments.store.ts';
import type { Order, OrderLine, PaymentServices } from '#domain/payments/payments.types.ts';
import { openWork, errorText } from '#domain/payments/operations/work.ts';

/** Queued when money is to be refunded, so that the worker need not wait for its next poll. */
export const SEND_REFUNDS = 'payment-send-refunds';

/** Queued when a member's access has changed. */
export const ACCESS_CHANGED = 'payment-access-changed';

export async function queueAccessChanged(tx: Tx, memberId: number | null): Promise<void> {
  if (memberId !== null) await queueJob(tx, ACCESS_CHANGED, { memberId }, { jobKey: `${ACCESS_CHANGED}:${memberId}` });
}

/**
 * Records a refund before any provider call. Refunds of a capture never exceed it. Runs in the transaction that holds
 * the order.
 */
export async function recordRefund(
  tx: Tx,
  {
    order,
    capture,
    cents,
    reason,
    askedBy,
    now,
  }: { order: Order; capture: FactRow; cents: number; reason: string; askedBy: string; now: Date },
): Promise<RefundRow> {
  const before = (await findRefunds(tx, order.id)).filter((row) => row.paidFactId === capture.id && isStanding(row));
  const given =
    before.reduce((sum, row) => sum + row.cents, 0) + chargedBackOf(await findFacts(tx, order.id), capture.attemptId);
  if (capture.attemptId === null || given + cents > capture.cents)
    throw refused('refund-too-large', { left_cents: capture.cents - given });
  const of = { orderId: order.id, attemptId: capture.attemptId, paidFactId: capture.id };
  return insertNumberedRefund(tx, { ...of, cents, reason, askedBy }, now);
}

/** Writes a refund that is due at once, under a number of its own. */
export async function insertNumberedRefund(
  tx: Tx,
  refund: Pick<RefundRow, 'orderId' | 'attemptId' | 'paidFactId' | 'cents' | 'reason' | 'askedBy'>,
  now: Date,
): Promise<RefundRow> {
  for (;;) {
    const number = drawNumber('refund', now);
    const row = await insertRefund(tx, { ...refund, number, createdAt: now, nextQueryAt: now });
    if (row) return row;
  }
}

/**
 * The part of the price of a paid order that was neither refunded nor charged back, and is not being refunded; other captures do
 * not count. `before`: ignores that chargeback.
 */
export async function keptCents(db: Db, orderId: number, before?: FactRow): Promise<number> {
  const order = await findOrder(db, orderId);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  const [facts, given, attempts] = [
    await findFacts(db, orderId),
    await findRefunds(db, orderId),
    await findAttempts(db, orderId),
  ];
  const amounts = new Map(attempts.map(({ id, amountCents }) => [id, amountCents]));
  const paying = payingCapture(facts, { amounts, refunds: given, isCheck: isCardCheck(order) });
  if (!paying) return order.totalCents;
  const returned = given.filter((row) => row.paidFactId === paying.id && isStanding(row));
  const charged = facts.filter(({ kind, attemptId }) => kind === 'chargeback' && attemptId === paying.attemptId);
  return [...returned, ...charged.filter(({ id }) => id !== before?.id)].reduce(
    (left, { cents }) => Math.max(0, left - cents),
    order.totalCents,
  );
}

/** Cents charged back of an attempt's captures. */
export const chargedBackOf = (facts: readonly FactRow[], attemptId: number | null): number =>
  facts.reduce((sum, fact) => (fact.kind === 'chargeback' && fact.attemptId === attemptId ? sum + fact.cents : sum), 0);

/** The reason for a reversal and its target account. */
interface Reversal {
  /** `unapplied` for a refund, which pays it out; `chargebacks` for money a bank already took. */
  to: string;
  kind: 'refund' | 'chargeback';
  key: string;
  /** Of work items. */
  subject: string;
  attemptId: number | null;
  /** The money is already gone, which cannot be refused: a product that cannot be revoked is left to staff. */
  isGone: boolean;
  now: Date;
}

/**
 * Books the reversal of a line: unearned income first, then what is held for a gift that was not redeemed. A refund pays
 * the rest from earned income; for a chargeback the rest is a loss already booked.
 */
async function bookReversal(
  tx: Tx,
  { orderId, line, cents }: { orderId: number; line: OrderLine; cents: number },
  { to, kind, key, now }: Pick<Reversal, 'to' | 'kind' | 'key' | 'now'>,
): Promise<void> {
  const today = dayHkOf(now);
  const unearned = await stopDeferral(tx, { orderId, lineNo: line.lineNo, cents, today });
  const held = line.kind === 'gift' ? Math.min(cents - unearned, await creditOfOrder(tx, orderId, GIFTS)) : 0;
  const back = { credit: to, kind, orderId, dayHk: today };
  const transfers: Transfer[] = [
    { ...back, debit: `deferred:${line.kind}`, cents: unearned, uniqueKey: `${key}:deferred` },
    { ...back, debit: GIFTS, cents: held, uniqueKey: `${key}:gifts` },
  ];
  if (kind === 'refund')
    transfers.push({ ...back, debit: `refunds:${line.kind}`, cents: cents - unearned - held, uniqueKey: key });
  await post(tx, transfers);
}

/**
 * Reverses what `cents` of an order paid for, including value moved elsewhere. Used value becomes a work item, as does a
 * product that cannot be revoked; the books follow the money either way. Returns whether every product was revoked.
 */
async function takeValueBack(
  tx: Tx,
  { fulfilments }: Pick<PaymentServices, 'fulfilments'>,
  { order, cents: all, beforeCents }: { order: Order; cents: number; beforeCents: number },
  { to, kind, key: reversalKey, subject, attemptId, isGone, now }: Reversal,
): Promise<boolean> {
  const aboutWork = { subject, orderId: order.id, attemptId, now };
  const failed: { product: string; cents: number; error: string }[] = [];
  for (const { line, cents } of shareOut(order.lines, { beforeCents, cents: all })) {
    const by = { cents, now, isChargeback: kind === 'chargeback' };
    const moved = await tx
      .transaction(async (savepoint) => (await fulfilments[line.kind]?.reverse(savepoint, order, line, by)) ?? null)
      .catch((error: unknown) => {
        if (!isGone) throw error;
        failed.push({ product: line.name, cents, error: errorText(error) });
        return null;
      });
    const key = `${reversalKey}:${line.lineNo}`;
    const creditCents = moved?.creditCents ?? 0;
    const credit = { debit: CREDIT, credit: to, kind, orderId: order.id, dayHk: dayHkOf(now) };
    await post(tx, [{ ...credit, cents: creditCents, uniqueKey: `${key}:credit` }]);
    let own = cents - creditCents;
    for (const [n, from] of (moved?.fromOrders ?? []).entries()) {
      await bookReversal(tx, from, { to, kind, key: `${key}:from:${n}`, now });
      own -= from.cents;
    }
    await bookReversal(tx, { orderId: order.id, line, cents: own }, { to, kind, key, now });
    if (moved && moved.shortCents > 0)
      await openWork(tx, { kind: 'used_value_refunded', ...aboutWork, detail: { usedCents: moved.shortCents } });
  }
  if (failed.length > 0) await openWork(tx, { kind: 'not_taken_back', ...aboutWork, detail: { failed } });
  await queueAccessChanged(tx, order.memberId);
  return failed.length === 0;
}

/**
 * Reverses the lines for a refund and books the money as being refunded. `isGone`: its provider made the refund;
 * otherwise throws if a product cannot be revoked.
 */
export const reverseLines = (
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  {
    order,
    refund,
    beforeCents,
    isGone = false,
    now,
  }: { order: Order; refund: RefundRow; beforeCents: number; isGone?: boolean; now: Date },
): Promise<boolean> =>
  takeValueBack(
    tx,
    services,
    { order, cents: refund.cents, beforeCents },
    {
      to: UNAPPLIED,
      kind: 'refund',
      key: `refund:${refund.id}`,
      subject: `refund:${refund.number}`,
      attemptId: refund.attemptId,
      isGone,
      now,
    },
  );

/**
 * Same for a chargeback of the paying capture, for what was not refunded before. The books already have the money as
 * gone.
 */
export async function reverseChargeback(
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  { order, fact, now }: { order: Order; fact: FactRow; now: Date },
): Promise<boolean> {
  const kept = await keptCents(tx, order.id, fact);
  return takeValueBack(
    tx,
    services,
    { order, cents: Math.min(fact.cents, kept), beforeCents: order.totalCents - kept },
    {
      to: 'chargebacks',
      kind: 'chargeback',
      key: `chargeback:${fact.id}`,
      subject: `fact:${fact.id}`,
      attemptId: fact.attemptId,
      isGone: true,
      now,
    },
  );
}

/** For a chargeback of money that paid for nothing: the part still held of it is not a loss. */
export async function writeOffUnapplied(
  tx: Tx,
  { order, facts, fact, now }: { order: Order; facts: readonly FactRow[]; fact: FactRow; now: Date },
): Promise<void> {
  if (fact.currency !== CURRENCY) return;
  const own = facts.filter(({ attemptId, currency }) => attemptId === fact.attemptId && currency === CURRENCY);
  const returned = (await findRefunds(tx, order.id)).filter(
    (row) => row.attemptId === fact.attemptId && isStanding(row),
  );
  const gone = [...returned, ...own.filter(({ kind, id }) => kind === 'chargeback' && id < fact.id)];
  const held = own.reduce((sum, { kind, cents }) => (kind === 'paid' ? sum + cents : sum), 0);
  const left = gone.reduce((sum, { cents }) => sum - cents, held);
  await post(tx, [
    {
      debit: isCardCheck(order) ? CARD_CHECK : UNAPPLIED,
      credit: 'chargebacks',
      cents: Math.min(fact.cents, left),
      kind: 'chargeback',
      orderId: order.id,
      uniqueKey: `chargeback:${fact.id}:held`,
      dayHk: dayHkOf(now),
    },
  ]);
}

/** For a refund by a provider of money that was already charged back: what exceeds the capture is a loss. */
export async function writeOffExcess(
  tx: Tx,
  { order, factId, cents, now }: { order: Order; factId: number; cents: number; now: Date },
): Promise<void> {
  await post(tx, [
    {
      debit: 'chargebacks',
      credit: isCardCheck(order) ? CARD_CHECK : UNAPPLIED,
      cents: Math.max(0, cents),
      kind: 'chargeback',
      orderId: order.id,
      uniqueKey: `fact:${factId}:excess`,
      dayHk: dayHkOf(now),
    },
  ]);
}
