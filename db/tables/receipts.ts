import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '#db/columns.ts';
import { orders, refunds } from './payments.ts';

/**
 * Receipts and refund notes, numbered without gaps by one worker after the payment's transaction. They store no name:
 * it is taken from the account for as long as it exists.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: id(),
    kind: text('kind').$type<'receipt' | 'refund_note'>().notNull(),
    /** Hong Kong year and number within it. Null until the worker assigns them. */
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
    /** Printed content: lines, method, gateway, order number. */
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    unique('receipts_number').on(t.kind, t.year, t.number),
    unique('receipts_subject').on(t.kind, t.orderId, t.refundId).nullsNotDistinct(),
    index('receipts_refund_idx').on(t.refundId),
    index('receipts_order_idx').on(t.orderId),
    // worker: documents without a number
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
