import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '#db/columns.ts';
import { orders, refunds } from './payments.ts';

/**
 * Papers about money that moved, numbered without gaps by one worker after the money's transaction. No name is in them: it is
 * printed from the account while there is one.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: id(),
    kind: text('kind').$type<'receipt' | 'refund_note'>().notNull(),
    /** Hong Kong year, and the number in it; null until the worker has given it one. */
    year: smallint('year'),
    number: integer('number'),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    refundId: integer('refund_id').references(() => refunds.id, { onDelete: 'restrict' }),
    cents: integer('cents').notNull(),
    /** When the money moved. */
    paidAt: instant('paid_at').notNull(),
    issuedAt: instant('issued_at'),
    /** What it says: lines, method, gateway, order number. */
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    unique('receipts_number').on(t.kind, t.year, t.number),
    unique('receipts_subject').on(t.kind, t.orderId, t.refundId).nullsNotDistinct(),
    index('receipts_refund_idx').on(t.refundId),
    index('receipts_order_idx').on(t.orderId),
    // worker: what has no number
    index('receipts_waiting_idx')
      .on(t.id)
      .where(sql`number is null`),
    check('receipts_kind', sql`${t.kind} in ('receipt', 'refund_note')`),
    check(
      'receipts_numbered',
      sql`(${t.number} is null) = (${t.year} is null) and (${t.number} is null) = (${t.issuedAt} is null)`,
    ),
  ],
);
