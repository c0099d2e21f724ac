import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programs } from '#db/tables/programs.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';

/** A regular written or spoken column: DJ columns and the other kinds of ArticleColumn. */
export const articleColumns = pgTable(
  'article_columns',
  {
    id: id(),
    /** ArticleColumn 1 to 8. */
    kind: integer('kind').notNull(),
    name: text('name').notNull(),
    /** The readable part of its URL, `uri_code` on the wire. */
    slug: text('slug').notNull(),
    description: text('description').notNull().default(''),
    hostId: integer('host_id').references(() => hosts.id),
    programId: integer('program_id').references(() => programs.id),
    channelBitwise: integer('channel_bitwise').notNull().default(0),
    /** Reference in the picture store (shared/media/picture.ts). */
    picture: text('picture').notNull().default(''),
    status: integer('status').notNull().default(1),
    position: integer('position').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // host page: columns of a host
    index('article_columns_host_idx').on(t.hostId),
    // /soundcolumn and the sitemap page: columns in editorial order
    index('article_columns_list_idx').on(t.status, t.position, t.id),
    check('article_columns_kind', sql`${t.kind} between 1 and 8`),
    check('article_columns_status', sql`${t.status} in (0, 1, 2)`),
  ],
);

/** Categories of hot topics, highlights and editorials, each of one content type. */
export const articleCategories = pgTable(
  'article_categories',
  {
    id: id(),
    contentType: integer('content_type').notNull(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    position: integer('position').notNull().default(0),
    status: integer('status').notNull().default(1),
  },
  (t) => [
    uniqueIndex('article_categories_name_key').on(t.contentType, t.name),
    check('article_categories_status', sql`${t.status} in (0, 1, 2)`),
  ],
);

/**
 * All articles: hot topics, columns, highlights, news, traffic, phonograph. Public queries read the view
 * `publishedArticles` below and never this table.
 */
export const articles = pgTable(
  'articles',
  {
    id: id(),
    /** ContentType 301 to 308. */
    contentType: integer('content_type').notNull(),
    title: text('title').notNull(),
    slug: text('slug').notNull(),
    /** One sentence under the title; also the meta description for search engines. */
    caption: text('caption').notNull().default(''),
    /** Plain text of the first lines, for cards. */
    previewContent: text('preview_content').notNull().default(''),
    blocks: jsonb('blocks').$type<ContentBlock[]>().notNull().default([]),
    /** LayoutTemplate: text first 1, picture first 2, media first 3. */
    layoutTemplate: integer('layout_template').notNull().default(1),
    /** Reference in the picture store (shared/media/picture.ts). */
    keyart: text('keyart').notNull().default(''),
    keyartCredit: text('keyart_credit').notNull().default(''),
    columnId: integer('column_id').references(() => articleColumns.id),
    categoryId: integer('category_id').references(() => articleCategories.id),
    /** News only: `local`, `greaterchina`, `international`, `finance`, `sports`, `editorial` or `traffic`. */
    section: text('section'),
    /** Traffic only: belongs to the road cooperative and is published under /traffic/info. */
    isRoadCoop: boolean('is_road_coop').notNull().default(false),
    /** Traffic news only: clear again 1, slow 2 or closed 3. Null: no obstruction. */
    severity: integer('severity').$type<1 | 2 | 3>(),
    /** Marked as hot news by an editor. */
    isHot: boolean('is_hot').notNull().default(false),
    programId: integer('program_id').references(() => programs.id),
    channelBitwise: integer('channel_bitwise').notNull().default(0),
    byline: text('byline').notNull().default(''),
    hasAudio: boolean('has_audio').notNull().default(false),
    hasVideo: boolean('has_video').notNull().default(false),
    /** `draft`, `published` (from publishAt on) or `withdrawn`. */
    state: text('state').$type<'draft' | 'published' | 'withdrawn'>().notNull().default('draft'),
    /** The instant of publication, which is also the displayed date. */
    publishAt: instant('publish_at').notNull(),
    withdrawAt: instant('withdraw_at'),
    createdAt: createdAt(),
    /** Last change of text or pictures: `last_update_datetime`. */
    updatedAt: updatedAt(),
  },
  (t) => [
    // every list of one content type, newest first (/article/latest, /highlight, /soundcolumn, /traffic/…), and deep
    // pages by id only
    index('articles_type_idx')
      .on(t.contentType, t.publishAt, t.id, t.withdrawAt)
      .where(sql`${t.state} = 'published'`),
    // lists of one category (/article/latest/{id}, /news/editorial/category/{id})
    index('articles_category_idx')
      .on(t.categoryId, t.publishAt, t.id, t.withdrawAt)
      .where(sql`${t.state} = 'published'`),
    // /soundcolumn/{id}, host page
    index('articles_column_idx')
      .on(t.columnId, t.publishAt, t.id, t.withdrawAt)
      .where(sql`${t.state} = 'published'`),
    // /news/{section}
    index('articles_section_idx')
      .on(t.section, t.publishAt, t.id, t.withdrawAt)
      .where(sql`${t.state} = 'published'`),
    // /news/hot
    index('articles_hot_idx')
      .on(t.publishAt, t.id, t.withdrawAt)
      .where(sql`${t.state} = 'published' and ${t.isHot}`),
    // /news/recent, home's instant news, news sitemap
    index('articles_news_idx')
      .on(t.publishAt, t.id, t.withdrawAt)
      .where(sql`${t.state} = 'published' and ${t.section} is not null`),
    // /traffic/info
    index('articles_road_coop_idx')
      .on(t.publishAt, t.id, t.withdrawAt)
      .where(sql`${t.state} = 'published' and ${t.isRoadCoop}`),
    // programme page: its highlights
    index('articles_program_idx')
      .on(t.programId, t.contentType, t.publishAt, t.id, t.withdrawAt)
      .where(sql`${t.state} = 'published'`),
    // desk, Words: all articles, last changed first
    index('articles_changed_idx').on(t.updatedAt, t.id),
    // desk, Words: drafts and withdrawn articles, last changed first
    index('articles_unpublished_idx')
      .on(t.updatedAt, t.id)
      .where(sql`state <> 'published' or withdraw_at is not null`),
    // desk, Words: articles by a part of their title; the function is that of the migration
    index('articles_title_idx').using('gin', sql`text_grams(${t.title})`),
    check('articles_type', sql`${t.contentType} between 301 and 308`),
    check('articles_template', sql`${t.layoutTemplate} in (1, 2, 3)`),
    check('articles_state', sql`${t.state} in ('draft', 'published', 'withdrawn')`),
    check(
      'articles_section',
      sql`${t.section} in ('local', 'greaterchina', 'international', 'finance', 'sports', 'editorial', 'traffic')`,
    ),
    check('articles_news_has_section', sql`(${t.contentType} in (304, 305, 306)) = (${t.section} is not null)`),
    check('articles_severity', sql`${t.severity} is null or (${t.contentType} = 306 and ${t.severity} in (1, 2, 3))`),
    check('articles_withdrawal_later', sql`${t.withdrawAt} > ${t.publishAt}`),
  ],
);

/**
 * The single definition of what is public: published, publishAt reached, not withdrawn. Pages, calls, search, feeds and
 * sitemaps read this view and not the table; a law test enforces it.
 */
export const publishedArticles = pgView('published_articles').as((query) =>
  query
    .select()
    .from(articles)
    .where(
      sql`${articles.state} = 'published' and ${articles.publishAt} <= now() and (${articles.withdrawAt} is null or ${articles.withdrawAt} > now())`,
    ),
);

/** Articles that editors put first on a shelf of the home page; the newest follow. */
export const homePins = pgTable(
  'home_pins',
  {
    shelf: text('shelf').$type<'topics' | 'highlights' | 'columns'>().notNull(),
    position: integer('position').notNull(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** Null: until it is taken off. */
    untilAt: instant('until_at'),
  },
  (t) => [
    primaryKey({ columns: [t.shelf, t.position] }),
    uniqueIndex('home_pins_article_key').on(t.articleId, t.shelf),
    check('home_pins_shelf', sql`${t.shelf} in ('topics', 'highlights', 'columns')`),
    check('home_pins_position', sql`${t.position} between 1 and 8`),
  ],
);

/** Views per day; a reader counts once a day (CONTENT_VIEWED). */
export const articleViews = pgTable(
  'article_views',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    dayHk: date('day_hk', { mode: 'string' }).notNull(),
    views: bigint('views', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.articleId, t.dayHk] }),
    // ranking job: views of the last days
    index('article_views_day_idx').on(t.dayHk),
  ],
);

/** Readers already counted today, as salted hashes that cannot be traced to a person. Emptied daily. */
export const articleReaders = pgTable(
  'article_readers',
  {
    dayHk: date('day_hk', { mode: 'string' }).notNull(),
    articleId: integer('article_id').notNull(),
    /** 64 bits of a hash over the day's salt, address and browser. */
    reader: bigint('reader', { mode: 'bigint' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.dayHk, t.articleId, t.reader] })],
);

/** Salt of a day's readers, shared by every process. Once it is deleted, hashes can no longer be matched. */
export const articleReaderSalts = pgTable('article_reader_salts', {
  dayHk: date('day_hk', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
});

/** Most viewed articles of the last seven days by content type, computed by a job so that pages need not count. */
export const articleRankings = pgTable(
  'article_rankings',
  {
    contentType: integer('content_type').notNull(),
    rank: integer('rank').notNull(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    views: bigint('views', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentType, t.rank] })],
);

/** A sound or video file of articles, played by the site-wide player. The bytes are in the file store. */
export const mediaFiles = pgTable(
  'media_files',
  {
    id: id(),
    /** MediaKind: AUDIO 1 or VIDEO 2. */
    kind: integer('kind').notNull(),
    title: text('title').notNull(),
    /** SHA-256 of the bytes, hex; also the name in the file store. */
    sha256: text('sha256').notNull().unique(),
    mimeType: text('mime_type').notNull(),
    bytes: integer('bytes').notNull(),
    durationMs: integer('duration_ms').notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('media_files_kind', sql`${t.kind} in (1, 2)`)],
);
