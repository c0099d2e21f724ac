import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';

/**
 * A timeline of its own: a channel, a tape that was never live, a film, or a live event. Positions, links and rights
 * refer to instants of a stream, so cutting again does not move anything saved. Rows are immutable and cached by
 * processes.
 */
export const mediaStreams = pgTable(
  'media_streams',
  {
    /** A channel's stream has the channel's number; tapes begin at 10,000, films at 1,000,000, events at 2,000,000. */
    id: integer('id').primaryKey(),
    kind: text('kind').$type<'channel' | 'tape' | 'film' | 'event'>().notNull(),
    name: text('name').notNull(),
    /** EXT-X-TARGETDURATION of its playlists, which must never change. */
    targetDurationMs: integer('target_duration_ms').notNull().default(4000),
    /** Renditions that encoders may push or that were imported. */
    ladder: text('ladder').array().notNull().default(['a64', 'a128', 'v360']),
    /** How far a live viewer can rewind. Null: the station's default. */
    windowMs: integer('window_ms'),
    createdAt: createdAt(),
  },
  (t) => [
    check('media_streams_kind', sql`${t.kind} in ('channel', 'tape', 'film', 'event')`),
    check(
      'media_streams_number',
      sql`${t.kind} = case when ${t.id} < 10000 then 'channel' when ${t.id} < 1000000 then 'tape' when ${t.id} < 2000000 then 'film' else 'event' end`,
    ),
    // Lookups around an instant begin at most 4.5 s before it.
    check('media_streams_target', sql`${t.targetDurationMs} between 1000 and 4000`),
    check('media_streams_radio', sql`${t.kind} not in ('channel', 'tape') or ${t.targetDurationMs} = 4000`),
    check('media_streams_window', sql`${t.windowMs} > 0`),
  ],
);

/** Encoders allowed to push to a stream, one token each, stored hashed (SHA-256, hex). */
export const encoders = pgTable('encoders', {
  id: id(),
  streamId: integer('stream_id')
    .notNull()
    .references(() => mediaStreams.id),
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
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    rendition: text('rendition').notNull(),
    /** SHA-256 of the bytes, hex. */
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    /** RFC 6381, such as `mp4a.40.2` or `avc1.64001e,mp4a.40.2`. */
    codecs: text('codecs').notNull(),
    timescale: integer('timescale').notNull(),
    /** Picture size. Null: sound only, or a single picture rendition. */
    width: integer('width'),
    height: integer('height'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('media_inits_content_key').on(t.streamId, t.rendition, t.sha256)],
);

/**
 * The timeline: every stored segment by stream, rendition and wall-clock start. A run is an unbroken push by one
 * encoder with one init; a playlist writes a discontinuity wherever the run changes.
 */
export const mediaSegments = pgTable(
  'media_segments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    rendition: text('rendition').notNull(),
    startsAt: instant('starts_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    initId: integer('init_id')
      .notNull()
      .references(() => mediaInits.id),
    encoderId: integer('encoder_id').references(() => encoders.id),
    /** The sequence number of the first segment of its run. */
    run: bigint('run', { mode: 'number' }).notNull(),
    /** Media sequence number of the rendition: never reused, never decreases, survives restarts. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** Number of discontinuities of the rendition before this segment. */
    discontinuity: bigint('discontinuity', { mode: 'number' }).notNull(),
    storageKey: text('storage_key').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (t) => [
    // ingest: a repeated push of an instant is the same segment; sequence number of a sibling rendition at an instant
    uniqueIndex('media_segments_instant_key').on(t.streamId, t.rendition, t.startsAt),
    uniqueIndex('media_segments_sequence_key').on(t.streamId, t.rendition, t.sequence),
    // retention: segments outside the window, oldest first
    index('media_segments_age_idx').on(t.startsAt),
    check('media_segments_duration', sql`${t.durationMs} > 0`),
  ],
);

/**
 * The live edge of one rendition. Its row is locked while a segment is appended, which serialises numbering. It
 * outlives the segments, so numbering continues after a night without any.
 */
export const mediaTimelines = pgTable(
  'media_timelines',
  {
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    rendition: text('rendition').notNull(),
    nextSequence: bigint('next_sequence', { mode: 'number' }).notNull().default(0),
    discontinuity: bigint('discontinuity', { mode: 'number' }).notNull().default(0),
    run: bigint('run', { mode: 'number' }).notNull().default(0),
    /** Of the last segment; all null until there is one. */
    startsAt: instant('starts_at'),
    durationMs: integer('duration_ms'),
    initId: integer('init_id').references(() => mediaInits.id),
    encoderId: integer('encoder_id').references(() => encoders.id),
    /** The encoder's own clock (tfdt) at the end of the segment. */
    mediaEndMs: bigint('media_end_ms', { mode: 'number' }),
    /** Time of indexing, from which the silence of the active encoder is measured. */
    indexedAt: instant('indexed_at'),
    /** Encoder that an operator puts on air with its next segment, and when this was asked; it lapses in seconds. */
    switchTo: integer('switch_to').references(() => encoders.id),
    switchAt: instant('switch_at'),
    /** The last message of the live spool that is in these tables: when its stream began (Unix ms), and its number there. */
    spoolEpoch: bigint('spool_epoch', { mode: 'number' }),
    spoolSequence: bigint('spool_sequence', { mode: 'number' }),
    /** Highest bit rate over about one target duration: BANDWIDTH. */
    peakBitsPerSecond: integer('peak_bits_per_second').notNull().default(0),
    /** Totals of everything ever placed, in bytes and time: AVERAGE-BANDWIDTH. */
    totalBytes: bigint('total_bytes', { mode: 'number' }).notNull().default(0),
    totalMs: bigint('total_ms', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.rendition] }),
    check('media_timelines_switch', sql`(${t.switchTo} is null) = (${t.switchAt} is null)`),
  ],
);

/** Captions of a film: one WebVTT file a language, served under the film's own grants. */
export const mediaCaptions = pgTable(
  'media_captions',
  {
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    /** BCP 47, such as `zh-HK`. */
    language: text('language').notNull(),
    /** Label in the language menu. */
    label: text('label').notNull(),
    storageKey: text('storage_key').notNull(),
    /** End of the last cue, from the beginning of the film. */
    durationMs: integer('duration_ms').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.streamId, t.language] })],
);

/** The init that each encoder sent last, used to read its next segments, and when it was last heard. */
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
    /** Arrival of its last segment, on air, on standby or dropped. */
    heardAt: instant('heard_at'),
    /** Names of its last playlist that are not placed yet. Only with the live spool. */
    awaited: jsonb('awaited').$type<{ file: string; startsAt: number }[]>(),
  },
  (t) => [primaryKey({ columns: [t.encoderId, t.rendition] })],
);

/**
 * Segments that arrived but are not on the timeline yet: awaiting a playlist that names them, or sent by a standby
 * encoder. Written before the bytes are stored, so that no stored object lacks a row.
 */
export const mediaUploads = pgTable(
  'media_uploads',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    encoderId: integer('encoder_id')
      .notNull()
      .references(() => encoders.id),
    rendition: text('rendition').notNull(),
    /** The encoder's file name, which its playlist refers to. */
    file: text('file').notNull(),
    storageKey: text('storage_key').notNull().unique(),
    /** Null until the bytes are stored. */
    storedAt: instant('stored_at'),
    /** Null until a playlist or a header gives the air time. */
    startsAt: instant('starts_at'),
    /** Playlists that named it while an earlier segment was missing; it waits for that one until the next playlist. */
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
    // ingest: pending segments of an encoder
    index('media_uploads_encoder_idx').on(t.encoderId, t.rendition),
    // retention: segments never placed
    index('media_uploads_age_idx').on(t.createdAt),
  ],
);

/** Storage objects without a reference: removed when due, then forgotten. */
export const mediaDiscards = pgTable(
  'media_discards',
  {
    storageKey: text('storage_key').primaryKey(),
    dueAt: instant('due_at').notNull().defaultNow(),
  },
  (t) => [
    // retention: objects due for removal
    index('media_discards_due_idx').on(t.dueAt),
  ],
);

/**
 * A kept hour of a rendition beyond the rewind window. A `pack` is one object with byte ranges indexed here, instead of
 * a row per segment. A `loop` has no bytes: its segments are generated on demand (the demo).
 */
export const mediaHours = pgTable(
  'media_hours',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    rendition: text('rendition').notNull(),
    /** A full hour; a segment belongs to the hour in which it begins. */
    startsAt: instant('starts_at').notNull(),
    kind: text('kind').$type<'pack' | 'loop'>().notNull(),
    firstSequence: bigint('first_sequence', { mode: 'number' }).notNull(),
    lastSequence: bigint('last_sequence', { mode: 'number' }).notNull(),
    /** Null for a loop. */
    storageKey: text('storage_key').unique(),
    bytes: integer('bytes').notNull().default(0),
    /** Its segments: number, start, length, discontinuity, init, offset in the object. Null for a loop. */
    index: bytes('index'),
    /** Init of a loop's segments. Null for a pack, whose index has it. */
    initId: integer('init_id').references(() => mediaInits.id),
    /** When parts of it may expire. Null: all of it is kept until released. */
    reviewAt: instant('review_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // replay: hours between two instants; packing: an hour is packed once
    uniqueIndex('media_hours_hour_key').on(t.streamId, t.rendition, t.startsAt),
    // segment by number
    index('media_hours_sequence_idx').on(t.streamId, t.rendition, t.firstSequence),
    // retention: hours with parts that may expire
    index('media_hours_review_idx').on(t.reviewAt),
    check('media_hours_kind', sql`${t.kind} in ('pack', 'loop')`),
    check(
      'media_hours_bytes',
      sql`(${t.kind} = 'loop') = (${t.storageKey} is null) and (${t.kind} = 'loop') = (${t.index} is null) and (${t.kind} = 'loop') = (${t.initId} is not null)`,
    ),
    check('media_hours_numbers', sql`${t.lastSequence} >= ${t.firstSequence}`),
  ],
);

/** Spans of sound kept beyond the window, and until when. Null: until released. */
export const mediaKeeps = pgTable(
  'media_keeps',
  {
    id: id(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    keptUntil: instant('kept_until'),
    /** Reason for keeping it, such as `archive/123`; unique in a stream. */
    why: text('why').notNull(),
  },
  (t) => [
    uniqueIndex('media_keeps_why_key').on(t.streamId, t.why),
    // retention: reasons to keep an hour; few spans end after an hour that leaves the window
    index('media_keeps_span_idx').on(t.streamId, t.endsAt, t.startsAt),
    check('media_keeps_span', sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

/** Spans that nobody may hear in any form: live window, replays, clips. */
export const mediaRemovals = pgTable(
  'media_removals',
  {
    id: id(),
    streamId: integer('stream_id')
      .notNull()
      .references(() => mediaStreams.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    why: text('why').$type<'rights' | 'law' | 'error'>().notNull(),
    createdAt: createdAt(),
    liftedAt: instant('lifted_at'),
  },
  (t) => [
    // every process caches those in force
    index('media_removals_span_idx').on(t.streamId, t.startsAt),
    check('media_removals_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('media_removals_why', sql`${t.why} in ('rights', 'law', 'error')`),
  ],
);
