import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { post } from '#domain/ledger/ledger.ts';
import { CARD_CHECK, UNAPPLIED } from '#domain/ledger/ledger.rules.ts';
import {
  findFacts,
  findRefund,
  findRefunds,
  withdrawRefund,
  type FactRow,
  type RefundRow,
} from '#domain/payments/facts/facts.store.ts';
import { workDone } from '#domain/payments/operations/work.ts';
import { CURRENCY, isCardCheck, isStanding } from '#domain/payments/payments.rules.ts';
import { lockOrder } from '#domain/payments/payments.store.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.types.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { refused } from '#shared/staff/refusals.ts';
import { askPerson } from './left-to-person.ts';
import { insertNumberedRefund, SEND_REFUNDS } from './reversals.ts';

// A bank may take a payment back while its refund is recorded and not made. The payer has the money then, and the refund
// is withdrawn: its money leaves `unapplied` for the chargeback, which is no loss as far as nobody paid twice.

type Withdrawable = 'intended' | 'sent' | 'failed' | 'by_hand';

const sumOf = (rows: readonly { cents: number }[]): number => rows.reduce((sum, { cents }) => sum + cents, 0);

/**
 * What refunds and chargebacks of an attempt's payments exceed these by. Refunds of authorisations hold no money that a
 * bank could take.
 */
function claimedTwice(facts: readonly FactRow[], refunds: readonly RefundRow[], attemptId: number): number {
  const own = facts.filter((fact) => fact.attemptId === attemptId && fact.currency === CURRENCY);
  const charged = sumOf(own.filter(({ kind }) => kind === 'chargeback'));
  if (charged === 0) return 0;
  const paid = own.filter(({ kind }) => kind === 'paid');
  const paidIds = new Set(paid.map(({ id }) => id));
  const claimed = sumOf(refunds.filter((row) => isStanding(row) && paidIds.has(row.paidFactId)));
  return Math.max(0, charged + claimed - sumOf(paid));
}

/**
 * Withdraws a refund of which a bank took `claimedCents`, or all; what it left is another refund. Null if the refund is
 * no longer in that state, as a worker may have claimed it to send it.
 */
async function withdraw(
  tx: Tx,
  {
    order,
    refund,
    from,
    claimedCents,
    now,
  }: { order: Order; refund: RefundRow; from: Withdrawable; claimedCents: number; now: Date },
): Promise<{ rest: RefundRow | null } | null> {
  if (!(await withdrawRefund(tx, refund.id, { from, at: now }))) return null;
  const cents = Math.min(refund.cents, claimedCents);
  const { orderId, attemptId, paidFactId, reason, askedBy } = refund;
  const of = { orderId, attemptId, paidFactId, reason, askedBy };
  const rest =
    refund.cents === cents ? null : await insertNumberedRefund(tx, { ...of, cents: refund.cents - cents }, now);
  await post(tx, [
    {
      debit: isCardCheck(order) ? CARD_CHECK : UNAPPLIED,
      credit: 'chargebacks',
      cents,
      kind: 'chargeback',
      orderId: order.id,
      // Names the rest, whose reversal is booked under the withdrawn refund.
      uniqueKey: `refund:${refund.id}:withdrawn${rest ? `:${rest.id}` : ''}`,
      dayHk: dayHkOf(now),
    },
  ]);
  await workDone(tx, 'failed_refund', `refund:${refund.number}`, 'its bank took the money back', now);
  // As its provider must not be asked for the whole, it must not be for the rest.
  if (rest && from === 'by_hand')
    await askPerson(tx, rest, { state: 'by_hand', why: `what a bank left of ${refund.number}`, now });
  else if (rest) await queueJob(tx, SEND_REFUNDS, {}, { jobKey: SEND_REFUNDS, maxAttempts: 3 });
  return { rest };
}

/** Withdraws the refunds of an order that were not sent and whose money a bank took. Returns the refunds there are then. */
export async function withdrawUnsent(
  tx: Tx,
  { order, facts, refunds, now }: { order: Order; facts: readonly FactRow[]; refunds: readonly RefundRow[]; now: Date },
): Promise<RefundRow[]> {
  const rows = [...refunds];
  // The newest first: what was asked earlier is more likely to be what the payer expects.
  for (const refund of refunds.toReversed()) {
    const claimedCents = claimedTwice(facts, rows, refund.attemptId);
    if (refund.state !== 'intended' || claimedCents === 0) continue;
    const withdrawn = await withdraw(tx, { order, refund, from: 'intended', claimedCents, now });
    if (!withdrawn) continue;
    rows[rows.indexOf(refund)] = { ...refund, state: 'withdrawn' };
    if (withdrawn.rest) rows.push(withdrawn.rest);
  }
  return rows;
}

/**
 * Withdraws a sent refund that its provider did not make, as far as a bank took its money. False if no bank did. Runs in
 * the transaction that holds the order.
 */
export async function withdrawUnmade(tx: Tx, order: Order, refund: RefundRow, now: Date): Promise<boolean> {
  const claimedCents = claimedTwice(await findFacts(tx, order.id), await findRefunds(tx, order.id), refund.attemptId);
  if (claimedCents === 0) return false;
  const withdrawn = await withdraw(tx, { order, refund, from: 'sent', claimedCents, now });
  return withdrawn !== null;
}

/** Numbers of the refunds of an order that wait for staff and whose money a bank took. */
export async function findWithdrawable(db: Db, orderId: number): Promise<Set<string>> {
  const [facts, refunds] = [await findFacts(db, orderId), await findRefunds(db, orderId)];
  const waiting = refunds.filter(
    ({ state, attemptId }) =>
      (state === 'failed' || state === 'by_hand') && claimedTwice(facts, refunds, attemptId) > 0,
  );
  return new Set(waiting.map(({ number }) => number));
}

/** Staff know that a refund was never made, and its bank took the payment back. */
export async function withdrawByHand(
  services: PaymentServices,
  { number, ...hand }: { number: string } & Hand,
): Promise<{ rest: string | null }> {
  const known = await findRefund(services.db, number);
  if (!known) throw new DomainError('dataNotFound', `there is no refund ${number}`);
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, known.orderId);
    const refund = await findRefund(tx, number);
    if (!order || !refund) throw new DomainError('dataNotFound', `there is no refund ${number}`);
    if (refund.state === 'confirmed') throw refused('refunded-already');
    if (refund.state === 'withdrawn') throw refused('refund-withdrawn');
    if (refund.state === 'intended' || refund.state === 'sent') throw refused('refund-under-way');
    const facts = await findFacts(tx, order.id);
    const claimedCents = claimedTwice(facts, await findRefunds(tx, order.id), refund.attemptId);
    if (claimedCents === 0) throw refused('refund-not-charged-back');
    const withdrawn = await withdraw(tx, { order, refund, from: refund.state, claimedCents, now });
    if (!withdrawn) throw refused('refund-under-way');
    const rest = withdrawn.rest?.number ?? null;
    const after = {
      refund: number,
      cents: Math.min(refund.cents, claimedCents),
      ...(rest !== null && { restRefund: rest }),
    };
    await recordAudit(tx, hand, { action: 'refunds.withdraw', subject: ['order', order.id], after }, now);
    return { rest };
  });
}
