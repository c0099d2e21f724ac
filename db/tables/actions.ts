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
    // Two persons: only the requester withdraws, and only another person approves or refuses.
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
    /** The action that undoes it. */
    action: text('action').notNull(),
    input: jsonb('input').$type<object>().notNull(),
    createdAt: createdAt(),
    /** Run that undid it. */
    undoneBy: text('undone_by'),
  },
  (t) => [index('staff_undos_created_idx').on(t.createdAt)],
);

/** An action of staff for many rows, run by the worker row by row. */
export const staffJobs = pgTable(
  'staff_jobs',
  {
    id: id(),
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    action: text('action').notNull(),
    reason: text('reason').notNull(),
    /** `asked` waits for a second person; `stopped` can be resumed. */
    state: text('state').$type<'asked' | 'running' | 'stopped' | 'refused' | 'done'>().notNull(),
    /** Its rows; more than 50 need a second person. */
    rowCount: integer('row_count').notNull(),
    createdAt: createdAt(),
    /** Who approved or refused it. */
    decidedBy: integer('decided_by').references(() => staffAccounts.id),
    /** Approval of the action that began it, if it needed one. */
    approvalId: integer('approval_id').references(() => approvals.id),
    endedAt: instant('ended_at'),
  },
  (t) => [
    // the jobs of an account, newest first
    index('staff_jobs_account_idx').on(t.accountId, t.id),
    // jobs that wait for a second person
    index('staff_jobs_asked_idx')
      .on(t.id)
      .where(sql`${t.state} = 'asked'`),
    // clock: old ones
    index('staff_jobs_ended_idx').on(t.createdAt),
    check('staff_jobs_state', sql`${t.state} in (${oneOf(['asked', 'running', 'stopped', 'refused', 'done'])})`),
    check('staff_jobs_rows', sql`${t.rowCount} between 1 and 1000`),
    check('staff_jobs_reason', sql`btrim(${t.reason}) <> ''`),
    check(
      'staff_jobs_two_persons',
      sql`${t.decidedBy} <> ${t.accountId} and (${t.rowCount} <= 50 or ${t.state} in ('asked', 'refused') or ${t.decidedBy} is not null or ${t.approvalId} is not null)`,
    ),
    check('staff_jobs_ended', sql`(${t.endedAt} is not null) = (${t.state} in ('refused', 'done'))`),
  ],
);

/** Rows of a job. A row that is done has changed in the transaction of its action, so that each is done once. */
export const staffJobRows = pgTable(
  'staff_job_rows',
  {
    jobId: integer('job_id')
      .notNull()
      .references(() => staffJobs.id, { onDelete: 'cascade' }),
    rowNo: integer('row_no').notNull(),
    /** As the list shows it. */
    label: text('label').notNull(),
    input: jsonb('input').$type<object>().notNull(),
    /** Hash of the preview, where one was shown. */
    shownHash: text('shown_hash'),
    /** `asked`: it waits for a second person as an approval. */
    state: text('state').$type<'waiting' | 'done' | 'asked' | 'refused'>().notNull().default('waiting'),
    /** Why it was refused, as the call of the action would have answered. */
    fault: jsonb('fault').$type<{ name: string; detail: unknown }>(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.rowNo] }),
    check('staff_job_rows_state', sql`${t.state} in (${oneOf(['waiting', 'done', 'asked', 'refused'])})`),
    check('staff_job_rows_fault', sql`(${t.fault} is not null) = (${t.state} = 'refused')`),
    check('staff_job_rows_ended', sql`(${t.endedAt} is not null) = (${t.state} <> 'waiting')`),
  ],
);
