import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { articles } from '#db/tables/articles.ts';
import { staffAccounts } from '#db/tables/staff.ts';

/** Which save changed a part last. */
export interface FieldChange {
  revision: number;
  /** The tab that sent it: a change of one's own is no conflict, even if the reply to it was lost. */
  client: string;
  accountId: number;
  atMs: number;
}

/** Working copies of articles: what editors type before it is published. At most one an article. */
export const articleDrafts = pgTable(
  'article_drafts',
  {
    id: id(),
    /** Null until a new article is published for the first time. */
    articleId: integer('article_id')
      .unique()
      .references(() => articles.id),
    /** `DraftFields` of domain/drafts/drafts.schema.ts. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    /** Raised by every save that changes something. */
    revision: integer('revision').notNull().default(1),
    /** By name of part (draft-parts.rules.ts); absent: unchanged since the draft was opened. */
    changes: jsonb('changes').$type<Record<string, FieldChange>>().notNull().default({}),
    /** The revision that is what the article has. */
    publishedRevision: integer('published_revision'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => staffAccounts.id),
    createdAt: createdAt(),
    changedBy: integer('changed_by')
      .notNull()
      .references(() => staffAccounts.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    // desk, Words: drafts, last changed first
    index('article_drafts_changed_idx').on(t.changedAt, t.id),
    check('article_drafts_revision', sql`${t.revision} >= 1`),
    check('article_drafts_published', sql`${t.publishedRevision} <= ${t.revision}`),
    check('article_drafts_published_article', sql`${t.publishedRevision} is null or ${t.articleId} is not null`),
  ],
);

/** Tabs that have a draft open. */
export const draftPresence = pgTable(
  'draft_presence',
  {
    draftId: integer('draft_id')
      .notNull()
      .references(() => articleDrafts.id, { onDelete: 'cascade' }),
    client: text('client').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    openedAt: instant('opened_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    /** The last key. */
    typedAt: instant('typed_at'),
  },
  (t) => [primaryKey({ columns: [t.draftId, t.client] })],
);

/** What an article was at each publication. Rows are never changed. */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    id: id(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id),
    /** From 1 for each article. */
    number: integer('number').notNull(),
    /** `DraftFields` of domain/drafts/drafts.schema.ts. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    publishAt: instant('publish_at').notNull(),
    withdrawAt: instant('withdraw_at'),
    /** A correction's note to readers. */
    note: text('note').notNull().default(''),
    /** Null: the content before the first publication from the desk. */
    accountId: integer('account_id').references(() => staffAccounts.id),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('article_revisions_number_key').on(t.articleId, t.number),
    // desk, Words: the articles that one person published
    index('article_revisions_account_idx').on(t.accountId, t.articleId),
    check('article_revisions_number', sql`${t.number} >= 1`),
  ],
);
