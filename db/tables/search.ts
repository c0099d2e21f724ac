import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The one index of the site's search: a row for each thing that can be found. Made from the things by
 * domain/search; may be dropped and made again while the site runs (`generation`).
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** What it is: a ContentType, 100 for a host, 400 for a static page. */
    contentType: integer('content_type').notNull(),
    /** Id of the row it was made from; static pages are numbered by their place in the list of names. */
    itemId: integer('item_id').notNull(),
    title: text('title').notNull(),
    /** Plain words for excerpts. */
    body: text('body').notNull().default(''),
    /** The name's part of its address; of a static page its name. */
    slug: text('slug').notNull().default(''),
    /** Title and other names, letters alone, folded, a line each: what is compared with the whole query. */
    names: text('names').notNull().default(''),
    /** How the names sound, a line each (romanisation.rules.ts). */
    sounds: text('sounds').notNull().default(''),
    picture: text('picture').notNull().default(''),
    channelBitwise: integer('channel_bitwise').notNull().default(0),
    /** What it is sorted by as latest; what has no date lies before all that has (`UNDATED`). */
    displayAt: instant('display_at').notNull(),
    /** Found from this instant on, and no more from `visibleUntil` on. */
    visibleFrom: instant('visible_from').notNull(),
    visibleUntil: instant('visible_until'),
    /** Words and pairs of letters of title and body, folded (search.rules.ts). */
    grams: tsvector('grams').notNull(),
    /** The same of title and names alone, Jyutping included. */
    titleGrams: tsvector('title_grams').notNull(),
    /** Views of the last days, for ranking among equals. */
    popularity: integer('popularity').notNull().default(0),
    /** Which rebuilding wrote it. */
    generation: integer('generation').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.contentType, t.itemId] }),
    // /search: words and pairs
    index('search_documents_grams_idx').using('gin', t.grams),
    index('search_documents_title_idx').using('gin', t.titleGrams),
    // /search and its suggestions: programmes, hosts and pages by name, however many articles hold it too
    index('search_documents_named_idx')
      .using('gin', t.titleGrams)
      .where(sql`${t.contentType} in (100, 200, 400)`),
    // /search sorted by latest: early stop on the newest
    index('search_documents_latest_idx').on(t.displayAt),
    // /search of one type, sorted by latest
    index('search_documents_type_idx').on(t.contentType, t.displayAt),
    // rebuilding: what it did not write again
    index('search_documents_generation_idx')
      .on(t.generation)
      .where(sql`${t.generation} > 0`),
  ],
);
