import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
    run: bigint('run', { mode: 'number' }).notNull(),
    /** Media sequence number of the rendition: never reused, never goes back, survives restarts. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** Number of discontinuities of the rendition before this segment. */
    discontinuity: bigint('discontinuity', { mode: 'number' }).notNull(),
    storageKey: text('storage_key').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (t) => [
    // ingest: a second push of the same instant is the same segment
    uniqueIndex('media_segments_instant_key').on(t.channelId, t.rendition, t.startsAt),
    uniqueIndex('media_segments_sequence_key').on(t.channelId, t.rendition, t.sequence),
    // retention: what left the window, oldest first
    index('media_segments_age_idx').on(t.startsAt),
    check('media_segments_duration', sql`${t.durationMs} > 0`),
  ],
);
