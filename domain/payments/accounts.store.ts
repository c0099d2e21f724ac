import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { billingAccounts, orders } from '#db/tables/payments.ts';
import type { Payer } from '#shared/actor.ts';
import type { Order } from './payments.types.ts';

const payerOf = (payer: number | Payer): Payer =>
  typeof payer === 'number' ? { kind: 'member', memberId: payer } : payer;

/**
 * Serialises money movements of one member (by id) or one guest until this transaction ends. One statement for both
 * cases: an existing row is locked without a write and without using a sequence value.
 */
export async function lockAccount(tx: Tx, whose: number | Payer): Promise<void> {
  const payer = payerOf(whose);
  const [key, id] = payer.kind === 'member' ? [sql`member_id`, payer.memberId] : [sql`guest_id`, payer.guestId];
  // Of two concurrent first calls, the second gets a conflict; that row is locked, also without a write.
  await tx.execute(sql`
    with held as materialized (select 1 from ${billingAccounts} where ${key} = ${id} for no key update)
    insert into ${billingAccounts} (${key}) select ${id}::int where not exists (select 1 from held)
    on conflict (${key}) do update set created_at = ${billingAccounts.createdAt} where ${billingAccounts.id} is null`);
}

/** Matches the orders of a member (by id) or of a guest. */
export function isOf(whose: number | Payer): SQL {
  const payer = payerOf(whose);
  return payer.kind === 'member' ? eq(orders.memberId, payer.memberId) : eq(orders.guestId, payer.guestId);
}

/** The payer of an order; null once the buyer is erased. */
export function payerOfOrder({ memberId, guestId }: Pick<Order, 'memberId' | 'guestId'>): Payer | null {
  if (memberId !== null) return { kind: 'member', memberId };
  return guestId === null ? null : { kind: 'guest', guestId };
}

/**
 * Moves a guest's orders to an account, except an open order of a kind of which the account has an open one.
 * Idempotency keys are cleared: the account may have used the same. Returns the order ids. The caller holds the locks
 * of both accounts.
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
