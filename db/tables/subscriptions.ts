import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** What a member may subscribe to. */
export const subscriptionPlans = pgTable('subscription_plans', {
  id: id(),
  name: text('name').notNull(),
  priceCents: integer('price_cents').notNull(),
  days: integer('days').notNull(),
});

/** A time for which a member has a plan. */
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
    /** `hand`: given by staff. */
    source: text('source').$type<'hand'>().notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // entitlement: the present plan of a member
    index('subscriptions_member_idx').on(t.memberId, t.endsAt),
    index('subscriptions_plan_idx').on(t.planId),
    check('subscriptions_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('subscriptions_source', sql`${t.source} in ('hand')`),
  ],
);

/** A card that pays a plan again and again; the provider holds it, we know its last digits and when it ends. */
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
    state: text('state').$type<'active' | 'stopped'>().notNull(),
    cardScheme: text('card_scheme').notNull(),
    cardLast4: text('card_last4').notNull(),
    /** Last day on which the card is good. */
    cardEndsOn: dayHk('card_ends_on').notNull(),
    periodMonths: smallint('period_months').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('recurring_profiles_member_idx').on(t.memberId),
    index('recurring_profiles_plan_idx').on(t.planId),
    check('recurring_profiles_state', sql`${t.state} in ('active', 'stopped')`),
    check('recurring_profiles_last4', sql`${t.cardLast4} ~ '^[0-9]{4}$'`),
  ],
);
