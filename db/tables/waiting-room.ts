import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

const PLACE_STATES = ['waiting', 'entered', 'left'] as const;

/** Lets in who has a right to come in, so many a second, in the order of coming. */
export const waitingQueues = pgTable(
  'waiting_queues',
  {
    id: id(),
    /** Of whoever opened it, such as `event:12`. */
    name: text('name').notNull().unique(),
    perSecond: real('per_second').notNull(),
    /** Nobody is let in before. */
    opensAt: instant('opens_at').notNull(),
    /** When whoever comes next is let in, where it is not at once. */
    nextTurnAt: instant('next_turn_at'),
    createdAt: createdAt(),
  },
  (t) => [check('waiting_queues_rate', sql`${t.perSecond} > 0`)],
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
    joinedAt: instant('joined_at').notNull(),
    /** When its member is let in. */
    turnAt: instant('turn_at').notNull(),
    /** The last sign of its member: ten minutes after it the place is lost. */
    seenAt: instant('seen_at').notNull(),
    enteredAt: instant('entered_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    // a member has one place in a queue
    uniqueIndex('waiting_places_member_key')
      .on(t.queueId, t.memberId)
      .where(sql`state <> 'left'`),
    // who waits, in the order of coming
    index('waiting_places_order_idx')
      .on(t.queueId, t.id)
      .where(sql`state = 'waiting'`),
    // export and erasure
    index('waiting_places_personal_idx').on(t.memberId),
    check('waiting_places_state', sql`${t.state} in ('waiting', 'entered', 'left')`),
    check('waiting_places_entered', sql`${t.state} <> 'entered' or ${t.enteredAt} is not null`),
    check('waiting_places_end', sql`(${t.endedAt} is not null) = (${t.state} = 'left')`),
  ],
);
