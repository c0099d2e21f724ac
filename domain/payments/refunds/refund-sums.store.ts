import { and, eq, gte, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { refunds } from '#db/tables/payments.ts';

/** First key of the advisory lock that serialises the refunds of a person. */
const LOCK = 881_903_870;

/**
 * What people have asked to refund of an order so far, and what one of them has of all orders since an instant. Locks the
 * person's refunds until the transaction ends: two at once would each count without the other.
 */
export async function sumRefunds(
  tx: Tx,
  { orderId, who, since }: { orderId: number; who: string; since: Date },
): Promise<{ ofOrder: number; ofPerson: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::int, hashtext(${who}))`);
  const sum = sql<number>`coalesce(sum(${refunds.cents}), 0)::int`;
  const [ofOrder] = await tx
    .select({ cents: sum })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.askedBy, 'system'), ne(refunds.state, 'failed')));
  const [ofPerson] = await tx
    .select({ cents: sum })
    .from(refunds)
    .where(and(eq(refunds.askedBy, who), gte(refunds.createdAt, since)));
  return { ofOrder: ofOrder?.cents ?? 0, ofPerson: ofPerson?.cents ?? 0 };
}
