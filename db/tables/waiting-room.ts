import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, real, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';
import { orders } from './payments.ts';

export const PLACE_STATES = ['waiting', 'called', 'entered', 'bought', 'left'] as const;

/**
 * A queue in the order of coming. One that buys calls whoever is next while its quota has some left; one that enters gives
 * everybody a time as they come, so many a second.
 */
export const waitingQueues = pgTable(
  'waiting_queues',
  {
    id: id(),
    /** Of whoever opened it, such as `event/12/buy`. */
    name: text('name').notNull().unique(),
    /** What is bought: a row of `quotas`. */
    quotaId: integer('quota_id'),
    /** How many are let in each second. */
    perSecond: real('per_second'),
    /** Nobody is called or let in before. */
    opensAt: instant('opens_at').notNull(),
    /** When the next that comes is let in, where it is not now. */
    nextCallAt: instant('next_call_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('waiting_queues_kind', sql`(${t.quotaId} is null) <> (${t.perSecond} is null)`),
    check('waiting_queues_rate', sql`${t.perSecond} > 0`),
  ],
);

/** A place in a queue: a member's, whatever tab or device asks. Its number is its place in the order of coming. */
export const waitingPlaces = pgTable(
  'waiting_places',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    queueId: integer('queue_id')
      .notNull()
      .references(() => waitingQueues.id),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    state: text('state').$type<(typeof PLACE_STATES)[number]>().notNull().default('waiting'),
    /** How many are wanted; once called, how many there are for it. */
    quantity: smallint('quantity').notNull().default(1),
    joinedAt: instant('joined_at').notNull(),
    /** The last sign of its member: ten minutes after it the place is free. */
    seenAt: instant('seen_at').notNull(),
    /** When it was its turn; of a queue that enters, when it is. */
    calledAt: instant('called_at'),
    /** The order that was opened in its turn: the place stands and falls with it. */
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    endedAt: instant('ended_at'),
  },
  (t) => [
    // a member has one place in a queue
    uniqueIndex('waiting_places_member_key')
      .on(t.queueId, t.memberId)
      .where(sql`state in ('waiting', 'called', 'entered')`),
    // who is next, and who stands before whom
    index('waiting_places_order_idx')
      .on(t.queueId, t.id)
      .where(sql`state in ('waiting', 'called')`),
    // what an order that ends frees
    index('waiting_places_order_id_idx').on(t.orderId),
    // export and erasure
    index('waiting_places_member_idx').on(t.memberId),
    check('waiting_places_state', sql`${t.state} in ('waiting', 'called', 'entered', 'bought', 'left')`),
    check('waiting_places_quantity', sql`${t.quantity} between 1 and 20`),
    check('waiting_places_end', sql`(${t.endedAt} is null) = (${t.state} in ('waiting', 'called', 'entered'))`),
  ],
);
