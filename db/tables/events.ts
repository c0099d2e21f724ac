import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { mediaStreams } from './media.ts';
import { members } from './members.ts';
import { orders } from './payments.ts';
import { quotas } from './quotas.ts';
import { waitingQueues } from './waiting-room.ts';

const EVENT_STATES = ['planned', 'open', 'live', 'hold', 'ended', 'cancelled'] as const;
const TICKET_SOURCES = ['order', 'code', 'hand'] as const;

/** What happens once and is watched as it happens, by who has a ticket. */
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
    /** What it has, in the words of the page, such as `Full HD`. */
    features: text('features').notNull().default(''),

    /** From then on the waiting room lets in. */
    doorsAt: instant('doors_at').notNull(),
    startsAt: instant('starts_at').notNull(),
    /** As planned. */
    endsAt: instant('ends_at').notNull(),
    /** As its operator has it; `planned`, `open` and `live` follow the clock until one does. */
    state: text('state').$type<(typeof EVENT_STATES)[number]>().notNull().default('planned'),
    stateAt: instant('state_at'),
    /** While held: when it is expected to go on. */
    expectedAt: instant('expected_at'),
    endedAt: instant('ended_at'),
    /** How long its replay may be seen; null: there is none. */
    replayUntil: instant('replay_until'),

    streamId: integer('stream_id')
      .notNull()
      .unique()
      .references(() => mediaStreams.id),
    /** Seconds from its beginning that the diagnostic plays to everybody, of a replay. */
    testSeconds: smallint('test_seconds').notNull().default(0),

    priceCents: integer('price_cents').notNull(),
    earlyPriceCents: integer('early_price_cents'),
    earlyUntil: instant('early_until'),
    sellsFrom: instant('sells_from').notNull(),
    sellsUntil: instant('sells_until').notNull(),
    maxTickets: smallint('max_tickets').notNull().default(4),
    /** How many tickets are sold; those of codes are an allotment of their own. */
    quotaId: integer('quota_id')
      .notNull()
      .unique()
      .references(() => quotas.id),
    /** The waiting room before its doors. */
    queueId: integer('queue_id')
      .notNull()
      .unique()
      .references(() => waitingQueues.id),
    createdAt: createdAt(),
  },
  (t) => [
    // clock: what begins, ends, and is to be reminded of
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

/** The running order: chapters while it happens, and of the replay. */
export const eventSetItems = pgTable(
  'event_set_items',
  {
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    position: smallint('position').notNull(),
    title: text('title').notNull(),
    plannedAt: instant('planned_at').notNull(),
    /** When it began, as its operator said. */
    startedAt: instant('started_at'),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.position] })],
);

/** What the station said over the picture; the newest that is not withdrawn is shown. */
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
    // the strip
    index('event_messages_event_idx').on(t.eventId, t.id),
  ],
);

/** What operators did, for good: the serving role can only add. */
export const eventAudit = pgTable(
  'event_audit',
  {
    id: id(),
    at: instant('at').notNull(),
    who: text('who').notNull(),
    why: text('why').notNull(),
    action: text('action').notNull(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    // what was done about an event
    index('event_audit_event_idx').on(t.eventId, t.id),
    check('event_audit_named', sql`${t.who} <> '' and ${t.why} <> ''`),
  ],
);

/** The right to watch an event on one device: its holder's, whoever bought it. */
export const eventTickets = pgTable(
  'event_tickets',
  {
    id: id(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    /** Who has it. */
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    source: text('source').$type<(typeof TICKET_SOURCES)[number]>().notNull(),
    /** What it was bought with; its tickets are numbered. */
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    numberInOrder: smallint('number_in_order').notNull().default(1),
    createdAt: createdAt(),
    /** A ticket is given once. */
    givenAt: instant('given_at'),
    /** Who gave it. */
    giverMemberId: integer('giver_member_id').references(() => members.id, { onDelete: 'restrict' }),
    /** When its holder was first let in with it. */
    enteredAt: instant('entered_at'),
    /** Refunded, or taken back. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    // who may watch, and how many at once
    index('event_tickets_member_idx').on(t.memberId, t.eventId),
    // an order gives each of its tickets once
    uniqueIndex('event_tickets_order_key').on(t.orderId, t.eventId, t.numberInOrder),
    // export and erasure
    index('event_tickets_giver_idx').on(t.giverMemberId),
    index('event_tickets_event_idx').on(t.eventId),
    check('event_tickets_source', sql`${t.source} in ('order', 'code', 'hand')`),
    check('event_tickets_gift', sql`${t.givenAt} is not null or ${t.giverMemberId} is null`),
    check('event_tickets_paid', sql`(${t.source} = 'order') = (${t.orderId} is not null)`),
  ],
);

/** Who asked for a mail before it begins. */
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
