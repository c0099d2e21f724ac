import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

/** Links in published words to pages of the site that are not there, as the last check found them. */
export const deadLinks = pgTable(
  'dead_links',
  {
    /** Where the link is. */
    source: text('source').$type<'article' | 'static-page'>().notNull(),
    /** Id of the article, or name and language of the page. */
    sourceId: text('source_id').notNull(),
    /** Where it leads. */
    path: text('path').notNull(),
    /** The first check that found it. */
    foundAt: instant('found_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.sourceId, t.path] }),
    // desk: dead links, newest first
    index('dead_links_found_idx').on(t.foundAt, t.source, t.sourceId, t.path),
    check('dead_links_source', sql`${t.source} in ('article', 'static-page')`),
  ],
);
