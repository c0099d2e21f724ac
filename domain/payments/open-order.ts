import type { Db, Tx } from '#db/database.ts';
import type { Payer } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { returnPath } from '#shared/return-path.ts';
import { lockAccount } from './accounts.store.ts';
import { releaseLines } from './fulfilling.ts';
import { mayTakeMoney, netOf, ORDER_WAITS_MS } from './payments.rules.ts';
import { findAttempts, findOpenOrder, findOrderByKey, insertOrder, updateOrder } from './payments.store.ts';
import type { Order, OrderLine, PaymentServices } from './payments.types.ts';

export interface AskedOrder {
  /** Null: a guest's. */
  memberId: number | null;
  guestId?: number | null;
  kind: string;
  lines: readonly OrderLine[];
  isAutopay: boolean;
  /** Given by the page that asks; the same again is answered with the same order. */
  idempotencyKey?: string | null;
  /** A page of ours; whatever leads elsewhere is not kept. */
  returnPath?: string | null;
  extraData?: Record<string, unknown> | null;
  /** Where it waits longer than for a payer who is before a screen. */
  expiresAt?: Date;
  now: Date;
}

/** JSON whose keys stand in one order: the database keeps them in its own. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** What stands before a press is taken. */
interface Before {
  /** What the same press opened, whatever became of it. */
  known: Order | null;
  /** Of that kind, which its buyer may go on with. */
  open: Order | null;
}

const isSame = (order: Order, asked: AskedOrder): boolean =>
  order.isAutopay === asked.isAutopay &&
  plain(order.lines) === plain(asked.lines.toSorted((a, b) => a.lineNo - b.lineNo));

function buyerOf({ memberId, guestId = null }: Pick<AskedOrder, 'memberId' | 'guestId'>): Payer {
  if (memberId !== null) return { kind: 'member', memberId };
  if (guestId === null) throw new DomainError('invalidParam', 'somebody buys');
  return { kind: 'guest', guestId };
}

/** An order whose payer never comes: what was held for it is free again. */
export async function closeOrder(
  tx: Tx,
  services: Pick<PaymentServices, 'fulfilments'>,
  order: Order,
  { state, now }: { state: 'cancelled' | 'expired'; now: Date },
): Promise<void> {
  await updateOrder(tx, order.id, { state, closedAt: now });
  await releaseLines(tx, services, { ...order, state }, now);
}

/** Locks the account of who asks, and says what stands there. */
export async function ordersBefore(
  tx: Tx,
  asked: Pick<AskedOrder, 'memberId' | 'guestId' | 'kind' | 'idempotencyKey'>,
): Promise<Before> {
  const { kind, idempotencyKey = null } = asked;
  const buyer = buyerOf(asked);
  await lockAccount(tx, buyer);
  const known = idempotencyKey === null ? null : await findOrderByKey(tx, buyer, idempotencyKey);
  if (known && known.kind !== kind) throw new DomainError('conflict', 'the key was given for something else');
  const open = known || kind === 'renewal' ? null : await findOpenOrder(tx, buyer, kind);
  return { known, open };
}

/**
 * Opens an order at its price of this moment. The open one of that kind is answered again where the same is asked; where
 * something else is, it makes room, unless a provider may still take money for it (20006). `before`: who asks has looked already.
 */
export async function openOrder(
  tx: Tx,
  asked: AskedOrder,
  services: Pick<PaymentServices, 'fulfilments'>,
  before?: Before,
): Promise<Order> {
  const { kind, lines, isAutopay, now } = asked;
  const buyer = buyerOf(asked);
  if (lines.length === 0) throw new DomainError('invalidParam', 'an order has a line');
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
      totalCents: lines.reduce((sum, line) => sum + netOf(line), 0),
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

/** The order of that kind that a buyer may go on with. */
export async function getOpenOrder(db: Db, buyer: number | Payer, kind: string): Promise<Order | null> {
  return findOpenOrder(db, buyer, kind);
}
