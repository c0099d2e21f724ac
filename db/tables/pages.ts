import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';
import type { Brand } from '#shared/enums.ts';

/** A static page, by name and language: /staticpage/…, /livestreamfaq, /adService, parts of /traffic. */
export const staticPages = pgTable(
  'static_pages',
  {
    /** `aboutCR`, `terms`, `faq`, `archiveUserguide/1`, `traffic/aim` and so on; listed in pages.rules.ts. */
    name: text('name').notNull(),
    lang: text('lang').$type<'zh-Hant' | 'en'>().notNull(),
    title: text('title').notNull(),
    /** Meta description, one sentence. */
    summary: text('summary').notNull().default(''),
    blocks: jsonb('blocks').$type<ContentBlock[]>().notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.name, t.lang] }), check('static_pages_lang', sql`${t.lang} in ('zh-Hant', 'en')`)],
);

/** What a static page was after each save at the desk; the first is what it was before. */
export const staticPageRevisions = pgTable(
  'static_page_revisions',
  {
    name: text('name').notNull(),
    lang: text('lang').$type<'zh-Hant' | 'en'>().notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    blocks: jsonb('blocks').$type<ContentBlock[]>().notNull(),
    /** Null: what the page was before its first save at the desk. */
    accountId: integer('account_id').references(() => staffAccounts.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.lang, t.number] }),
    check('static_page_revisions_number', sql`${t.number} >= 1`),
  ],
);

export const jobOpenings = pgTable(
  'job_openings',
  {
    id: id(),
    /** Number of the hiring brand. */
    brand: integer('brand').$type<Brand>().notNull(),
    title: text('title').notNull(),
    department: text('department').notNull().default(''),
    duties: text('duties').array().notNull().default([]),
    requirements: text('requirements').array().notNull().default([]),
    postedHk: date('posted_hk', { mode: 'string' }).notNull(),
    /** Last Hong Kong day for applications. Null: until filled. */
    closesHk: date('closes_hk', { mode: 'string' }),
    status: integer('status').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // /recruitment/{company}
    index('job_openings_brand_idx').on(t.brand, t.status, t.postedHk),
    // /recruitment
    index('job_openings_list_idx').on(t.status, t.postedHk),
    check('job_openings_brand', sql`${t.brand} in (1, 2, 3)`),
    check('job_openings_status', sql`${t.status} in (0, 1, 2)`),
  ],
);

/** A year of the stroke fund, for /strokefund/archive. */
export const strokeFundYears = pgTable('stroke_fund_years', {
  year: integer('year').primaryKey(),
  title: text('title').notNull(),
  summary: text('summary').notNull().default(''),
  raisedHkd: integer('raised_hkd').notNull(),
  familiesHelped: integer('families_helped').notNull(),
  /** Reference in the picture store. */
  picture: text('picture').notNull().default(''),
});
