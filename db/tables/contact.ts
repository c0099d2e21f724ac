import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';

/** What visitors send by the contact and the lost-property form. */
export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    form: text('form').$type<'contact' | 'lostproperty'>().notNull(),
    /** The fields as they were accepted, under their names in the form. */
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    /** SHA-256 of the re-encoded picture, hex: its name in the file store. */
    pictureSha256: text('picture_sha256'),
    /** Made by the form when it was opened: a double press arrives with the same one. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    mailedAt: instant('mailed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // back office: newest first
    index('submissions_form_idx').on(t.form, t.createdAt),
    check('submissions_form', sql`${t.form} in ('contact', 'lostproperty')`),
  ],
);

/** Mail to be sent and sent: written in the transaction of what caused it, delivered by a job. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    /** What it is about, such as `contact`; with `dedupeKey` it is written once. */
    template: text('template').notNull(),
    dedupeKey: text('dedupe_key').notNull().unique(),
    recipient: text('recipient').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body'),
    /** Names in the file store, with the name and type the reader sees. */
    attachments: jsonb('attachments')
      .$type<{ sha256: string; name: string; mimeType: string }[]>()
      .notNull()
      .default([]),
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
  ],
);
