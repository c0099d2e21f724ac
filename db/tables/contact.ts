import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, oneOf } from '#db/columns.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import { channels } from '#db/tables/timetable.ts';
import type { ChannelId } from '#shared/enums.ts';

/** Submissions of the contact and lost-property forms, and what staff made of them. */
export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    form: text('form').$type<'contact' | 'lostproperty'>().notNull(),
    /** Accepted fields under their form names. */
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    /** SHA-256 of the re-encoded picture, hex; also its name in the file store. */
    pictureSha256: text('picture_sha256'),
    /** Generated when the form is opened: a double submission carries the same key. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    mailedAt: instant('mailed_at'),
    /** Raised by each answer, closing and reopening: actions on an earlier one are refused. */
    version: integer('version').notNull().default(0),
    /** Assignee. Null: nobody. */
    ownerId: integer('owner_id').references(() => staffAccounts.id),
    /** Null while it is open. */
    closedAt: instant('closed_at'),
    closedBy: integer('closed_by').references(() => staffAccounts.id),
    outcome: text('outcome').$type<'answered' | 'passed-on' | 'no-answer-needed' | 'spam'>(),
    closedNote: text('closed_note'),
    /** Channel to whose studio screens staff let it through. Null: none. */
    studioChannelId: integer('studio_channel_id')
      .$type<ChannelId>()
      .references(() => channels.id),
    letThroughAt: instant('let_through_at'),
    /** Read on air. */
    readOutAt: instant('read_out_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // back office: newest first
    index('submissions_form_idx').on(t.form, t.createdAt),
    // desk: open ones
    index('submissions_open_idx')
      .on(t.id)
      .where(sql`${t.closedAt} is null`),
    // desk: by topic
    index('submissions_topic_idx').on(sql`(${t.fields} ->> 'topic')`, t.id),
    // retention
    index('submissions_created_idx').on(t.createdAt),
    // studio screen: newest first (scanned backward)
    index('submissions_studio_idx')
      .on(t.studioChannelId, t.letThroughAt)
      .where(sql`studio_channel_id is not null`),
    check('submissions_form', sql`${t.form} in ('contact', 'lostproperty')`),
    check(
      'submissions_closed',
      sql`num_nonnulls(${t.closedAt}, ${t.closedBy}, ${t.outcome}) in (0, 3) and (${t.closedNote} is null or ${t.closedAt} is not null)`,
    ),
    check(
      'submissions_studio',
      sql`(${t.studioChannelId} is null) = (${t.letThroughAt} is null) and (${t.readOutAt} is null or ${t.letThroughAt} is not null)`,
    ),
    check(
      'submissions_outcome',
      sql`${t.outcome} in (${oneOf(['answered', 'passed-on', 'no-answer-needed', 'spam'])})`,
    ),
  ],
);

/** Answers that staff mailed. They go with the submission. */
export const submissionAnswers = pgTable(
  'submission_answers',
  {
    id: id(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    text: text('text').notNull(),
    mailedAt: instant('mailed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('submission_answers_submission_idx').on(t.submissionId),
    check('submission_answers_text', sql`btrim(${t.text}) <> ''`),
  ],
);
