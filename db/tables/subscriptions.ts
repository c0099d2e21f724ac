import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant, updatedAt } from '#db/columns.ts';
import { members } from './members.ts';
import { orders } from './payments.ts';

/** How a plan is paid: once, again and again, or by cheque and deposit. */
export const PLAN_KINDS = ['once', 'monthly', 'yearly', 'offline'] as const;
/** Where a time of a plan came from. `hand`: given by staff; `credit`: for an outage. */
export const PLAN_SOURCES = ['hand', 'order', 'code', 'offline', 'grace', 'credit', 'gift'] as const;
export const PROFILE_STATES = ['active', 'grace', 'stopping', 'stopped'] as const;

/** What a member may subscribe to. Changed without a deployment: what was bought keeps its price on its order. */
export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<(typeof PLAN_KINDS)[number]>().notNull().default('once'),
    priceCents: integer('price_cents').notNull(),
    /** Days it gives; of one that renews by months, those of a period as they are shown. */
    days: integer('days').notNull(),
    /** Of plans that renew. */
    periodMonths: smallint('period_months'),
    description: text('description').notNull().default(''),
    maxQuantity: smallint('max_quantity').notNull().default(1),
    /** Who may buy it. */
    eligible: text('eligible').$type<'all' | 'new' | 'former'>().notNull().default('all'),
    /** Between these it is offered; without a plan in them it stands for who has it already. */
    sellsFrom: instant('sells_from'),
    sellsUntil: instant('sells_until'),
    position: integer('position').notNull().default(0),
    /** When its price changed last: who saw the old one an hour ago may still buy at it (20008). */
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
 * A time for which a member has a plan. Times of one member never overlap: what is bought while one runs begins where the
 * last one ends. The migration adds that as an exclusion (btree_gist).
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
    // entitlement: the present plan of a member
    index('subscriptions_member_idx').on(t.memberId, t.endsAt),
    index('subscriptions_plan_idx').on(t.planId),
    // what an order gave; one time for each
    uniqueIndex('subscriptions_order_key')
      .on(t.orderId)
      .where(sql`source <> 'credit'`),
    check('subscriptions_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('subscriptions_source', sql`${t.source} in ('hand', 'order', 'code', 'offline', 'grace', 'credit', 'gift')`),
  ],
);

/** What pays a plan again and again; the provider holds the card, we know its last digits and when it ends. */
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
    /** `mpgs`: we charge its token; `paydollar`: it charges by its own calendar. */
    gateway: text('gateway').$type<'mpgs' | 'paydollar'>().notNull().default('mpgs'),
    gatewayToken: text('gateway_token'),
    /** Of the series: MPGS's agreement, PayDollar's mSchPayId. */
    gatewayAgreement: text('gateway_agreement'),
    cardScheme: text('card_scheme').notNull(),
    cardLast4: text('card_last4').notNull(),
    /** Last day on which the card is good. */
    cardEndsOn: dayHk('card_ends_on').notNull(),
    periodMonths: smallint('period_months').notNull(),
    /** Day of the month on which the series began: 31 stays 31 after a February. */
    anchorDay: smallint('anchor_day').notNull().default(1),
    /** Hong Kong day of the next charge; null: nothing more is charged by us. */
    renewOn: dayHk('renew_on'),
    /** Charges that failed in this period, and until when it is heard all the same. */
    tries: smallint('tries').notNull().default(0),
    graceUntil: instant('grace_until'),
    /** The run that holds it now (31001). */
    runId: integer('run_id'),
    /** What the next renewal changes to. */
    nextPlanId: integer('next_plan_id').references(() => subscriptionPlans.id),
    /** Credit of a change of plan, taken off the next charges. */
    creditCents: integer('credit_cents').notNull().default(0),
    stopAskedAt: instant('stop_asked_at'),
    /** A bank took a payment of it back: staff alone resume it. */
    chargedBackAt: instant('charged_back_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('recurring_profiles_member_idx').on(t.memberId),
    index('recurring_profiles_plan_idx').on(t.planId),
    index('recurring_profiles_next_plan_idx').on(t.nextPlanId),
    // clock: what is due
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

/** Credit of a profile, by the order whose money it is: refunding that order takes it back. */
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
    /** The order whose time was given up: the source itself, or one that was paid with its credit. */
    fromOrderId: integer('from_order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    leftCents: integer('left_cents').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // a charge: what pays it; a refund: where its value is
    index('credit_lots_profile_idx').on(t.profileId),
    index('credit_lots_source_idx').on(t.sourceOrderId),
    index('credit_lots_from_idx').on(t.fromOrderId),
    check('credit_lots_cents', sql`${t.cents} > 0 and ${t.leftCents} between 0 and ${t.cents}`),
  ],
);

/** What an order was paid with besides money. */
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
    /** Refunded with the order whose money it is, or moved on to another order. */
    takenCents: integer('taken_cents').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.lotId, t.orderId] }),
    index('credit_uses_order_idx').on(t.orderId),
    check('credit_uses_cents', sql`${t.cents} > 0 and ${t.takenCents} between 0 and ${t.cents}`),
  ],
);
