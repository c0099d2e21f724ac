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
import { createdAt, dayHk, id, instant, updatedAt } from '#db/columns.ts';
import { orders } from './payments.ts';

/** In `campaign_pages`, as `campaign-edit.schema.ts` reads it. */
interface CampaignWordsFields {
  title: string;
  lead: string;
  picture: string;
  pictureAlt: string;
  sections: readonly { heading: string; body: string; picture: string; pictureAlt: string }[];
  thanks: string;
  failure: string;
  shareText: string;
}

export const CAMPAIGN_KINDS = ['pledge', 'sale'] as const;
export const ITEM_KINDS = ['tier', 'goods', 'delivery', 'extra'] as const;
export const POST_KINDS = ['update', 'question'] as const;
const LINE_STATES = ['held', 'paid', 'released', 'returned'] as const;
const DELIVERY_STATES = ['none', 'waiting', 'packed', 'sent', 'received'] as const;
const NAME_STATES = ['waiting', 'approved', 'refused'] as const;
const RETURN_STATES = ['waiting', 'asked', 'by_hand', 'nothing'] as const;

/**
 * A fundraising campaign with a target (`pledge`) or a sale of goods (`sale`). Triggers keep what its orders rely on:
 * kind, target, opening and days stay once there is an order, a pledge never closes later, and a draft is never ordered.
 */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    /** As in the URL: `cantopopcorn365days`. */
    name: text('name').notNull(),
    /** False: a draft, which only staff see. Once true it stays. */
    isPublic: boolean('is_public').notNull().default(false),
    kind: text('kind').$type<(typeof CAMPAIGN_KINDS)[number]>().notNull(),
    opensAt: instant('opens_at').notNull(),
    closesAt: instant('closes_at').notNull(),
    /** Null: no target, as in a sale of goods. */
    targetCents: integer('target_cents'),
    /** Version of the terms that buyers currently accept: a row of `campaign_terms`, or a text in the site's code. */
    termsVersion: text('terms_version').notNull(),
    /** Maximum goods per buyer in all. Null: unlimited. */
    maxPerBuyer: integer('max_per_buyer'),
    /** First of the days that supporters may choose, if the campaign offers days. */
    firstDay: dayHk('first_day'),
    days: smallint('days'),
    /** A row of `quotas`, whose units are those days. */
    daysQuotaId: integer('days_quota_id'),
    /** Total paid and not refunded, and the number of orders. Updated with every line, so that a page reads one row. */
    collectedCents: integer('collected_cents').notNull().default(0),
    supporters: integer('supporters').notNull().default(0),
    /** The last supporter number issued. Numbers are never reused. */
    lastNo: integer('last_no').notNull().default(0),
    /** Final outcome; once set, the campaign accepts no more support. */
    endedAs: text('ended_as').$type<'succeeded' | 'failed'>(),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('campaigns_name').on(t.name),
    // `/campaign/reply/CODE` is the address of an invitation.
    check('campaigns_name_form', sql`${t.name} ~ '^[a-z0-9_]{3,40}$' and ${t.name} <> 'reply'`),
    check('campaigns_kind', sql`${t.kind} in ('pledge', 'sale')`),
    check('campaigns_times', sql`${t.closesAt} > ${t.opensAt}`),
    check('campaigns_target', sql`(${t.kind} = 'pledge') = (${t.targetCents} is not null)`),
    check(
      'campaigns_days',
      sql`num_nonnulls(${t.firstDay}, ${t.days}, ${t.daysQuotaId}) in (0, 3) and (${t.days} is null or ${t.days} > 0)`,
    ),
    check('campaigns_counts', sql`${t.collectedCents} >= 0 and ${t.supporters} between 0 and ${t.lastNo}`),
    check(
      'campaigns_ended',
      sql`(${t.endedAs} is null) = (${t.endedAt} is null) and (${t.endedAs} is null or ${t.endedAs} in ('succeeded', 'failed'))`,
    ),
  ],
);

/**
 * What the pages of a campaign that was made at the desk say and show. A campaign without a row has its words in the
 * site's code.
 */
export const campaignPages = pgTable('campaign_pages', {
  /** Of the campaign; named so for `note_picture_uses`. */
  id: integer('id')
    .primaryKey()
    .references(() => campaigns.id, { onDelete: 'cascade' }),
  fields: jsonb('fields').$type<CampaignWordsFields>().notNull(),
  updatedAt: updatedAt(),
});

/** Versions of the terms of such a campaign. A trigger keeps a published one as its buyers accepted it. */
export const campaignTerms = pgTable(
  'campaign_terms',
  {
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    /** 1, 2, …; as text it is the campaign's `terms_version`. */
    version: smallint('version').notNull(),
    clauses: text('clauses').array().notNull(),
    /** Null: being written. */
    publishedAt: instant('published_at'),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.version] }),
    uniqueIndex('campaign_terms_draft')
      .on(t.campaignId)
      .where(sql`published_at is null`),
    check('campaign_terms_version', sql`${t.version} > 0`),
    check('campaign_terms_clauses', sql`${t.publishedAt} is null or cardinality(${t.clauses}) > 0`),
  ],
);

/** Posts of the station on a campaign after it began: news, and answers to questions. */
export const campaignPosts = pgTable(
  'campaign_posts',
  {
    id: id(),
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<(typeof POST_KINDS)[number]>().notNull(),
    /** For a question: its text. */
    title: text('title').notNull(),
    body: text('body').notNull(),
    picture: text('picture').notNull().default(''),
    pictureAlt: text('picture_alt').notNull().default(''),
    postedAt: instant('posted_at').notNull(),
    /** Not shown since then. */
    withdrawnAt: instant('withdrawn_at'),
    updatedAt: updatedAt(),
  },
  (t) => [
    // pages of the campaign, newest first
    index('campaign_posts_campaign_idx').on(t.campaignId, t.id),
    check('campaign_posts_kind', sql`${t.kind} in ('update', 'question')`),
    check('campaign_posts_words', sql`${t.title} <> '' and ${t.body} <> ''`),
  ],
);

/**
 * A tier, goods, a delivery method, or an extra donation. Once somebody has ordered it, a trigger keeps its price and
 * what it is: another price is another item.
 */
export const campaignItems = pgTable(
  'campaign_items',
  {
    id: id(),
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'restrict' }),
    kind: text('kind').$type<(typeof ITEM_KINDS)[number]>().notNull(),
    /** Identifies its text and pictures, if the site's code has them. */
    code: text('code').notNull(),
    position: smallint('position').notNull(),
    /** As printed on the receipt. */
    name: text('name').notNull(),
    cents: integer('cents').notNull(),
    /** A row of `quotas`. Null: unlimited. */
    quotaId: integer('quota_id'),
    /** Per order. */
    maxQuantity: integer('max_quantity').notNull().default(1),
    /** The buyer chooses one of the campaign's days. */
    choosesDay: boolean('chooses_day').notNull().default(false),
    /** Goods that are shipped and need an address. */
    isSent: boolean('is_sent').notNull().default(false),
    /**
     * Where delivery goes: home in Hong Kong, locker in Hong Kong, home abroad, or pick-up. Shipped goods require one.
     */
    reach: text('reach').$type<'here' | 'locker' | 'abroad' | 'fetched'>(),
    description: text('description').notNull().default(''),
    picture: text('picture').notNull().default(''),
    pictureAlt: text('picture_alt').notNull().default(''),
    /** No longer offered. Its orders are fulfilled as before. */
    isRetired: boolean('is_retired').notNull().default(false),
  },
  (t) => [
    unique('campaign_items_code').on(t.campaignId, t.code),
    index('campaign_items_quota_idx').on(t.quotaId),
    check('campaign_items_kind', sql`${t.kind} in ('tier', 'goods', 'delivery', 'extra')`),
    check('campaign_items_cents', sql`${t.cents} >= 0 and ${t.maxQuantity} > 0`),
    check('campaign_items_reach', sql`(${t.kind} = 'delivery') = (${t.reach} is not null)`),
    check('campaign_items_day', sql`not ${t.choosesDay} or (${t.kind} = 'tier' and ${t.maxQuantity} = 1)`),
  ],
);

/** Campaign data of an order: numbers and states, without names. */
export const campaignOrders = pgTable(
  'campaign_orders',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'restrict' }),
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'restrict' }),
    termsVersion: text('terms_version').notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    /** Ordinal number of the supporter, assigned on payment. */
    supporterNo: integer('supporter_no'),
    deliveryState: text('delivery_state').$type<(typeof DELIVERY_STATES)[number]>().notNull(),
    /** The carrier's tracking number. */
    tracking: text('tracking'),
    paidAt: instant('paid_at'),
    packedAt: instant('packed_at'),
    sentAt: instant('sent_at'),
    receivedAt: instant('received_at'),
  },
  (t) => [
    // staff: orders to pack and send; goods per buyer
    index('campaign_orders_campaign_idx').on(t.campaignId, t.deliveryState),
    unique('campaign_orders_supporter').on(t.campaignId, t.supporterNo),
    check('campaign_orders_delivery', sql`${t.deliveryState} in ('none', 'waiting', 'packed', 'sent', 'received')`),
    check('campaign_orders_paid', sql`(${t.paidAt} is null) = (${t.supporterNo} is null)`),
  ],
);

export const campaignLines = pgTable(
  'campaign_lines',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => campaignOrders.orderId, { onDelete: 'restrict' }),
    lineNo: smallint('line_no').notNull(),
    itemId: integer('item_id')
      .notNull()
      .references(() => campaignItems.id, { onDelete: 'restrict' }),
    quantity: integer('quantity').notNull(),
    /** The chosen day of the year, if any. */
    unit: text('unit'),
    cents: integer('cents').notNull(),
    /** Part of it that was refunded or is being refunded. */
    returnedCents: integer('returned_cents').notNull().default(0),
    state: text('state').$type<(typeof LINE_STATES)[number]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.lineNo] }),
    // owner of a day; sales of an item
    index('campaign_lines_item_idx').on(t.itemId, t.state),
    // chosen days; `hold_units` guarantees that a day is chosen once
    index('campaign_lines_unit_idx')
      .on(t.unit)
      .where(sql`unit is not null`),
    check('campaign_lines_state', sql`${t.state} in ('held', 'paid', 'released', 'returned')`),
    check('campaign_lines_cents', sql`${t.quantity} > 0 and ${t.returnedCents} between 0 and ${t.cents}`),
  ],
);

/** Delivery address and the name to read on air. Kept in a separate table, as it is deleted when no longer needed. */
export const campaignDetails = pgTable(
  'campaign_details',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => campaignOrders.orderId, { onDelete: 'restrict' }),
    airName: text('air_name'),
    airNameState: text('air_name_state').$type<(typeof NAME_STATES)[number]>(),
    /** The supporter agreed that the campaign's page lists the name. */
    isNamed: boolean('is_named').notNull().default(false),
    recipient: text('recipient'),
    phoneNo: text('phone_no'),
    addressLines: text('address_lines'),
    /** Hong Kong district or locker; abroad the city. */
    place: text('place'),
    postcode: text('postcode'),
    /** Two letters (ISO 3166-1). */
    country: text('country'),
    updatedAt: updatedAt(),
  },
  (t) => [
    // staff: names to review
    index('campaign_details_name_idx')
      .on(t.airNameState)
      .where(sql`air_name_state = 'waiting'`),
    check('campaign_details_name', sql`(${t.airName} is null) = (${t.airNameState} is null)`),
    check(
      'campaign_details_state',
      sql`${t.airNameState} is null or ${t.airNameState} in ('waiting', 'approved', 'refused')`,
    ),
  ],
);

/** Recording of a supporter's day, for listening again. */
export const campaignPlays = pgTable(
  'campaign_plays',
  {
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'restrict' }),
    dayHk: dayHk('day_hk').notNull(),
    /** In the archive: the broadcast, and the moment in it at which the name is read. */
    archiveId: integer('archive_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.dayHk] }),
    check('campaign_plays_span', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

/** Refunds of a failed campaign, one row an order. All rows are written in the transaction that decides the failure. */
export const campaignReturns = pgTable(
  'campaign_returns',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => campaignOrders.orderId, { onDelete: 'restrict' }),
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'restrict' }),
    cents: integer('cents').notNull(),
    /**
     * `asked`: a refund of `payments` exists; `by_hand`: the wallet no longer accepts refunds; `nothing`: everything
     * had already been refunded.
     */
    state: text('state').$type<(typeof RETURN_STATES)[number]>().notNull().default('waiting'),
    refundNumber: text('refund_number'),
    why: text('why'),
    tries: smallint('tries').notNull().default(0),
    nextTryAt: instant('next_try_at').notNull(),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    // job: next due
    index('campaign_returns_waiting_idx')
      .on(t.nextTryAt, t.orderId)
      .where(sql`state = 'waiting'`),
    index('campaign_returns_campaign_idx').on(t.campaignId),
    check('campaign_returns_state', sql`${t.state} in ('waiting', 'asked', 'by_hand', 'nothing')`),
    check('campaign_returns_cents', sql`${t.cents} > 0`),
    check('campaign_returns_number', sql`${t.refundNumber} is null or ${t.state} in ('asked', 'by_hand')`),
  ],
);
