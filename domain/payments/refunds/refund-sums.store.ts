import { and, eq, gte, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { refunds } from '#db/tables/payments.ts';

/** What a person has asked to refund since an instant. */
export async function refundedByInCents(tx: Tx, who: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${refunds.cents}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.askedBy, who), gte(refunds.createdAt, since)));
  return row?.cents ?? 0;
}
