import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { post, stopDeferral, type Transfer } from '#domain/ledger/ledger.ts';
import { CARD_CHECK, CREDIT, UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { findFacts, findRefunds, insertRefund, type FactRow, type RefundRow } from './facts.store.ts';
import { drawNumber } from './numbering.ts';
import { CURRENCY, isCardCheck, payingCapture, shareOut } from './payments.rules.ts';
import { findAttempts, findOrder } from './payments.store.ts';
import type { Order, OrderLine, PaymentServices } from './payments.types.ts';
import { openWork } from './work.ts';

/** Queued when a member's access has changed. */
export const ACCESS_CHANGED = 'payment-access-changed';

export async function tellAccessChanged(tx: Tx, memberId: number | null): Promise<void> {
  if (memberId !== null) await queueJob(tx, ACCESS_CHANGED, { memberId }, { jobKey: `${ACCESS_CHANGED}:${memberId}` });
}

/**
 * Records a refund before any provider call. Refunds of a capture never exceed it. Runs in the transaction that holds
 * the order.
 */
export async function intendRefund(
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
  const before = (await findRefunds(tx, order.id)).filter(({ paidFactId }) => paidFactId === capture.id);
  const given =
    before.reduce((sum, row) => sum + row.cents, 0) + chargedBackOf(await findFacts(tx, order.id), capture.attemptId);
  if (capture.attemptId === null || given + cents > capture.cents)
    throw new DomainError('conflict', `${capture.cents - given} cents of it are left`);
  for (;;) {
    const row = await insertRefund(tx, {
      orderId: order.id,
      attemptId: capture.attemptId,
      paidFactId: capture.id,
      number: drawNumber('refund', now),
      cents,
      reason,
      askedBy,
      createdAt: now,
      nextQueryAt: now,
    });
    if (row) return row;
  }
}

/**
 * What of the price of a paid order did not go back, and is not on its way back, nor was charged back; whatever became of other
 * captures. `before`: but for that fact.
 */
export async function keptCents(db: Db, orderId: number, before?: FactRow): Promise<number> {
  const order = await findOrder(db, orderId);
  if (!order) throw new Error(`order ${orderId} is gone`);
  const [facts, given, attempts] = [
    await findFacts(db, orderId),
    await findRefunds(db, orderId),
    await findAttempts(db, orderId),
  ];
  const amounts = new Map(attempts.map(({ id, amountCents }) => [id, amountCents]));
  const paying = payingCapture(facts, { amounts, refunds: given, isCheck: isCardCheck(order) });
  if (!paying) return order.totalCents;
  const returned = given.filter(({ paidFactId }) => paidFactId === paying.id);
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
  today: DayHk;
}

/**
 * Books the reversal of a line, unearned income first. A refund pays the rest from earned income; for a chargeback the
 * rest is a loss already booked.
 */
async function bookReversal(
  tx: Tx,
  { orderId, line, cents }: { orderId: number; line: OrderLine; cents: number },
  { to, kind, key, today }: Reversal,
): Promise<void> {
  const unearned = await stopDeferral(tx, { orderId, lineNo: line.lineNo, cents, today });
  const back = { credit: to, kind, orderId, dayHk: today };
  const isGift = line.kind === 'gift';
  const transfers: Transfer[] = [
    { ...back, debit: `deferred:${line.kind}`, cents: unearned, uniqueKey: `${key}:deferred` },
    { ...back, debit: isGift ? 'gifts' : `refunds:${line.kind}`, cents: cents - unearned, uniqueKey: key },
  ];
  await post(tx, kind === 'refund' || isGift ? transfers : transfers.slice(0, 1));
}

/** Reverses what `cents` of an order paid for, including value moved elsewhere. Used value becomes a work item. */
async function takeValueBack(
  tx: Tx,
  { fulfilments }: Pick<PaymentServices, 'fulfilments'>,
  { order, cents: all, beforeCents, now }: { order: Order; cents: number; beforeCents: number; now: Date },
  reversal: Omit<Reversal, 'today'> & { subject: string; attemptId: number | null },
): Promise<void> {
  const today = dayHkOf(now);
  const { to, kind } = reversal;
  const by = (cents: number) => ({ cents, now, isChargeback: kind === 'chargeback' });
  for (const { line, cents } of shareOut(order.lines, { beforeCents, cents: all })) {
    const moved = (await fulfilments[line.kind]?.reverse(tx, order, line, by(cents))) ?? null;
    const key = `${reversal.key}:${line.lineNo}`;
    const creditCents = moved?.creditCents ?? 0;
    const credit = { debit: CREDIT, credit: to, kind, orderId: order.id, dayHk: today };
    await post(tx, [{ ...credit, cents: creditCents, uniqueKey: `${key}:credit` }]);
    let own = cents - creditCents;
    for (const [n, from] of (moved?.fromOrders ?? []).entries()) {
      await bookReversal(tx, from, { to, kind, key: `${key}:from:${n}`, today });
      own -= from.cents;
    }
    await bookReversal(tx, { orderId: order.id, line, cents: own }, { to, kind, key, today });
    if (moved && moved.shortCents > 0)
      await openWork(tx, {
        kind: 'used_value_refunded',
        subject: reversal.subject,
        orderId: order.id,
        attemptId: reversal.attemptId,
        detail: { usedCents: moved.shortCents },
        now,
      });
  }
  await tellAccessChanged(tx, order.memberId);
}

/** Reverses the lines for a refund and books the money as being refunded. */
export const reverseLines = (
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  { order, refund, beforeCents, now }: { order: Order; refund: RefundRow; beforeCents: number; now: Date },
): Promise<void> =>
  takeValueBack(
    tx,
    services,
    { order, cents: refund.cents, beforeCents, now },
    {
      to: UNAPPLIED,
      kind: 'refund',
      key: `refund:${refund.id}`,
      subject: `refund:${refund.number}`,
      attemptId: refund.attemptId,
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
): Promise<void> {
  const kept = await keptCents(tx, order.id, fact);
  await takeValueBack(
    tx,
    services,
    { order, cents: Math.min(fact.cents, kept), beforeCents: order.totalCents - kept, now },
    {
      to: 'chargebacks',
      kind: 'chargeback',
      key: `chargeback:${fact.id}`,
      subject: `fact:${fact.id}`,
      attemptId: fact.attemptId,
    },
  );
}

/** For a chargeback of money that paid for nothing: what was held of it is no loss. */
export async function writeOffUnapplied(
  tx: Tx,
  { order, facts, fact, now }: { order: Order; facts: readonly FactRow[]; fact: FactRow; now: Date },
): Promise<void> {
  if (fact.currency !== CURRENCY) return;
  const own = facts.filter(({ attemptId, currency }) => attemptId === fact.attemptId && currency === CURRENCY);
  const returned = (await findRefunds(tx, order.id)).filter(({ attemptId }) => attemptId === fact.attemptId);
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

/** For a refund that a provider made of money that was charged back already: what exceeds the capture is a loss. */
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
