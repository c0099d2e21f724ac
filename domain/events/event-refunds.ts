import type { Db, Tx } from '#db/database.ts';
import type { ActionCall } from '#domain/actions/actions.ts';
import { startApprovedJobs } from '#domain/actions/staff-jobs.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { findRefundable, sumRefundable } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { exactHk } from '#shared/money.ts';
import { findCancelled, findEvent, type EventRow } from './events.store.ts';

// Refunds of a cancelled event, all orders at once. Nothing is stored of them: what is left to refund is computed from payments.

/** Far more than an event has tickets. */
const MAX_ORDERS = 20_000;
/** Far more than are ever cancelled: one that is left off would owe money unseen. */
const EVENTS_LISTED = 500;

interface RefundSums {
  orders: number;
  cents: number;
  /** By provider, in the order of their names. */
  providers: { gateway: string; orders: number; cents: number }[];
}

const ticketsOf = (eventIds: readonly number[]) => ({ kind: 'livestream', productIds: eventIds });

function sumsOf(rows: Awaited<ReturnType<typeof sumRefundable>>): RefundSums {
  const sum = (of: 'orders' | 'cents') => rows.reduce((all, row) => all + row[of], 0);
  const providers = rows.map(({ gateway, orders, cents }) => ({ gateway, orders, cents }));
  return { orders: sum('orders'), cents: sum('cents'), providers };
}

/** The newest cancelled events of which something is left to refund. */
export async function listToRefund(db: Db): Promise<{ event: EventRow; sums: RefundSums }[]> {
  const cancelled = await findCancelled(db, EVENTS_LISTED);
  const found = Map.groupBy(
    await sumRefundable(db, ticketsOf(cancelled.map(({ id }) => id))),
    ({ productId }) => productId,
  );
  return cancelled.flatMap((event) => {
    const rows = found.get(event.id);
    return rows ? [{ event, sums: sumsOf(rows) }] : [];
  });
}

/** Begins the refunds of all orders of a cancelled event, each a row of a job. Throws `conflict` if there is nothing to refund. */
export async function refundEvent(tx: Tx, call: ActionCall, eventId: number): Promise<RefundSums> {
  const event = await findEvent(tx, eventId);
  if (event === null) throw new DomainError('dataNotFound', 'the event does not exist');
  if (event.state !== 'cancelled') throw refused('event-not-cancelled');
  const found = await findRefundable(tx, ticketsOf([eventId]), MAX_ORDERS);
  if (found.length === 0) throw refused('nothing-to-refund');
  const { orders, cents, providers } = sumsOf(await sumRefundable(tx, ticketsOf([eventId])));
  const after = {
    orders,
    cents,
    providers: providers.map((one) => `${one.gateway}: ${one.orders}, ${exactHk(one.cents)}`),
  };
  await recordAudit(tx, call.hand, { action: 'events.refund-orders', subject: ['event', eventId], after }, call.now);
  if (!call.isPreview)
    await startApprovedJobs(tx, call, {
      action: 'orders.refund',
      rows: found.map((id) => ({ label: String(id), input: { order_id: id, cents: 'all' } })),
    });
  return { orders, cents, providers };
}
