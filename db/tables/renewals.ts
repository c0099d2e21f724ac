import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { dayHk, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** A batch of renewals. Profiles claimed by a crashed run are claimed again after a timeout. */
export const renewalRuns = pgTable('renewal_runs', {
  id: id(),
  dayHk: dayHk('day_hk').notNull(),
  startedAt: instant('started_at').notNull(),
  endedAt: instant('ended_at'),
  claimed: integer('claimed').notNull().default(0),
  charged: integer('charged').notNull().default(0),
  failed: integer('failed').notNull().default(0),
});

/**
 * Deduplicates messages about a plan: a renewal link 7, 3 and 1 days before the end, a failed charge, an expiring card.
 */
export const planReminders = pgTable(
  'plan_reminders',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    kind: text('kind').notNull(),
    /** Day of the event it is about. */
    aboutDay: date('about_day', { mode: 'string' }).notNull(),
    sentAt: instant('sent_at').notNull(),
    isRead: boolean('is_read').notNull().default(false),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.kind, t.aboutDay] })],
);
