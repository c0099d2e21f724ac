import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
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
