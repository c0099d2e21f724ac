import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { MailAttachment } from '#shared/outside/mailer.ts';

/** Mail outbox: written in the transaction of its cause, delivered by a job. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** Template, such as `contact`. `dedupeKey` prevents duplicates. */
    template: text('template').notNull(),
    dedupeKey: text('dedupe_key').notNull().unique(),
    recipient: text('recipient').notNull(),
    /** The member it concerns, whatever address it goes to. Null: nobody, or a person who is not a member yet. */
    memberId: integer('member_id'),
    replyTo: text('reply_to'),
    /** One-click unsubscribe URL (RFC 8058). Kept until it is sent. */
    unsubscribeUrl: text('unsubscribe_url'),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body'),
    /** File-store names or generators, with the name and type that the reader sees. */
    attachments: jsonb('attachments').$type<MailAttachment[]>().notNull().default([]),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: instant('sent_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // operator: pending mail
    index('mails_waiting_idx')
      .on(t.createdAt)
      .where(sql`${t.sentAt} is null`),
    // mail sent to a member: export, erasure
    index('mails_recipient_idx').on(t.recipient),
    index('mails_member_idx').on(t.memberId),
  ],
);

/** Words of mails that staff have changed. What is not here has the words of the code. */
export const mailTexts = pgTable('mail_texts', {
  /** Template, with its variant if it has any: `plan-bought.renews`. */
  key: text('key').primaryKey(),
  subject: text('subject').notNull(),
  paragraphs: jsonb('paragraphs').$type<string[]>().notNull(),
  changedBy: integer('changed_by')
    .notNull()
    .references(() => staffAccounts.id),
  changedAt: instant('changed_at').notNull(),
});
