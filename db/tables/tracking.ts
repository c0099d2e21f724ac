import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

/**
 * Reports of browsers and apps as received, one row each. Duplicates are stored, but count once in the figures because
 * heard time is a union of spans. Partitioned by Hong Kong day of receipt (manually, in the migration). There is no
 * primary key, since a unique index would cost more than it saves.
 */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    /** Time of receipt by our clock; selects the partition. */
    receivedAt: instant('received_at').notNull(),
    /** ReportSource: the call that reported it. */
    source: smallint('source').notNull(),
    /** ReportClass: listener 0, robot 1, the station's monitor 2. */
    reporter: smallint('reporter').notNull().default(0),
    /** The sender's random session id: 22 characters of base64url. */
    session: text('session').notNull(),
    /** Sequence number within the session. */
    seq: integer('seq').notNull(),
    /** Time of the event: the sender's time, corrected by the clock offset at receipt. */
    happenedAt: instant('happened_at').notNull(),
    /** PlayEventType. Null: a tag, an error, an advertisement. */
    trackingType: smallint('tracking_type'),
    /** Bits of ConsentPurpose from the signed token. 0: none, and then no identifying column below is set. */
    consent: smallint('consent').notNull().default(0),
    /** Pseudonym of a browser with consent to statistics. Null: no consent. */
    visitor: text('visitor'),
    memberId: integer('member_id'),
    /** The address truncated to /24 or /48. */
    network: text('network'),
    /** For example `chrome`, `safari`, `app`. */
    agent: text('agent'),
    platform: smallint('platform'),
    contentType: smallint('content_type'),
    contentId: integer('content_id'),
    mediaType: smallint('media_type'),
    programId: integer('program_id'),
    channel: smallint('channel'),
    rendition: text('rendition'),
    playbackLogId: bigint('playback_log_id', { mode: 'number' }),
    campaignId: integer('campaign_id'),
    /**
     * Heard spans of three numbers each: start and end by the corrected clock in Unix milliseconds, and the instant of
     * the stream at the start (milliseconds; for a file the position in it).
     */
    heard: bigint('heard', { mode: 'number' }).array().notNull().default([]),
    keyword: text('keyword'),
    tagType: smallint('tag_type'),
    /** Number of search results. */
    results: integer('results'),
    /** Number of sessions this one represents, where reports were sampled; always 1 for advertisements and read articles. */
    weight: smallint('weight').notNull().default(1),
    /** Further data of the call: an error, an advertisement, the player's state. */
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (t) => [
    // roll-ups: reports since the last run
    index('tracking_events_received_idx').on(t.receivedAt),
    // roll-ups: reports of a dirty minute; sessions heard around it
    index('tracking_events_happened_idx').on(t.happenedAt),
    // export and erasure of a member
    index('tracking_events_member_idx')
      .on(t.memberId)
      .where(sql`${t.memberId} is not null`),
    check('tracking_events_source', sql`${t.source} between 1 and 5`),
    check('tracking_events_reporter', sql`${t.reporter} between 0 and 2`),
    check('tracking_events_nobody', sql`(${t.consent} & 1) = 1 or (${t.visitor} is null and ${t.memberId} is null)`),
    check('tracking_events_heard', sql`cardinality(${t.heard}) % 3 = 0`),
  ],
);

/** Sessions that fetched live playlists, counted by the origin: the reference for coverage. */
export const listeningSessions = pgTable(
  'listening_sessions',
  {
    minute: instant('minute').notNull(),
    streamId: integer('stream_id').notNull(),
    /** Distinct players of this process, by a salted hash of address and agent. */
    players: integer('players').notNull(),
    /** The counting process. */
    process: text('process').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.streamId, t.process] })],
);
