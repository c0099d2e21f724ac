import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '#db/columns.ts';
import { articles } from '#db/tables/articles.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';

/** A correction as readers see it. */
export interface EntryCorrection {
  atMs: number;
  note: string;
}

/** Live blogs, at most one an article. */
export const liveBlogs = pgTable(
  'live_blogs',
  {
    articleId: integer('article_id')
      .primaryKey()
      .references(() => articles.id),
    openedAt: instant('opened_at').notNull(),
    /** Null: open. */
    closedAt: instant('closed_at'),
    /** Number of the last change. Raised under a lock of this row, so that changes become visible in its order. */
    sequence: integer('sequence').notNull().default(0),
  },
  (t) => [
    // desk: live blogs, last opened first
    index('live_blogs_opened_idx').on(t.openedAt),
    check('live_blogs_closed', sql`${t.closedAt} >= ${t.openedAt}`),
    check('live_blogs_sequence', sql`${t.sequence} >= 0`),
  ],
);

/** Entries of live blogs. None is ever deleted. */
export const liveEntries = pgTable(
  'live_entries',
  {
    id: id(),
    articleId: integer('article_id')
      .notNull()
      .references(() => liveBlogs.articleId),
    /** Number of its last change: a reader with everything up to one asks for those above it. */
    sequence: integer('sequence').notNull(),
    /** Raised by each correction. */
    revision: integer('revision').notNull().default(1),
    postedAt: instant('posted_at').notNull(),
    /** Author as shown; empty: not shown. */
    byline: text('byline').notNull().default(''),
    /** Text and pictures. */
    blocks: jsonb('blocks').$type<ContentBlock[]>().notNull(),
    /** The second of sound that it refers to. */
    channel: integer('channel'),
    heardAt: instant('heard_at'),
    isPinned: boolean('is_pinned').notNull().default(false),
    /** Oldest first. */
    corrections: jsonb('corrections').$type<EntryCorrection[]>().notNull().default([]),
    withdrawnAt: instant('withdrawn_at'),
    withdrawalNote: text('withdrawal_note').notNull().default(''),
    postedBy: integer('posted_by')
      .notNull()
      .references(() => staffAccounts.id),
  },
  (t) => [
    // article page: newest first
    index('live_entries_article_idx').on(t.articleId, t.id),
    // open pages: what changed since
    uniqueIndex('live_entries_sequence_key').on(t.articleId, t.sequence),
    // article page: the pinned one
    uniqueIndex('live_entries_pinned_key')
      .on(t.articleId)
      .where(sql`is_pinned`),
    check('live_entries_channel', sql`${t.channel} in (881, 903, 864)`),
    check('live_entries_sound', sql`(${t.channel} is null) = (${t.heardAt} is null)`),
    check('live_entries_revision', sql`${t.revision} >= 1`),
    check('live_entries_pinned', sql`not (${t.isPinned} and ${t.withdrawnAt} is not null)`),
  ],
);

/** What an entry was before each correction. Rows are never changed. */
export const liveEntryRevisions = pgTable(
  'live_entry_revisions',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => liveEntries.id),
    revision: integer('revision').notNull(),
    blocks: jsonb('blocks').$type<ContentBlock[]>().notNull(),
    channel: integer('channel'),
    heardAt: instant('heard_at'),
    replacedAt: instant('replaced_at').notNull(),
    replacedBy: integer('replaced_by')
      .notNull()
      .references(() => staffAccounts.id),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.revision] })],
);
