import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from '#db/columns.ts';

/**
 * What browsers and apps reported, a row a report, as it came: what came twice is here twice, and counts once in the figures, as
 * heard time is a union of spans. Partitioned by the Hong Kong day of receipt (by hand, in the migration); without a primary key,
 * since a unique index would cost more than it saves.
 */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    /** When it came, by our clock: decides the partition. */
    receivedAt: instant('received_at').notNull(),
    /** ReportSource: by which call. */
    source: smallint('source').notNull(),
    /** ReportClass: listener 0, robot 1, the station's monitor 2. */
    reporter: smallint('reporter').notNull().default(0),
    /** The sender's random name for one stay: 22 letters of base64url. */
    session: text('session').notNull(),
    /** Counts the reports of a session. */
    seq: integer('seq').notNull(),
    /** When it happened: the sender's time, corrected by the difference of clocks at receipt. */
    happenedAt: instant('happened_at').notNull(),
    /** PlayEventType; null: a tag, an error, an advertisement. */
    trackingType: smallint('tracking_type'),
    /** Bits of ConsentPurpose that the signed token had; 0: none, and then nothing below that names anybody. */
    consent: smallint('consent').notNull().default(0),
    /** The pseudonym of a browser that agreed to statistics; null: did not. */
    visitor: text('visitor'),
    memberId: integer('member_id'),
    /** The address cut to /24 or /48. */
    network: text('network'),
    /** Such as `chrome`, `safari`, `app`. */
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
     * Spans that were heard, three numbers each: from and to by the corrected clock, Unix milliseconds, and the instant of the
     * stream (milliseconds; of a file the place in it) that was heard at its beginning.
     */
    heard: bigint('heard', { mode: 'number' }).array().notNull().default([]),
    keyword: text('keyword'),
    tagType: smallint('tag_type'),
    /** How many a search found. */
    results: integer('results'),
    /** What the call has beyond that: an error, an advertisement, the player's state. */
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (t) => [
    // roll-ups: what came since they last looked
    index('tracking_events_received_idx').on(t.receivedAt),
    // roll-ups: the reports of a minute that is dirty; sessions that were heard around it
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

/** Sessions that fetched live playlists, counted by the origin: what coverage is measured against. */
export const listeningSessions = pgTable(
  'listening_sessions',
  {
    minute: instant('minute').notNull(),
    streamId: integer('stream_id').notNull(),
    /** Distinct players by a salted hash of address and agent, of this process. */
    players: integer('players').notNull(),
    /** Which process counted. */
    process: text('process').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.streamId, t.process] })],
);
