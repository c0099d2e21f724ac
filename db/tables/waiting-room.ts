import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

const ENTRY_STATES = ['waiting', 'entered', 'left'] as const;

/** Admits eligible members at a fixed rate in order of arrival. */
export const waitingQueues = pgTable(
  'waiting_queues',
  {
    id: id(),
    /** Set by its owner, such as `event:12`. */
    name: text('name').notNull().unique(),
    perSecond: real('per_second').notNull(),
    /** Admission starts. */
    opensAt: instant('opens_at').notNull(),
    /** Turn of the next member to join, unless it is immediate. */
    nextTurnAt: instant('next_turn_at'),
    createdAt: createdAt(),
  },
  (t) => [check('waiting_queues_rate', sql`${t.perSecond} > 0`)],
);

/** A queue entry. Belongs to a member, whatever tab or device is used. The id reflects the order of arrival. */
export const waitingRoomEntries = pgTable(
  'waiting_room_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    queueId: integer('queue_id')
      .notNull()
      .references(() => waitingQueues.id),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    state: text('state').$type<(typeof ENTRY_STATES)[number]>().notNull().default('waiting'),
    joinedAt: instant('joined_at').notNull(),
    /** Time of admission. */
    turnAt: instant('turn_at').notNull(),
    /** Last heartbeat of the member; the entry expires ten minutes after it. */
    seenAt: instant('seen_at').notNull(),
    enteredAt: instant('entered_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    // one entry a member and queue
    uniqueIndex('waiting_room_entries_member_key')
      .on(t.queueId, t.memberId)
      .where(sql`state <> 'left'`),
    // waiting entries, in order of arrival
    index('waiting_room_entries_order_idx')
      .on(t.queueId, t.id)
      .where(sql`state = 'waiting'`),
    // export and erasure
    index('waiting_room_entries_personal_idx').on(t.memberId),
    check('waiting_room_entries_state', sql`${t.state} in ('waiting', 'entered', 'left')`),
    check('waiting_room_entries_entered', sql`${t.state} <> 'entered' or ${t.enteredAt} is not null`),
    check('waiting_room_entries_end', sql`(${t.endedAt} is not null) = (${t.state} = 'left')`),
  ],
);
