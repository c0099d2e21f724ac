import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, createdAt, dayHk, id, instant } from '#db/columns.ts';
import { members } from './members.ts';
import { orders } from './payments.ts';

/** An application for a plan by cheque or deposit. States 1 to 5; 1 and 2 are displayed as processing. */
export const offlineApplications = pgTable(
  'offline_applications',
  {
    id: id(),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'restrict' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** 1 cheque, 2 deposit. */
    paymentMethod: smallint('payment_method').notNull(),
    state: smallint('state').notNull().default(1),
    /** 365-day plans, at most two, and add-ons of 30 days. */
    plans365: smallint('plans_365').notNull(),
    extra30days: smallint('extra_30_days').notNull().default(0),
    /** File name in the private store, and the hash of its bytes: a repeated picture is reported to staff. */
    receipt: text('receipt'),
    receiptSha256: bytes('receipt_sha256'),
    /** Takes Hong Kong public holidays into account. */
    dueOn: dayHk('due_on').notNull(),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    decidedWhy: text('decided_why'),
    remindedAt: instant('reminded_at'),
  },
  (t) => [
    // one pending application a member (23001)
    uniqueIndex('offline_applications_pending_key')
      .on(t.memberId)
      .where(sql`state in (1, 2)`),
    index('offline_applications_member_idx').on(t.memberId),
    index('offline_applications_order_idx').on(t.orderId),
    index('offline_applications_due_idx')
      .on(t.dueOn)
      .where(sql`state in (1, 2)`),
    check('offline_applications_state', sql`${t.state} between 1 and 5`),
    check('offline_applications_method', sql`${t.paymentMethod} in (1, 2)`),
    check(
      'offline_applications_count',
      sql`${t.plans365} between 0 and 2 and ${t.extra30days} >= 0 and ${t.plans365} + ${t.extra30days} > 0`,
    ),
    check('offline_applications_decided', sql`(${t.state} > 2) = (${t.decidedAt} is not null)`),
  ],
);
