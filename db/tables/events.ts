import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { mediaStreams } from './media.ts';
import { members } from './members.ts';
import { orders } from './payments.ts';
import { quotas } from './quotas.ts';
import { waitingQueues } from './waiting-room.ts';

const EVENT_STATES = ['planned', 'open', 'live', 'hold', 'ended', 'cancelled'] as const;
const TICKET_SOURCES = ['order', 'code', 'hand'] as const;

/** A one-off event watched live by ticket holders. */
export const events = pgTable(
  'events',
  {
    id: id(),
    title: text('title').notNull(),
    /** One sentence under the title. */
    lead: text('lead').notNull(),
    description: text('description').notNull().default(''),
    venue: text('venue').notNull(),
    keyart: text('keyart').notNull(),
    /** Features as displayed, such as `Full HD`. */
    features: text('features').notNull().default(''),

    /** From then on the waiting room admits. */
    doorsAt: instant('doors_at').notNull(),
    startsAt: instant('starts_at').notNull(),
    /** As planned. */
    endsAt: instant('ends_at').notNull(),
    /** As set by the operator. `planned`, `open` and `live` follow the clock until one does. */
    state: text('state').$type<(typeof EVENT_STATES)[number]>().notNull().default('planned'),
    stateAt: instant('state_at'),
    /** In state `hold`: when it is expected to continue. */
    expectedAt: instant('expected_at'),
    endedAt: instant('ended_at'),
    /** End of replay availability. Null: no replay. */
    replayUntil: instant('replay_until'),

    streamId: integer('stream_id')
      .notNull()
      .unique()
      .references(() => mediaStreams.id),
    /** Seconds from the beginning of a replay that the diagnostic plays to anyone. */
    testSeconds: smallint('test_seconds').notNull().default(0),

    priceCents: integer('price_cents').notNull(),
    earlyPriceCents: integer('early_price_cents'),
    earlyUntil: instant('early_until'),
    sellsFrom: instant('sells_from').notNull(),
    sellsUntil: instant('sells_until').notNull(),
    maxTickets: smallint('max_tickets').notNull().default(4),
    /** Quota of sold tickets. Tickets of codes come from a separate allotment. */
    quotaId: integer('quota_id')
      .notNull()
      .unique()
      .references(() => quotas.id),
    /** The waiting room before the doors open. */
    queueId: integer('queue_id')
      .notNull()
      .unique()
      .references(() => waitingQueues.id),
    createdAt: createdAt(),
  },
  (t) => [
    // clock: starts, ends and reminders
    index('events_time_idx').on(t.startsAt),
    check('events_times', sql`${t.doorsAt} <= ${t.startsAt} and ${t.startsAt} < ${t.endsAt}`),
    check('events_sale', sql`${t.sellsFrom} < ${t.sellsUntil} and ${t.sellsUntil} <= ${t.endsAt}`),
    check('events_state', sql`${t.state} in ('planned', 'open', 'live', 'hold', 'ended', 'cancelled')`),
    check('events_end', sql`(${t.endedAt} is not null) = (${t.state} in ('ended', 'cancelled'))`),
    check('events_price', sql`${t.priceCents} >= 0 and ${t.earlyPriceCents} < ${t.priceCents}`),
    check('events_early', sql`(${t.earlyPriceCents} is null) = (${t.earlyUntil} is null)`),
    check('events_tickets', sql`${t.maxTickets} between 1 and 20 and ${t.testSeconds} >= 0`),
  ],
);

/** The set list: chapters of the live event and of the replay. */
export const eventSetItems = pgTable(
  'event_set_items',
  {
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    position: smallint('position').notNull(),
    title: text('title').notNull(),
    plannedAt: instant('planned_at').notNull(),
    /** When it began, as reported by the operator. */
    startedAt: instant('started_at'),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.position] })],
);

/** Messages of the station over the picture. The newest that is not withdrawn is displayed. */
export const eventMessages = pgTable(
  'event_messages',
  {
    id: id(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    words: text('words').notNull(),
    createdAt: createdAt(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    // message strip
    index('event_messages_event_idx').on(t.eventId, t.id),
  ],
);

/** The right to watch an event on one device. Belongs to its holder, not its buyer. */
export const eventTickets = pgTable(
  'event_tickets',
  {
    id: id(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    /** The holder. */
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    source: text('source').$type<(typeof TICKET_SOURCES)[number]>().notNull(),
    /** The order it was bought with, and its number in that order. */
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    numberInOrder: smallint('number_in_order').notNull().default(1),
    createdAt: createdAt(),
    /** Set when given away, which is possible once. */
    givenAt: instant('given_at'),
    /** The giver. */
    giverMemberId: integer('giver_member_id').references(() => members.id, { onDelete: 'restrict' }),
    /** When the holder was first admitted with it. */
    enteredAt: instant('entered_at'),
    /** Refunded or revoked. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    // may a member watch, and on how many devices
    index('event_tickets_member_idx').on(t.memberId, t.eventId),
    // each ticket of an order is issued once
    uniqueIndex('event_tickets_order_key').on(t.orderId, t.eventId, t.numberInOrder),
    // export and erasure
    index('event_tickets_giver_idx').on(t.giverMemberId),
    index('event_tickets_event_idx').on(t.eventId),
    check('event_tickets_source', sql`${t.source} in ('order', 'code', 'hand')`),
    check('event_tickets_gift', sql`${t.givenAt} is not null or ${t.giverMemberId} is null`),
    check('event_tickets_paid', sql`(${t.source} = 'order') = (${t.orderId} is not null)`),
  ],
);

/** Subscriptions to a reminder mail before the start. */
export const eventReminders = pgTable(
  'event_reminders',
  {
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.memberId] }), index('event_reminders_member_idx').on(t.memberId)],
);
