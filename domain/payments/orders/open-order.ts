import type { Db, Tx } from '#db/database.ts';
import type { Payer } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { returnPath } from '#shared/paths/return-path.ts';
import { lineTotalCents } from '#shared/money.ts';
import { lockAccount } from '#domain/payments/accounts.store.ts';
import { releaseLines } from './fulfilling.ts';
import { mayTakeMoney, ORDER_WAITS_MS } from '#domain/payments/payments.rules.ts';
import {
  findAttempts,
  findOpenOrder,
  findOrderByKey,
  insertOrder,
  updateOrder,
} from '#domain/payments/payments.store.ts';
import type { Order, OrderLine, PaymentServices } from '#domain/payments/payments.types.ts';

export interface AskedOrder {
  /** Null for a guest. */
  memberId: number | null;
  guestId?: number | null;
  kind: string;
  lines: readonly OrderLine[];
  isAutopay: boolean;
  /** Set by the requesting page; the same key returns the same order. */
  idempotencyKey?: string | null;
  /** A path of this site; any other is dropped. */
  returnPath?: string | null;
  extraData?: Record<string, unknown> | null;
  /** Set if it should wait longer than for a payer at a screen. */
  expiresAt?: Date;
  now: Date;
}

/** JSON with sorted keys: the database stores keys in its own order. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** State before a submit is handled. */
interface Before {
  /** The order opened by the same submit, in any state. */
  known: Order | null;
  /** An open order of that kind that its buyer can continue. */
  open: Order | null;
}

const isSame = (order: Order, asked: AskedOrder): boolean =>
  order.isAutopay === asked.isAutopay &&
  plain(order.lines) === plain(asked.lines.toSorted((a, b) => a.lineNo - b.lineNo));

function buyerOf({ memberId, guestId = null }: Pick<AskedOrder, 'memberId' | 'guestId'>): Payer {
  if (memberId !== null) return { kind: 'member', memberId };
  if (guestId === null) throw new DomainError('invalidParam', 'a buyer is required');
  return { kind: 'guest', guestId };
}

/** Closes an unpaid order and releases what was reserved for it. */
export async function closeOrder(
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  order: Order,
  { state, now }: { state: 'cancelled' | 'expired'; now: Date },
): Promise<void> {
  await updateOrder(tx, order.id, { state, closedAt: now });
  await releaseLines(tx, services, { ...order, state }, now);
}

/** Locks the buyer's account and returns the existing orders. */
export async function ordersBefore(
  tx: Tx,
  asked: Pick<AskedOrder, 'memberId' | 'guestId' | 'kind' | 'idempotencyKey'>,
): Promise<Before> {
  const { kind, idempotencyKey = null } = asked;
  const buyer = buyerOf(asked);
  await lockAccount(tx, buyer);
  const known = idempotencyKey === null ? null : await findOrderByKey(tx, buyer, idempotencyKey);
  if (known && known.kind !== kind)
    throw new DomainError('conflict', 'the idempotency key was used for a different request');
  const open = known || kind === 'renewal' ? null : await findOpenOrder(tx, buyer, kind);
  return { known, open };
}

/**
 * Opens an order at current prices. If an open order of that kind asks for the same, returns it; otherwise replaces it,
 * unless a provider may still capture money for it (20006). `before`: the caller's earlier lookup.
 */
export async function openOrder(
  tx: Tx,
  asked: AskedOrder,
  services: Pick<PaymentServices, 'fulfilments'>,
  before?: Before,
): Promise<Order> {
  const { kind, lines, isAutopay, now } = asked;
  const buyer = buyerOf(asked);
  if (lines.length === 0) throw new DomainError('invalidParam', 'an order must have a line');
  const { known, open } = before ?? (await ordersBefore(tx, asked));
  if (known) return known;
  if (open) {
    if (open.expiresAt > now && isSame(open, asked)) return open;
    const attempts = await findAttempts(tx, open.id);
    if (attempts.some((attempt) => mayTakeMoney(attempt, now))) throw new DomainError('transactionProcessing');
    await closeOrder(tx, services, open, { state: open.expiresAt > now ? 'cancelled' : 'expired', now });
  }
  return insertOrder(
    tx,
    {
      memberId: buyer.kind === 'member' ? buyer.memberId : null,
      guestId: buyer.kind === 'guest' ? buyer.guestId : null,
      kind,
      totalCents: lines.reduce((sum, line) => sum + lineTotalCents(line), 0),
      isAutopay,
      idempotencyKey: asked.idempotencyKey ?? null,
      returnPath: returnPath(asked.returnPath),
      extraData: asked.extraData ?? null,
      createdAt: now,
      expiresAt: asked.expiresAt ?? new Date(now.getTime() + ORDER_WAITS_MS),
    },
    lines,
  );
}

/** The open order of that kind that a buyer can continue. */
export async function getOpenOrder(db: Db, buyer: number | Payer, kind: string): Promise<Order | null> {
  return findOpenOrder(db, buyer, kind);
}
