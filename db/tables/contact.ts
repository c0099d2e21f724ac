import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';

/** Submissions of the contact and lost-property forms. */
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
    createdAt: createdAt(),
  },
  (t) => [
    // back office: newest first
    index('submissions_form_idx').on(t.form, t.createdAt),
    check('submissions_form', sql`${t.form} in ('contact', 'lostproperty')`),
  ],
);
