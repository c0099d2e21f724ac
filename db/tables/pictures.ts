import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant, oneOf } from '#db/columns.ts';
import type { Crops } from '#shared/media/crops.ts';

/** Where a picture may be used: the tables with references to pictures. */
export const PICTURE_USERS = [
  'articles',
  'article_drafts',
  'article_columns',
  'programs',
  'hosts',
  'videos',
  'events',
  'static_pages',
  'stroke_fund_years',
  'songs',
  'campaign_pages',
  'campaign_items',
  'campaign_posts',
  'live_entries',
] as const;
export type PictureUser = (typeof PICTURE_USERS)[number];

/** The picture library. A page names a picture `library-12`, or one of its crops `library-12-16x9`. */
export const pictures = pgTable(
  'pictures',
  {
    id: id(),
    /** Hash of the uploaded bytes, hex: equal bytes are one picture. */
    sha256: text('sha256').notNull().unique(),
    /** Name in the file store of what is served: re-encoded, upright, without metadata. */
    fileSha256: text('file_sha256').notNull(),
    /** As served. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** In Chinese, for those who do not see the picture. Empty until its uploader has written it. */
    alt: text('alt').notNull().default(''),
    source: text('source').notNull().default(''),
    licence: text('licence').notNull().default(''),
    /** Last day on which it may be shown. Null: without an end. */
    rightsUntil: dayHk('rights_until'),
    /** What no crop may lose, as parts of width and height from the top left. */
    focalX: doublePrecision('focal_x').notNull().default(0.5),
    focalY: doublePrecision('focal_y').notNull().default(0.5),
    /** Crops that an editor has set; the others follow from the focal point. */
    crops: jsonb('crops').$type<Crops>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    // room of pictures: whose rights end soon
    index('pictures_rights_idx').on(t.rightsUntil),
    // room of pictures: those that nobody has described
    index('pictures_undescribed_idx')
      .on(t.id)
      .where(sql`alt = ''`),
    // room of pictures: by a part of their words
    index('pictures_words_idx').using('gin', sql`text_grams(${t.alt} || ' ' || ${t.source} || ' ' || ${t.licence})`),
    check('pictures_hashes', sql`${t.sha256} ~ '^[0-9a-f]{64}$' and ${t.fileSha256} ~ '^[0-9a-f]{64}$'`),
    check('pictures_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('pictures_focal', sql`${t.focalX} between 0 and 1 and ${t.focalY} between 0 and 1`),
  ],
);

/**
 * Rows that name a picture, kept by triggers on their tables (`note_picture_uses`), so that no writer can forget
 * one. The foreign key refuses to delete a picture in use.
 */
export const pictureUses = pgTable(
  'picture_uses',
  {
    pictureId: integer('picture_id')
      .notNull()
      .references(() => pictures.id),
    tableName: text('table_name').$type<PictureUser>().notNull(),
    /** Its id, or what the table has in place of one. */
    rowKey: text('row_key').notNull(),
    /** What the row is called. */
    title: text('title').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pictureId, t.tableName, t.rowKey] }),
    // the trigger: what a row named before
    index('picture_uses_row_idx').on(t.tableName, t.rowKey),
    check('picture_uses_table', sql`${t.tableName} in (${oneOf(PICTURE_USERS)})`),
  ],
);
