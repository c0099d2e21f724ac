import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import type { MailAttachment } from '#shared/mailer.ts';

/** Mail to be sent and sent: written in the transaction of what caused it, delivered by a job. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** What it is about, such as `contact`; with `dedupeKey` it is written once. */
    template: text('template').notNull(),
    dedupeKey: text('dedupe_key').notNull().unique(),
    recipient: text('recipient').notNull(),
    /** The member it is about, whatever address it goes to; null: nobody's, or of somebody who is no member yet. */
    memberId: integer('member_id'),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body'),
    /** Names in the file store or who makes them, with the name and type the reader sees. */
    attachments: jsonb('attachments').$type<MailAttachment[]>().notNull().default([]),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: instant('sent_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // operator: what waits
    index('mails_waiting_idx')
      .on(t.createdAt)
      .where(sql`${t.sentAt} is null`),
    // what was sent to a member: export, erasure
    index('mails_recipient_idx').on(t.recipient),
    index('mails_member_idx').on(t.memberId),
  ],
);
