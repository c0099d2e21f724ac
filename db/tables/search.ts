import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';
import { transcriptCues } from './archive.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index: a row for each searchable item. Derived from the items by domain/search; may be dropped and rebuilt
 * while the site runs (`generation`).
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    /** A ContentType, 100 for a host, 110 for a song, 111 for a singer, 400 for a static page. */
    contentType: integer('content_type').notNull(),
    /** Id of the source row, of a singer that of the first song; static pages are numbered by their names. */
    itemId: integer('item_id').notNull(),
    title: text('title').notNull(),
    /** Plain text for excerpts. */
    body: text('body').notNull().default(''),
    /** The readable part of its URL; of a static page its name. */
    slug: text('slug').notNull().default(''),
    /** Title and other names, letters and digits only, folded, one a line: compared with the whole query. */
    names: text('names').notNull().default(''),
    /** Sounds of the names, one a line (romanisation.rules.ts). */
    sounds: text('sounds').notNull().default(''),
    picture: text('picture').notNull().default(''),
    channelBitwise: integer('channel_bitwise').notNull().default(0),
    /** Sort key for latest. Undated items sort behind all others (`UNDATED`). */
    displayAt: instant('display_at').notNull(),
    /** Visible from this instant until `visibleUntil`. */
    visibleFrom: instant('visible_from').notNull(),
    visibleUntil: instant('visible_until'),
    /** Words and bigrams of title and body, folded (tokens.rules.ts). */
    grams: tsvector('grams').notNull(),
    /** The same for title and names only, including Jyutping. */
    titleGrams: tsvector('title_grams').notNull(),
    /** Recent views, to rank equal matches. */
    popularity: integer('popularity').notNull().default(0),
    /** The rebuild that wrote it. */
    generation: integer('generation').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.contentType, t.itemId] }),
    // /search: words and bigrams
    index('search_documents_grams_idx').using('gin', t.grams),
    index('search_documents_title_idx').using('gin', t.titleGrams),
    // /search and suggestions: programmes, hosts, songs, singers and pages by name, however many articles match too
    index('search_documents_named_idx')
      .using('gin', t.titleGrams)
      .where(sql`${t.contentType} in (100, 110, 111, 200, 400)`),
    // /search sorted by latest: stops early at the newest
    index('search_documents_latest_idx').on(t.displayAt),
    // /search of one type, sorted by latest
    index('search_documents_type_idx').on(t.contentType, t.displayAt),
    // rebuild: rows not rewritten
    index('search_documents_generation_idx')
      .on(t.generation)
      .where(sql`${t.generation} > 0`),
  ],
);

/**
 * The index of what was said: a row for each sentence of a transcript, visible or not. Its words and its visibility
 * are read from the archive at query time, so that nothing is found that was corrected or withdrawn since.
 */
export const searchCues = pgTable(
  'search_cues',
  {
    cueId: bigint('cue_id', { mode: 'number' })
      .primaryKey()
      .references(() => transcriptCues.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    /** Words and bigrams, folded (tokens.rules.ts). */
    grams: tsvector('grams').notNull(),
  },
  (t) => [
    // /api/search/cues: rare words. Without a pending list, as nothing merges it before the next query.
    index('search_cues_grams_idx').using('gin', t.grams).with({ fastupdate: false }),
    // /api/search/cues: frequent words, among the newest
    index('search_cues_newest_idx').on(t.startsAt),
  ],
);
