import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, oneOf } from '#db/columns.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import { STRIP_KINDS, type StripKind } from '#shared/enums.ts';

/** Lines on every page: breaking news, and messages of the station. */
export const breakingNews = pgTable(
  'breaking_news',
  {
    id: id(),
    /** One of each is on at a time; pages show the first of this order. */
    kind: text('kind').$type<StripKind>().notNull().default('breaking'),
    words: text('words').notNull(),
    /** A path of the site with more of it; empty: none. */
    path: text('path').notNull().default(''),
    /** Raised by each change of words or path: visitors who dismissed the old see the new. */
    revision: integer('revision').notNull().default(1),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    changedBy: integer('changed_by')
      .notNull()
      .references(() => staffAccounts.id),
    createdAt: createdAt(),
  },
  (t) => [
    // every page: that of now; desk: the latest
    index('breaking_news_starts_idx').on(t.startsAt, t.id),
    // that of now, of each kind
    index('breaking_news_kind_idx').on(t.kind, t.startsAt, t.id),
    check('breaking_news_kind', sql`${t.kind} in (${oneOf(STRIP_KINDS)})`),
    check('breaking_news_words', sql`length(${t.words}) between 1 and 80`),
    check('breaking_news_path', sql`${t.path} = '' or ${t.path} like '/%'`),
    check('breaking_news_ends', sql`${t.endsAt} between ${t.startsAt} and ${t.startsAt} + interval '24 hours'`),
    check('breaking_news_revision', sql`${t.revision} >= 1`),
  ],
);
