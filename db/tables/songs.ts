import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { mediaStreams } from './media.ts';
import { members } from './members.ts';
import { programs } from './programs.ts';

/** A recording as the station's automation names it: the same title by the same artists is one piece. */
export const playedSongs = pgTable(
  'played_songs',
  {
    id: id(),
    title: text('title').notNull(),
    artist: text('artist').notNull(),
    /** Title and artist without case, width and spaces. */
    nameKey: text('name_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('played_songs_name_key').on(t.nameKey)],
);

/**
 * What sounded when, as marks that travel with the sound (EXT-X-DATERANGE): songs, programmes, bulletins, advertisements. An
 * instant of a stream, so a mark is true live, behind and in replays.
 */
export const onAirMarks = pgTable(
  'on_air_marks',
  {
    id: id(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    kind: text('kind').$type<'song' | 'programme' | 'bulletin' | 'advertisement'>().notNull(),
    startsAt: instant('starts_at').notNull(),
    /** Null: it still sounds, or nobody said when it ended. */
    endsAt: instant('ends_at'),
    songId: integer('song_id').references(() => playedSongs.id),
    programId: integer('program_id').references(() => programs.id),
    title: text('title').notNull().default(''),
    /** The number the automation gave it, and which report of it this is: an older one changes nothing. */
    reportId: text('report_id').notNull(),
    revision: integer('revision').notNull().default(1),
    /**
     * The revision that last said something else than was said: a part of its name in playlists, where one name must not
     * mean two things. An end that becomes known is no contradiction.
     */
    edition: integer('edition').notNull().default(1),
    /** Taken back by the automation. The row stays, as it says which revision that was. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('on_air_marks_report_key').on(t.streamId, t.reportId),
    // playlists: marks between two instants; /songs/CHANNEL: an hour of a channel
    index('on_air_marks_span_idx').on(t.streamId, t.startsAt),
    // a song's own plays, newest first
    index('on_air_marks_song_idx')
      .on(t.songId, t.startsAt)
      .where(sql`${t.songId} is not null`),
    check('on_air_marks_kind', sql`${t.kind} in ('song', 'programme', 'bulletin', 'advertisement')`),
    check('on_air_marks_song', sql`(${t.kind} = 'song') = (${t.songId} is not null)`),
    check('on_air_marks_span', sql`${t.endsAt} is null or ${t.endsAt} > ${t.startsAt}`),
    check('on_air_marks_revision', sql`${t.revision} > 0 and ${t.edition} between 1 and ${t.revision}`),
  ],
);

/** Songs a member heard or kept: their own list, which they may empty. */
export const memberSongs = pgTable(
  'member_songs',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    markId: integer('mark_id')
      .notNull()
      .references(() => onAirMarks.id, { onDelete: 'cascade' }),
    /** `kept`: the member pressed; `heard`: it sounded in their player for half a minute. */
    how: text('how').$type<'heard' | 'kept'>().notNull(),
    heardAt: instant('heard_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.markId] }),
    // /member/userinfo/songs, newest first
    index('member_songs_list_idx').on(t.memberId, t.heardAt),
    check('member_songs_how', sql`${t.how} in ('heard', 'kept')`),
  ],
);
