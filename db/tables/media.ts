import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { channels } from '#db/tables/timetable.ts';

/** Who may push to a channel: one token each, stored hashed (SHA-256, hex). */
export const encoders = pgTable('encoders', {
  id: id(),
  channelId: integer('channel_id')
    .notNull()
    .references(() => channels.id),
  name: text('name').notNull().unique(),
  tokenHash: text('token_hash').notNull().unique(),
  /** EntityStatus: an inactive encoder is refused. */
  status: integer('status').notNull().default(1),
  createdAt: createdAt(),
});

/** An initialisation segment (ftyp + moov), stored once per content. */
export const mediaInits = pgTable(
  'media_inits',
  {
    id: id(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    rendition: text('rendition').notNull(),
    /** SHA-256 of the bytes, hex. */
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    /** RFC 6381, such as `mp4a.40.2` or `avc1.64001e,mp4a.40.2`. */
    codecs: text('codecs').notNull(),
    timescale: integer('timescale').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('media_inits_content_key').on(t.channelId, t.rendition, t.sha256)],
);

/**
 * The timeline of sound: every stored segment by channel, rendition and wall-clock start. A run is an unbroken push
 * by one encoder with one init; a playlist writes a discontinuity wherever the run changes.
 */
export const mediaSegments = pgTable(
  'media_segments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    rendition: text('rendition').notNull(),
    startsAt: instant('starts_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    initId: integer('init_id')
      .notNull()
      .references(() => mediaInits.id),
    encoderId: integer('encoder_id').references(() => encoders.id),
    /** The sequence number of the first segment of its run. */
    run: bigint('run', { mode: 'number' }).notNull(),
    /** Media sequence number of the rendition: never reused, never goes back, survives restarts. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** Number of discontinuities of the rendition before this segment. */
    discontinuity: bigint('discontinuity', { mode: 'number' }).notNull(),
    storageKey: text('storage_key').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (t) => [
    // ingest: a second push of the same instant is the same segment; the number a sibling rendition has at an instant
    uniqueIndex('media_segments_instant_key').on(t.channelId, t.rendition, t.startsAt),
    uniqueIndex('media_segments_sequence_key').on(t.channelId, t.rendition, t.sequence),
    // retention: what left the window, oldest first
    index('media_segments_age_idx').on(t.startsAt),
    check('media_segments_duration', sql`${t.durationMs} > 0`),
  ],
);

/**
 * The live edge of one rendition. Its row is locked while a segment is appended, so numbers are given one at a time,
 * and it outlives the segments, so numbers go on after a night without any.
 */
export const mediaTimelines = pgTable(
  'media_timelines',
  {
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    rendition: text('rendition').notNull(),
    nextSequence: bigint('next_sequence', { mode: 'number' }).notNull().default(0),
    discontinuity: bigint('discontinuity', { mode: 'number' }).notNull().default(0),
    run: bigint('run', { mode: 'number' }).notNull().default(0),
    /** Of the last segment; all null until there is one. */
    startsAt: instant('starts_at'),
    durationMs: integer('duration_ms'),
    initId: integer('init_id').references(() => mediaInits.id),
    encoderId: integer('encoder_id').references(() => encoders.id),
    /** Where the encoder's own clock (tfdt) stood at its end. */
    mediaEndMs: bigint('media_end_ms', { mode: 'number' }),
    /** When it was indexed: how long the encoder that holds the rendition has been silent. */
    indexedAt: instant('indexed_at'),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.rendition] })],
);

/** The init each encoder sent last: the one its next segments are read with. */
export const mediaFeeds = pgTable(
  'media_feeds',
  {
    encoderId: integer('encoder_id')
      .notNull()
      .references(() => encoders.id),
    rendition: text('rendition').notNull(),
    initId: integer('init_id')
      .notNull()
      .references(() => mediaInits.id),
  },
  (t) => [primaryKey({ columns: [t.encoderId, t.rendition] })],
);

/**
 * Segments that arrived and are not on the timeline yet: waiting to be named by a playlist, or sent by an encoder
 * that stands by. Written before the bytes are, so that no stored object is ever without a row.
 */
export const mediaUploads = pgTable(
  'media_uploads',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    encoderId: integer('encoder_id')
      .notNull()
      .references(() => encoders.id),
    rendition: text('rendition').notNull(),
    /** The name the encoder gave it, which its playlist will use. */
    file: text('file').notNull(),
    storageKey: text('storage_key').notNull().unique(),
    /** Null until the bytes are stored. */
    storedAt: instant('stored_at'),
    /** Null until a playlist or a header says when it was on air. */
    startsAt: instant('starts_at'),
    /** Named while a segment before it was missing: it waits for that one until the next playlist. */
    waits: integer('waits').notNull().default(0),
    durationMs: integer('duration_ms').notNull(),
    mediaStartMs: bigint('media_start_ms', { mode: 'number' }).notNull(),
    initId: integer('init_id')
      .notNull()
      .references(() => mediaInits.id),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // ingest: what an encoder has waiting
    index('media_uploads_encoder_idx').on(t.encoderId, t.rendition),
    // retention: what was never placed
    index('media_uploads_age_idx').on(t.createdAt),
  ],
);

/** Objects in storage that nothing refers to any more: removed, then forgotten. */
export const mediaDiscards = pgTable('media_discards', { storageKey: text('storage_key').primaryKey() });
