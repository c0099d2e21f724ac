import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '#db/columns.ts';
import { mediaStreams } from './media.ts';
import { members } from './members.ts';
import { programs } from './programs.ts';

/** A recording as identified by the station's automation: the same title by the same artists is one recording. */
export const playedSongs = pgTable(
  'played_songs',
  {
    id: id(),
    title: text('title').notNull(),
    artist: text('artist').notNull(),
    /** Title and artist, ignoring case, width and spaces; if staff want another spelling, followed by both as spelled. */
    nameKey: text('name_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('played_songs_name_key').on(t.nameKey),
    // what a singer sang, for those who follow the singer
    index('played_songs_singer_idx').on(sql`split_part(${t.nameKey}, chr(10), 2)`),
  ],
);

/**
 * What was on air when, as timed metadata of the stream (EXT-X-DATERANGE): songs, programmes, bulletins,
 * advertisements. Marks refer to instants of a stream, so they are valid live, behind and in replays.
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
    /** Null: still on air, or the end was never reported. */
    endsAt: instant('ends_at'),
    songId: integer('song_id').references(() => playedSongs.id),
    programId: integer('program_id').references(() => programs.id),
    title: text('title').notNull().default(''),
    /** The automation's report id and revision. Older revisions are ignored. */
    reportId: text('report_id').notNull(),
    revision: integer('revision').notNull().default(1),
    /**
     * The revision that last changed the content. Part of the DATERANGE id in playlists, where one id must not have two
     * meanings. Adding the end is not a change.
     */
    edition: integer('edition').notNull().default(1),
    /** Withdrawn by the automation or by hand. The row remains, to record the revision. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    /** Song and withdrawal were set by staff. Reports change only times then. */
    isByHand: boolean('is_by_hand').notNull().default(false),
    /** Changes by hand. Added to the edition in the DATERANGE id. */
    corrections: integer('corrections').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('on_air_marks_report_key').on(t.streamId, t.reportId),
    // playlists: marks between two instants; /songs/CHANNEL: an hour of a channel
    index('on_air_marks_span_idx').on(t.streamId, t.startsAt),
    // plays of a song, newest first
    index('on_air_marks_song_idx')
      .on(t.songId, t.startsAt)
      .where(sql`${t.songId} is not null`),
    check('on_air_marks_kind', sql`${t.kind} in ('song', 'programme', 'bulletin', 'advertisement')`),
    check('on_air_marks_song', sql`(${t.kind} = 'song') = (${t.songId} is not null)`),
    check('on_air_marks_span', sql`${t.endsAt} is null or ${t.endsAt} > ${t.startsAt}`),
    check('on_air_marks_revision', sql`${t.revision} > 0 and ${t.edition} between 1 and ${t.revision}`),
    check('on_air_marks_corrections', sql`${t.corrections} >= 0 and (${t.kind} = 'song' or not ${t.isByHand})`),
  ],
);

/** Songs that a member heard or saved. Members may clear the list. */
export const memberSongs = pgTable(
  'member_songs',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    markId: integer('mark_id')
      .notNull()
      .references(() => onAirMarks.id, { onDelete: 'cascade' }),
    /** `kept`: saved by the member; `heard`: played for half a minute. */
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
