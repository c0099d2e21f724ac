import type { Db, Tx } from '#db/database.ts';
import type { Payer } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { returnPath } from '#shared/return-path.ts';
import { lockAccount } from './accounts.store.ts';
import { releaseLines } from './fulfilling.ts';
import { mayTakeMoney, netOf, ORDER_WAITS_MS } from './payments.rules.ts';
import { findAttempts, findOpenOrder, findOrder, findOrderByKey, insertOrder, updateOrder } from './payments.store.ts';
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

const isSame = (order: Order, asked: AskedOrder): boolean =>
  order.isAutopay === asked.isAutopay &&
  plain(order.lines) === plain(asked.lines.toSorted((a, b) => a.lineNo - b.lineNo));

function buyerOf({ memberId, guestId = null }: AskedOrder): Payer {
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

/**
 * Opens an order at its price of this moment. The open one of that kind is answered again where the same is asked; where
 * something else is, it makes room, unless a provider may still take money for it (20006).
 */
export async function openOrder(
  tx: Tx,
  asked: AskedOrder,
  services: Pick<PaymentServices, 'fulfilments'>,
): Promise<Order> {
  const { kind, lines, isAutopay, now } = asked;
  const buyer = buyerOf(asked);
  if (lines.length === 0) throw new DomainError('invalidParam', 'an order has a line');
  await lockAccount(tx, buyer);
  const idempotencyKey = asked.idempotencyKey ?? null;
  if (idempotencyKey !== null) {
    const known = await findOrderByKey(tx, buyer, idempotencyKey);
    if (known && known.kind !== kind) throw new DomainError('conflict', 'the key was given for something else');
    if (known) return known;
  }
  const open = kind === 'renewal' ? null : await findOpenOrder(tx, buyer, kind);
  if (open) {
    if (open.expiresAt > now && isSame(open, asked)) return open;
    const attempts = await findAttempts(tx, open.id);
    if (attempts.some((attempt) => mayTakeMoney(attempt, now))) throw new DomainError('transactionProcessing');
    await closeOrder(tx, services, open, { state: open.expiresAt > now ? 'cancelled' : 'expired', now });
  }
  const id = await insertOrder(
    tx,
    {
      memberId: buyer.kind === 'member' ? buyer.memberId : null,
      guestId: buyer.kind === 'guest' ? buyer.guestId : null,
      kind,
      totalCents: lines.reduce((sum, line) => sum + netOf(line), 0),
      isAutopay,
      idempotencyKey,
      returnPath: returnPath(asked.returnPath),
      extraData: asked.extraData ?? null,
      createdAt: now,
      expiresAt: asked.expiresAt ?? new Date(now.getTime() + ORDER_WAITS_MS),
    },
    lines,
  );
  return (await findOrder(tx, id))!;
}

/** The order that a press opened, whatever became of it. */
export const findOrderOfKey = (db: Db, buyer: number | Payer, key: string): Promise<Order | null> =>
  findOrderByKey(db, buyer, key);

/** The order of that kind that a buyer may go on with. */
export async function getOpenOrder(db: Db, buyer: number | Payer, kind: string): Promise<Order | null> {
  return findOpenOrder(db, buyer, kind);
}
