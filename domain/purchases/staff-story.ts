import type { Db } from '#db/database.ts';
import { transfersOf } from '#domain/ledger/ledger.ts';
import {
  findWithdrawable,
  listStaffOrders,
  mayBePaid,
  orderStory,
  refundLimits,
  waitingRefunds,
  type PaymentServices,
} from '#domain/payments/payments.ts';
import { receiptsOfOrder } from '#domain/receipts/receipts.ts';
import { DomainError } from '#shared/domain-error.ts';

interface ShownRefund {
  number: string;
  cents: number;
  state: string;
  reason: string;
  askedBy: string;
}

/** Balances of an order's transfers: what became of its money. */
async function moneyOf(db: Db, orderId: number): Promise<{ account: string; cents: number }[]> {
  const totals = new Map<string, number>();
  const add = (account: string, cents: number) => totals.set(account, (totals.get(account) ?? 0) + cents);
  for (const { debit, credit, cents } of await transfersOf(db, orderId)) {
    add(debit, cents);
    add(credit, -cents);
  }
  return [...totals]
    .map(([account, cents]) => ({ account, cents }))
    .filter(({ cents }) => cents !== 0)
    .toSorted((a, b) => a.account.localeCompare(b.account));
}

/** What can be refunded besides what waits for a second person. */
function besides(
  refundable: Awaited<ReturnType<typeof refundLimits>>['refundable'],
  waiting: readonly { cents: number }[],
): typeof refundable {
  if (refundable === null || waiting.length === 0) return refundable;
  const mostCents = waiting.reduce((left, { cents }) => left - cents, refundable.mostCents);
  if (mostCents <= 0) return null;
  // What waits may be of the unused time, so that is offered again once it is decided.
  return { ...refundable, mostCents, unusedCents: 0 };
}

/** All that staff see of an order. */
export async function staffStory(services: Pick<PaymentServices, 'db' | 'fulfilments' | 'clock'>, orderId: number) {
  const { db } = services;
  const [order] = await listStaffOrders(db, { id: orderId }, 1);
  if (!order) throw new DomainError('dataNotFound', `there is no order ${orderId}`);
  const { order: whole, steps } = await orderStory(db, orderId);
  const withdrawable = await findWithdrawable(db, orderId);
  const refunds = steps
    .filter(({ what }) => what === 'refund')
    .map(({ detail }) => detail as unknown as ShownRefund)
    .map((refund) => ({ ...refund, mayBeWithdrawn: withdrawable.has(refund.number) }));
  const waiting = await waitingRefunds(db, orderId, services.clock());
  const limits = await refundLimits(services, orderId);
  return {
    order,
    lines: whole.lines,
    steps,
    refunds,
    receipts: await receiptsOfOrder(db, orderId),
    money: await moneyOf(db, orderId),
    waiting,
    refundable: besides(limits.refundable, waiting),
    kept: limits.kept,
    isEnding: whole.state === 'cancelled' && (await mayBePaid(db, orderId, services.clock())),
  };
}
