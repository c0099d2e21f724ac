import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant, updatedAt } from '#db/columns.ts';
import { members } from './members.ts';
import { orders } from './payments.ts';

/** Payment mode of a plan: one-off, recurring, or by cheque and deposit. */
export const PLAN_KINDS = ['once', 'monthly', 'yearly', 'offline'] as const;
/** Source of a subscription period. `hand`: granted by staff; `credit`: compensation for an outage. */
export const PLAN_SOURCES = ['hand', 'order', 'code', 'offline', 'grace', 'credit', 'gift'] as const;
export const PROFILE_STATES = ['active', 'grace', 'stopping', 'stopped'] as const;

/** Plans on sale. Edited without a deployment; an order keeps the price at which it was made. */
export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<(typeof PLAN_KINDS)[number]>().notNull().default('once'),
    priceCents: integer('price_cents').notNull(),
    /** Days it grants; for a plan that renews by months, the displayed days of a period. */
    days: integer('days').notNull(),
    /** Renewing plans only. */
    periodMonths: smallint('period_months'),
    description: text('description').notNull().default(''),
    maxQuantity: smallint('max_quantity').notNull().default(1),
    /** Entitles the family of its payer as well. */
    isFamily: boolean('is_family').notNull().default(false),
    /** Eligible members. */
    eligible: text('eligible').$type<'all' | 'new' | 'former'>().notNull().default('all'),
    /** Period of sale. A plan without one exists only for current subscribers. */
    sellsFrom: instant('sells_from'),
    sellsUntil: instant('sells_until'),
    position: integer('position').notNull().default(0),
    /**
     * Previous price and when it changed: buyers who saw the old price within the last hour may still pay it (20008).
     */
    formerPriceCents: integer('former_price_cents'),
    repricedAt: instant('repriced_at'),
  },
  (t) => [
    check('subscription_plans_kind', sql`${t.kind} in ('once', 'monthly', 'yearly', 'offline')`),
    check('subscription_plans_period', sql`(${t.kind} in ('monthly', 'yearly')) = (${t.periodMonths} is not null)`),
    check('subscription_plans_price', sql`${t.priceCents} >= 0 and ${t.days} > 0`),
  ],
);

/**
 * A subscription period. Periods of a member never overlap: a period bought during another begins at the end of the
 * last one. The migration adds an exclusion constraint (btree_gist).
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    planId: integer('plan_id')
      .notNull()
      .references(() => subscriptionPlans.id),
    source: text('source').$type<(typeof PLAN_SOURCES)[number]>().notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    profileId: integer('profile_id'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // entitlement: the current plan of a member
    index('subscriptions_member_idx').on(t.memberId, t.endsAt),
    index('subscriptions_plan_idx').on(t.planId),
    // period granted by an order; one an order
    uniqueIndex('subscriptions_order_key')
      .on(t.orderId)
      .where(sql`source <> 'credit'`),
    check('subscriptions_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('subscriptions_source', sql`${t.source} in ('hand', 'order', 'code', 'offline', 'grace', 'credit', 'gift')`),
  ],
);

/** Recurring payment of a plan. The provider stores the card; we store its last digits and expiry. */
export const recurringProfiles = pgTable(
  'recurring_profiles',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    planId: integer('plan_id')
      .notNull()
      .references(() => subscriptionPlans.id),
    state: text('state').$type<(typeof PROFILE_STATES)[number]>().notNull(),
    /** `mpgs`: we charge its token; `paydollar`: the provider charges on its own schedule. */
    gateway: text('gateway').$type<'mpgs' | 'paydollar'>().notNull().default('mpgs'),
    gatewayToken: text('gateway_token'),
    /** Identifier of the series: MPGS's agreement, PayDollar's mSchPayId. */
    gatewayAgreement: text('gateway_agreement'),
    cardScheme: text('card_scheme').notNull(),
    cardLast4: text('card_last4').notNull(),
    /** Last day of the card's validity. */
    cardEndsOn: dayHk('card_ends_on').notNull(),
    periodMonths: smallint('period_months').notNull(),
    /** Day of the month on which the series began: 31 remains 31 after a February. */
    anchorDay: smallint('anchor_day').notNull().default(1),
    /** Hong Kong day of the next charge. Null: we charge nothing further. */
    renewOn: dayHk('renew_on'),
    /** Failed charges in this period, and the end of the grace period. */
    tries: smallint('tries').notNull().default(0),
    graceUntil: instant('grace_until'),
    /** The run that has claimed it (31001). */
    runId: integer('run_id'),
    /** Plan from the next renewal on. */
    nextPlanId: integer('next_plan_id').references(() => subscriptionPlans.id),
    /** Credit from plan changes, deducted from the next charges. */
    creditCents: integer('credit_cents').notNull().default(0),
    stopAskedAt: instant('stop_asked_at'),
    /** Set by a chargeback: only staff can resume it. */
    chargedBackAt: instant('charged_back_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('recurring_profiles_member_idx').on(t.memberId),
    index('recurring_profiles_plan_idx').on(t.planId),
    index('recurring_profiles_next_plan_idx').on(t.nextPlanId),
    // clock: due renewals
    index('recurring_profiles_due_idx')
      .on(t.renewOn)
      .where(sql`state in ('active', 'grace') and renew_on is not null`),
    // a second renewing plan is refused (20002)
    uniqueIndex('recurring_profiles_one_key')
      .on(t.memberId)
      .where(sql`state in ('active', 'grace', 'stopping')`),
    check('recurring_profiles_state', sql`${t.state} in ('active', 'grace', 'stopping', 'stopped')`),
    check('recurring_profiles_last4', sql`${t.cardLast4} ~ '^[0-9]{4}$'`),
    check('recurring_profiles_credit', sql`${t.creditCents} >= 0`),
    check('recurring_profiles_anchor', sql`${t.anchorDay} between 1 and 31`),
  ],
);

/** Credit of a profile by the order that funded it: refunding that order removes the credit. */
export const creditLots = pgTable(
  'credit_lots',
  {
    id: id(),
    profileId: integer('profile_id')
      .notNull()
      .references(() => recurringProfiles.id, { onDelete: 'cascade' }),
    sourceOrderId: integer('source_order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The order whose remaining time was credited: the source itself, or one paid with its credit. */
    fromOrderId: integer('from_order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    leftCents: integer('left_cents').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // a charge: credit to spend; a refund: remaining value
    index('credit_lots_profile_idx').on(t.profileId),
    index('credit_lots_source_idx').on(t.sourceOrderId),
    index('credit_lots_from_idx').on(t.fromOrderId),
    check('credit_lots_cents', sql`${t.cents} > 0 and ${t.leftCents} between 0 and ${t.cents}`),
  ],
);

/** Credit spent on an order. */
export const creditUses = pgTable(
  'credit_uses',
  {
    lotId: integer('lot_id')
      .notNull()
      .references(() => creditLots.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    /** Refunded with the funding order, or moved on to another order. */
    takenCents: integer('taken_cents').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.lotId, t.orderId] }),
    index('credit_uses_order_idx').on(t.orderId),
    check('credit_uses_cents', sql`${t.cents} > 0 and ${t.takenCents} between 0 and ${t.cents}`),
  ],
);
