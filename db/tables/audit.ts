import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { bytes, instant } from '#db/columns.ts';

/**
 * Manual changes of staff: who changed what and why, written in the transaction of the change. Append-only: the service
 * role can only insert and set the chain columns, and a trigger refuses every other change, also by the owner. Personal
 * values are references (a member's id), so that an erasure need not touch it.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    at: instant('at').notNull(),
    who: text('who').notNull(),
    /** Module and verb, such as `orders.refund`. */
    action: text('action').notNull(),
    /** What was changed: its kind, such as `order`, and its id or name. */
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** The values that were changed. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    /** What they are now, and what the action made. */
    after: jsonb('after').$type<Record<string, unknown>>(),
    reason: text('reason').notNull(),
    /** Staff account that acted at the desk; null for commands. */
    accountId: integer('account_id'),
    /** Approval by a second person (`approvals`). */
    approvalId: integer('approval_id'),
    /** Identifies the run of an action; all its events have it. */
    requestId: text('request_id'),
    /** Position in the hash chain; null until the job has chained it. */
    position: bigint('position', { mode: 'number' }),
    /** Hash of the event before; null at the first position. */
    previousHash: bytes('previous_hash'),
    /** HMAC-SHA256 with `LEDGER_KEY` over the other columns. */
    hash: bytes('hash'),
  },
  (t) => [
    unique('audit_events_position').on(t.position),
    // events to chain
    index('audit_events_unchained_idx')
      .on(t.id)
      .where(sql`position is null`),
    // the history of an order or event; newest first
    index('audit_events_subject_idx').on(t.subjectKind, t.subjectId, t.id),
    // desk, events about one kind of thing
    index('audit_events_kind_idx').on(t.subjectKind, t.id),
    index('audit_events_at_idx').on(t.at),
    // desk: by person, and by action
    index('audit_events_who_idx').on(t.who, t.id),
    index('audit_events_action_idx').on(t.action, t.id),
    // the events of a run
    index('audit_events_request_idx')
      .on(t.requestId)
      .where(sql`request_id is not null`),
    check('audit_events_named', sql`btrim(${t.who}) <> '' and btrim(${t.reason}) <> '' and ${t.subjectId} <> ''`),
    check('audit_events_action', sql`${t.action} ~ '^[a-z-]+\\.[a-z-]+$'`),
    check('audit_events_chained', sql`(${t.position} is null) = (${t.hash} is null)`),
    check('audit_events_first', sql`(${t.position} > 1) = (${t.previousHash} is not null)`),
  ],
);
