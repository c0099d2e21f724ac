import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, oneOf } from '#db/columns.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { ShownRow } from '#shared/staff/shown-row.ts';

/** Actions that wait for a second person, and what became of them. */
export const approvals = pgTable(
  'approvals',
  {
    id: id(),
    /** Module and verb, such as `orders.refund`. */
    action: text('action').notNull(),
    input: jsonb('input').$type<object>().notNull(),
    reason: text('reason').notNull(),
    /** What the preview showed; the action is refused if it would do something else now. */
    shown: jsonb('shown').$type<ShownRow[]>().notNull(),
    shownHash: bytes('shown_hash').notNull(),
    askedBy: integer('asked_by')
      .notNull()
      .references(() => staffAccounts.id),
    askedAt: createdAt(),
    /** A day after it was asked. */
    expiresAt: instant('expires_at').notNull(),
    state: text('state').$type<'open' | 'approved' | 'refused' | 'withdrawn'>().notNull().default('open'),
    decidedBy: integer('decided_by').references(() => staffAccounts.id),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    // open ones, oldest first; decided ones, newest first
    index('approvals_state_idx').on(t.state, t.id),
    check('approvals_state', sql`${t.state} in (${oneOf(['open', 'approved', 'refused', 'withdrawn'])})`),
    check('approvals_decided', sql`(${t.state} = 'open') = (${t.decidedBy} is null)`),
    check('approvals_decided_at', sql`(${t.decidedBy} is null) = (${t.decidedAt} is null)`),
    // Two persons: only the asker withdraws, and only another person approves or refuses.
    check('approvals_two_persons', sql`(${t.state} = 'withdrawn') = (${t.decidedBy} = ${t.askedBy})`),
    check('approvals_reason', sql`btrim(${t.reason}) <> ''`),
  ],
);

/** Writes of staff by `Idempotency-Key`, with their reply, for a day. */
export const staffRequests = pgTable(
  'staff_requests',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    key: text('key').notNull(),
    /** SHA-256 of what was sent; the same key with something else is refused. */
    requestHash: bytes('request_hash').notNull(),
    /** Null only within the transaction of the write. */
    reply: jsonb('reply').$type<object>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('staff_requests_created_idx').on(t.createdAt)],
);

/** Runs that can be undone, for as long as nothing else has changed what they changed. */
export const staffUndos = pgTable(
  'staff_undos',
  {
    /** `audit_events.request_id` of the run. */
    requestId: text('request_id').primaryKey(),
    /** The action that takes it back. */
    action: text('action').notNull(),
    input: jsonb('input').$type<object>().notNull(),
    createdAt: createdAt(),
    /** Run that took it back. */
    undoneBy: text('undone_by'),
  },
  (t) => [index('staff_undos_created_idx').on(t.createdAt)],
);
