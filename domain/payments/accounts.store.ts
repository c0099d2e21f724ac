import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { billingAccounts, orders } from '#db/tables/payments.ts';
import type { Payer } from '#shared/actor.ts';
import type { Order } from './payments.types.ts';

const payerOf = (payer: number | Payer): Payer =>
  typeof payer === 'number' ? { kind: 'member', memberId: payer } : payer;

/**
 * Holds whoever moves the money of the same member, by their number, or of the same guest until this transaction ends. In one
 * statement, whether the row is there or not: what is there is locked and not written, and takes no number of the sequence.
 */
export async function lockAccount(tx: Tx, whose: number | Payer): Promise<void> {
  const payer = payerOf(whose);
  const [key, id] = payer.kind === 'member' ? [sql`member_id`, payer.memberId] : [sql`guest_id`, payer.guestId];
  // Two who come first at once: the second finds a conflict, which is locked and not written either.
  await tx.execute(sql`
    with held as materialized (select 1 from ${billingAccounts} where ${key} = ${id} for no key update)
    insert into ${billingAccounts} (${key}) select ${id}::int where not exists (select 1 from held)
    on conflict (${key}) do update set created_at = ${billingAccounts.createdAt} where ${billingAccounts.id} is null`);
}

/** The orders of a member, by their number, or of a guest. */
export function isOf(whose: number | Payer): SQL {
  const payer = payerOf(whose);
  return payer.kind === 'member' ? eq(orders.memberId, payer.memberId) : eq(orders.guestId, payer.guestId);
}

/** Whose an order is; null once its buyer was erased. */
export function payerOfOrder({ memberId, guestId }: Pick<Order, 'memberId' | 'guestId'>): Payer | null {
  if (memberId !== null) return { kind: 'member', memberId };
  return guestId === null ? null : { kind: 'guest', guestId };
}

/**
 * An account takes over what a guest bought, but an open order where it has one of that kind itself. Keys of the guest's
 * presses go: the account may have used the same. Answers the orders. Under the lock of both accounts.
 */
export async function moveOrders(tx: Tx, guestId: number, memberId: number): Promise<number[]> {
  const rows = await tx
    .update(orders)
    .set({ memberId, guestId: null, idempotencyKey: null })
    .where(
      and(
        eq(orders.guestId, guestId),
        sql`not (${orders.state} = 'open' and exists (select 1 from ${orders} as own
          where own.member_id = ${memberId} and own.kind = ${orders.kind} and own.state = 'open'))`,
      ),
    )
    .returning({ id: orders.id });
  return rows.map(({ id }) => id);
}
