import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '#db/columns.ts';
import { members } from './members.ts';

/** Self-test results that a visitor sent to support deliberately. Kept for thirty days. */
export const diagnosticReports = pgTable(
  'diagnostic_reports',
  {
    id: id(),
    /** Code that the visitor reads out to support. Grants access to this report only. */
    code: text('code').notNull().unique(),
    /** Set if the visitor was logged in. */
    memberId: integer('member_id').references(() => members.id, { onDelete: 'restrict' }),
    /** The event from whose page the test was opened. */
    eventId: integer('event_id'),
    result: text('result').$type<'pass' | 'warn' | 'fail'>().notNull(),
    checks: jsonb('checks').$type<Record<string, unknown>[]>().notNull(),
    device: jsonb('device').$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('diagnostic_reports_member_idx').on(t.memberId),
    // retention
    index('diagnostic_reports_age_idx').on(t.createdAt),
    check('diagnostic_reports_result', sql`${t.result} in ('pass', 'warn', 'fail')`),
  ],
);
