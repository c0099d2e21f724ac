import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { archiveSections } from './archive.ts';
import { mediaStreams } from './media.ts';
import { members } from './members.ts';
import { programs } from './programs.ts';

const memberId = () =>
  integer('member_id')
    .notNull()
    .references(() => members.id, { onDelete: 'restrict' });

/** A removed entry is kept for a while with the revision that removed it, for undo. */
const removed = () => ({ removedAt: instant('removed_at'), removedIn: integer('removed_in') });

/** A list of a member. Its row is locked while entries are added, moved or removed. */
export const libraryLists = pgTable(
  'library_lists',
  {
    memberId: memberId(),
    kind: text('kind').$type<'queue' | 'playlist' | 'favourite' | 'history' | 'bookmark'>().notNull(),
    /** Incremented by each change, so that a second tab detects that it is stale. */
    revision: integer('revision').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.kind] }),
    check('library_lists_kind', sql`${t.kind} in ('queue', 'playlist', 'favourite', 'history', 'bookmark')`),
  ],
);

/** The member's own playlist of fifty, and the playback queue: sections in playing order. */
export const playlistEntries = pgTable(
  'playlist_entries',
  {
    id: id(),
    memberId: memberId(),
    kind: text('kind').$type<'queue' | 'playlist'>().notNull(),
    sectionId: integer('section_id')
      .notNull()
      .references(() => archiveSections.id),
    /** Added automatically as a neighbour of the chosen section. */
    isAuto: boolean('is_auto').notNull().default(false),
    position: integer('position').notNull(),
    createdAt: createdAt(),
    ...removed(),
  },
  (t) => [
    uniqueIndex('playlist_entries_section_key')
      .on(t.memberId, t.kind, t.sectionId)
      .where(sql`removed_at is null`),
    // clock: entries past undo
    index('playlist_entries_removed_idx')
      .on(t.removedAt)
      .where(sql`removed_at is not null`),
    // the list; shifting entries
    index('playlist_entries_order_idx').on(t.memberId, t.kind, t.position),
    index('playlist_entries_section_idx').on(t.sectionId),
    check('playlist_entries_kind', sql`${t.kind} in ('queue', 'playlist')`),
    check('playlist_entries_removed', sql`(${t.removedAt} is null) = (${t.removedIn} is null)`),
  ],
);

/** Programmes a member follows. */
export const favourites = pgTable(
  'favourites',
  {
    id: id(),
    memberId: memberId(),
    programId: integer('program_id')
      .notNull()
      .references(() => programs.id),
    position: integer('position').notNull(),
    createdAt: createdAt(),
    ...removed(),
  },
  (t) => [
    uniqueIndex('favourites_program_key')
      .on(t.memberId, t.programId)
      .where(sql`removed_at is null`),
    index('favourites_removed_idx')
      .on(t.removedAt)
      .where(sql`removed_at is not null`),
    // the list, highest first
    index('favourites_order_idx').on(t.memberId, t.position),
    index('favourites_program_idx').on(t.programId),
    check('favourites_removed', sql`(${t.removedAt} is null) = (${t.removedIn} is null)`),
  ],
);

/** Sections a member has played, once each. */
export const historyEntries = pgTable(
  'history_entries',
  {
    id: id(),
    memberId: memberId(),
    sectionId: integer('section_id')
      .notNull()
      .references(() => archiveSections.id),
    playedAt: instant('played_at').notNull(),
    /** Moves to the top when played, until the member reorders it. */
    position: integer('position').notNull(),
    ...removed(),
  },
  (t) => [
    uniqueIndex('history_entries_section_key')
      .on(t.memberId, t.sectionId)
      .where(sql`removed_at is null`),
    index('history_entries_removed_idx')
      .on(t.removedAt)
      .where(sql`removed_at is not null`),
    // the list, highest first, for histories of ten thousand
    index('history_entries_order_idx').on(t.memberId, t.position),
    index('history_entries_section_idx').on(t.sectionId),
    check('history_entries_removed', sql`(${t.removedAt} is null) = (${t.removedIn} is null)`),
  ],
);

/** A bookmarked moment of a stream. The section is derived from it, so that cutting again loses no bookmark. */
export const bookmarks = pgTable(
  'bookmarks',
  {
    id: id(),
    memberId: memberId(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    at: instant('at').notNull(),
    note: text('note').notNull().default(''),
    /** Transcript at that moment, if any. */
    words: text('words'),
    position: integer('position').notNull(),
    createdAt: createdAt(),
    ...removed(),
  },
  (t) => [
    // the list, highest first
    index('bookmarks_order_idx').on(t.memberId, t.position),
    // bookmarks within the playing section
    uniqueIndex('bookmarks_moment_key')
      .on(t.memberId, t.streamId, t.at)
      .where(sql`removed_at is null`),
    // desk: bookmarks within a broadcast
    index('bookmarks_stream_idx')
      .on(t.streamId, t.at)
      .where(sql`removed_at is null`),
    index('bookmarks_removed_idx')
      .on(t.removedAt)
      .where(sql`removed_at is not null`),
    check('bookmarks_removed', sql`(${t.removedAt} is null) = (${t.removedIn} is null)`),
    check('bookmarks_note', sql`char_length(${t.note}) <= 500`),
  ],
);
