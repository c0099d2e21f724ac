import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, oneOf } from '#db/columns.ts';
import {
  ATTEMPT_STATES,
  FACT_KINDS,
  GATEWAYS,
  METHODS,
  ORDER_STATES,
  type AttemptState,
  type FactKind,
  type GatewayName,
  type OrderState,
  type PaymentMethod,
} from '#shared/payment-enums.ts';
import { members } from './members.ts';
import { guestBuyers } from './sales.ts';
import { staffAccounts } from './staff.ts';

/** `withdrawn`: a bank took the payment back before the refund was made. */
export const REFUND_STATES = ['intended', 'sent', 'confirmed', 'failed', 'by_hand', 'withdrawn'] as const;

/**
 * Billing account of a member or guest. Every transaction about a buyer's money locks this row first, then the order,
 * then counters by id, so that concurrent transactions wait for each other and cannot deadlock.
 */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    id: id(),
    memberId: integer('member_id')
      .unique()
      .references(() => members.id, { onDelete: 'restrict' }),
    guestId: integer('guest_id')
      .unique()
      .references(() => guestBuyers.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [check('billing_accounts_of', sql`num_nonnulls(${t.memberId}, ${t.guestId}) = 1`)],
);

/** An order at its current prices, created before the buyer is sent to a provider. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** Null after erasure of the account: orders are kept as long as the books. */
    memberId: integer('member_id').references(() => members.id, { onDelete: 'restrict' }),
    /**
     * A buyer without an account. Null after erasure of the address, or when a member account has taken over the order.
     */
    guestId: integer('guest_id').references(() => guestBuyers.id, { onDelete: 'set null' }),
    /** `subscription`, `renewal`, `plan_change`, `card_check`, `offline_subscription`, `gift`, `premium`, `livestream`, `campaign`. */
    kind: text('kind').notNull(),
    state: text('state').$type<OrderState>().notNull().default('open'),
    totalCents: integer('total_cents').notNull(),
    /** Amounts captured by providers, and refunded of that. */
    capturedCents: integer('captured_cents').notNull().default(0),
    refundedCents: integer('refunded_cents').notNull().default(0),
    isAutopay: boolean('is_autopay').notNull().default(false),
    /** Assigned by the requesting page. A repeated key returns the same order. */
    idempotencyKey: text('idempotency_key'),
    /** Path of ours to which the buyer returns. */
    returnPath: text('return_path'),
    /** passed through unchanged. */
    extraData: jsonb('extra_data').$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    /** From then on no new attempt is started; late payments are still accepted. */
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    fulfilledAt: instant('fulfilled_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    // one open order a member and kind: it is returned again, and a second one is refused
    uniqueIndex('orders_open_key')
      .on(t.memberId, t.kind)
      .where(sql`state = 'open' and kind <> 'renewal'`),
    unique('orders_idempotency_key').on(t.memberId, t.idempotencyKey),
    uniqueIndex('orders_guest_open_key')
      .on(t.guestId, t.kind)
      .where(sql`state = 'open'`),
    unique('orders_guest_idempotency_key').on(t.guestId, t.idempotencyKey),
    // member history; purchases of a member
    index('orders_member_idx').on(t.memberId, t.createdAt),
    // clock: expired orders, and paid orders that are not fulfilled
    index('orders_open_idx')
      .on(t.expiresAt)
      .where(sql`state = 'open'`),
    index('orders_unfulfilled_idx')
      .on(t.paidAt)
      .where(sql`state = 'paid' and fulfilled_at is null`),
    // desk, orders by state, by kind, and of some days (/api/staff/money/orders)
    index('orders_state_idx').on(t.state, t.id),
    index('orders_kind_idx').on(t.kind, t.id),
    index('orders_created_idx').on(t.createdAt),
    // purchases of a guest
    index('orders_guest_idx').on(t.guestId, t.createdAt),
    check('orders_of', sql`num_nonnulls(${t.memberId}, ${t.guestId}) <= 1`),
    check('orders_state', sql`${t.state} in (${oneOf(ORDER_STATES)})`),
    check('orders_cents', sql`${t.totalCents} >= 0 and ${t.refundedCents} between 0 and ${t.capturedCents}`),
    check('orders_fulfilled', sql`${t.fulfilledAt} is null or ${t.paidAt} is not null`),
    check('orders_return_path', sql`${t.returnPath} is null or ${t.returnPath} ~ '^/([^/\\\\]|$)'`),
  ],
);

/** Items of an order. `kind` selects the product that fulfils them; the payments module knows no products. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    lineNo: smallint('line_no').notNull(),
    kind: text('kind').notNull(),
    productId: integer('product_id').notNull(),
    /** As printed on the receipt. */
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    unitCents: integer('unit_cents').notNull(),
    discountCents: integer('discount_cents').notNull().default(0),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.lineNo] }),
    // paid orders of a cancelled event
    index('order_lines_product_idx').on(t.kind, t.productId),
    check(
      'order_lines_cents',
      sql`${t.quantity} > 0 and ${t.unitCents} >= 0 and ${t.discountCents} between 0 and ${t.unitCents} * ${t.quantity}`,
    ),
  ],
);

/** One attempt to pay an order through a provider, under a number that is never reused. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** Two letters, the date as yymmdd, eight digits: valid for every provider. */
    number: text('number').notNull(),
    gateway: text('gateway').$type<GatewayName>().notNull(),
    method: text('method').$type<PaymentMethod>().notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The fold of its facts. */
    state: text('state').$type<AttemptState>().notNull().default('created'),
    /** The provider's own name for it, such as PayMe's paymentRequestId. */
    gatewayRef: text('gateway_ref'),
    /** The provider's response to the start, for reloads of the page. Secrets in it never leave the server. */
    started: jsonb('started').$type<Record<string, unknown>>(),
    profileId: integer('profile_id'),
    createdAt: createdAt(),
    redirectedAt: instant('redirected_at'),
    /** End of the provider's payment window. */
    expiresAt: instant('expires_at').notNull(),
    /** Time of the next poll. Null: it has ended or awaits staff. */
    nextQueryAt: instant('next_query_at'),
    queries: integer('queries').notNull().default(0),
  },
  (t) => [
    unique('payment_attempts_number').on(t.number),
    unique('payment_attempts_gateway_ref').on(t.gateway, t.gatewayRef),
    index('payment_attempts_order_idx').on(t.orderId),
    // desk, orders by method and by gateway (/api/staff/money/orders)
    index('payment_attempts_method_idx').on(t.method, t.orderId),
    index('payment_attempts_gateway_idx').on(t.gateway, t.orderId),
    // payment statistics, for the operator
    index('payment_attempts_created_idx').on(t.createdAt),
    // clock: attempts to poll
    index('payment_attempts_query_idx')
      .on(t.nextQueryAt)
      .where(sql`next_query_at is not null`),
    check('payment_attempts_number_form', sql`${t.number} ~ '^[A-Z]{2}[0-9]{14}$'`),
    check('payment_attempts_gateway', sql`${t.gateway} in (${oneOf(GATEWAYS)})`),
    check('payment_attempts_method', sql`${t.method} in (${oneOf(METHODS)})`),
    check('payment_attempts_state', sql`${t.state} in (${oneOf(ATTEMPT_STATES)})`),
    check('payment_attempts_cents', sql`${t.amountCents} >= 0`),
  ],
);

/**
 * Movements of money as reported by providers: webhook, query, settlement file, or entered by staff. Append-only. The
 * key is the whole meaning: the same report is one row however often and by whichever way it arrives, and a different
 * report of the same transaction is another row.
 */
export const paymentFacts = pgTable(
  'payment_facts',
  {
    id: id(),
    /** Null: no known attempt; staff investigate. */
    attemptId: integer('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    gateway: text('gateway').$type<GatewayName>().notNull(),
    /** The provider's number of this movement. */
    gatewayTxn: text('gateway_txn').notNull(),
    kind: text('kind').$type<FactKind>().notNull(),
    /** Our number as the provider named it, whether or not it is one of ours; empty: it named none. */
    reference: text('reference').notNull().default(''),
    cents: integer('cents').notNull(),
    currency: text('currency').notNull(),
    /**
     * Time of the movement: the provider's time if plausible, otherwise the time of receipt (`detail.saidAt` has the
     * reported time).
     */
    at: instant('at').notNull(),
    source: text('source').$type<'notice' | 'query' | 'return' | 'settlement' | 'hand'>().notNull(),
    seenAt: instant('seen_at').notNull(),
    /** Further details for staff: no names, and only the last four digits of a card. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    /** The fact that was effective when this one arrived with a different meaning for the same transaction. */
    contradictsId: integer('contradicts_id'),
    /** Whether it replaces the fact that it contradicts. Otherwise it is kept without effect. */
    replaces: boolean('replaces').notNull().default(false),
  },
  (t) => [
    unique('payment_facts_key').on(t.gateway, t.gatewayTxn, t.kind, t.reference, t.cents, t.currency),
    // one fact of a transaction is effective; a second one references the fact that it contradicts
    uniqueIndex('payment_facts_first_key')
      .on(t.gateway, t.gatewayTxn, t.kind)
      .where(sql`contradicts_id is null`),
    uniqueIndex('payment_facts_replaced_key')
      .on(t.contradictsId)
      .where(sql`replaces`),
    check('payment_facts_replaces', sql`not ${t.replaces} or ${t.contradictsId} is not null`),
    index('payment_facts_attempt_idx').on(t.attemptId),
    // settlement of a day
    index('payment_facts_day_idx').on(t.gateway, t.at),
    check('payment_facts_kind', sql`${t.kind} in (${oneOf(FACT_KINDS)})`),
    check('payment_facts_gateway', sql`${t.gateway} in (${oneOf(GATEWAYS)})`),
    check('payment_facts_cents', sql`${t.cents} >= 0`),
  ],
);

/** Refunds. Written before the provider is called, so that a crash cannot cause a second refund. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    attemptId: integer('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    /**
     * The capture or authorisation to refund: an attempt may have been paid twice, and the provider must know which.
     */
    paidFactId: integer('paid_fact_id')
      .notNull()
      .references(() => paymentFacts.id, { onDelete: 'restrict' }),
    number: text('number').notNull(),
    cents: integer('cents').notNull(),
    state: text('state').$type<(typeof REFUND_STATES)[number]>().notNull().default('intended'),
    /** A reason code of ours, such as `second_capture`, or text entered by staff. */
    reason: text('reason').notNull(),
    /** `system`, or the requester. */
    askedBy: text('asked_by').notNull(),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    nextQueryAt: instant('next_query_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    unique('refunds_number').on(t.number),
    index('refunds_order_idx').on(t.orderId),
    index('refunds_attempt_idx').on(t.attemptId),
    index('refunds_fact_idx').on(t.paidFactId),
    index('refunds_waiting_idx')
      .on(t.nextQueryAt)
      .where(sql`next_query_at is not null`),
    check('refunds_number_form', sql`${t.number} ~ '^RF[0-9]{14}$'`),
    check('refunds_state', sql`${t.state} in (${oneOf(REFUND_STATES)})`),
    check('refunds_cents', sql`${t.cents} > 0`),
  ],
);

/** Work items for staff. */
export const workItems = pgTable(
  'work_items',
  {
    id: id(),
    /** `unknown_attempt`, `unapplied_money`, `wrong_amount`, `failed_refund`, `settlement_difference`, `chargeback`… */
    kind: text('kind').notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    attemptId: integer('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    /** Deduplicates items, for example by the line of a settlement file. */
    subject: text('subject').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    openedAt: instant('opened_at').notNull(),
    /** Member of staff who handles it. */
    ownerId: integer('owner_id').references(() => staffAccounts.id),
    closedAt: instant('closed_at'),
    closedBy: text('closed_by'),
    closedNote: text('closed_note'),
  },
  (t) => [
    uniqueIndex('work_items_open_key')
      .on(t.kind, t.subject)
      .where(sql`closed_at is null`),
    index('work_items_order_idx').on(t.orderId),
    index('work_items_attempt_idx').on(t.attemptId),
    check('work_items_closed', sql`(${t.closedAt} is null) = (${t.closedBy} is null)`),
  ],
);
