import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';

/** One week of a channel's song chart. */
export const chartWeeks = pgTable(
  'chart_weeks',
  {
    id: id(),
    channelId: integer('channel_id').notNull(),
    /** Saturday on which the chart is announced, Hong Kong day. */
    weekHk: date('week_hk', { mode: 'string' }).notNull(),
    publishAt: instant('publish_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('chart_weeks_key').on(t.channelId, t.weekHk),
    // /chart: the newest week
    index('chart_weeks_publish_idx').on(t.publishAt),
  ],
);

export const songs = pgTable('songs', {
  id: id(),
  title: text('title').notNull(),
  artist: text('artist').notNull(),
  /** Composer and lyricist as credited on the record. */
  credits: text('credits').notNull().default(''),
  /** Reference in the picture store. */
  picture: text('picture').notNull().default(''),
});

export const chartEntries = pgTable(
  'chart_entries',
  {
    weekId: integer('week_id')
      .notNull()
      .references(() => chartWeeks.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    songId: integer('song_id')
      .notNull()
      .references(() => songs.id),
  },
  (t) => [
    primaryKey({ columns: [t.weekId, t.position] }),
    // last position and weeks on the chart of a song
    uniqueIndex('chart_entries_song_key').on(t.songId, t.weekId),
    check('chart_entries_position', sql`${t.position} between 1 and 100`),
  ],
);
