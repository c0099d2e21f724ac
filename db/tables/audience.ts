import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { dayHk, instant } from '#db/columns.ts';

// All sums are integers, so that the result does not depend on the order of reports or the machine.

/** Listeners by wall-clock minute: heard milliseconds / 60,000 is the number of listeners in that minute. */
export const audienceMinutes = pgTable(
  'audience_minutes',
  {
    minute: instant('minute').notNull(),
    channel: smallint('channel').notNull(),
    rendition: text('rendition').notNull(),
    /** 0: at the live edge; 1: behind it. */
    behind: smallint('behind').notNull().default(0),
    heardMs: bigint('heard_ms', { mode: 'number' }).notNull(),
    /** Sessions that heard any of it. */
    sessions: integer('sessions').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.channel, t.rendition, t.behind] })],
);

/** Listening by minute of the stream: live, behind and in replays. The basis of a programme's figures. */
export const audiencePositions = pgTable(
  'audience_positions',
  {
    streamId: integer('stream_id').notNull(),
    /** The minute of the stream. */
    minute: instant('minute').notNull(),
    /** `live`, `behind` or `replay`. */
    how: text('how').$type<'live' | 'behind' | 'replay'>().notNull(),
    /** The day of listening, so that a day can be recomputed on its own. */
    dayHk: dayHk('day_hk').notNull(),
    heardMs: bigint('heard_ms', { mode: 'number' }).notNull(),
    sessions: integer('sessions').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.minute, t.how, t.dayHk] }),
    // recomputing a day
    index('audience_positions_day_idx').on(t.dayHk),
  ],
);

/** Counts by day: readers of an article, plays of a replay or film, searches, errors. */
export const audienceDays = pgTable(
  'audience_days',
  {
    dayHk: dayHk('day_hk').notNull(),
    /** `channel`, `rendition`, `article`, `replay`, `film`, `search`, `search-empty`, `error`, `agent`. */
    kind: text('kind').notNull(),
    /** An id, a keyword or a cause, as text. */
    key: text('key').notNull(),
    events: bigint('events', { mode: 'number' }).notNull().default(0),
    sessions: integer('sessions').notNull().default(0),
    /** Distinct pseudonyms, counted only with consent. */
    visitors: integer('visitors').notNull().default(0),
    heardMs: bigint('heard_ms', { mode: 'number' }).notNull().default(0),
    /** The largest weight of a report: 1 unless reports were sampled. */
    weight: smallint('weight').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.dayHk, t.kind, t.key] }),
    // most-viewed lists: days of one kind
    index('audience_days_kind_idx').on(t.kind, t.dayHk),
  ],
);

/**
 * Advertising by day and ad slot. Money is in millionths of a Hong Kong dollar, because a single impression of a CPM
 * costs a fraction of a cent.
 */
export const adDays = pgTable(
  'ad_days',
  {
    dayHk: dayHk('day_hk').notNull(),
    slot: text('slot').notNull(),
    pageGroup: text('page_group').notNull(),
    /** Bidder that filled the slot, `direct` or `house`. Empty: unfilled. */
    bidder: text('bidder').notNull(),
    /** Advertiser as named by the bidder or ad server. Empty: none. */
    advertiser: text('advertiser').notNull(),
    requests: bigint('requests', { mode: 'number' }).notNull().default(0),
    fills: bigint('fills', { mode: 'number' }).notNull().default(0),
    viewables: bigint('viewables', { mode: 'number' }).notNull().default(0),
    clicks: bigint('clicks', { mode: 'number' }).notNull().default(0),
    drops: bigint('drops', { mode: 'number' }).notNull().default(0),
    reports: bigint('reports', { mode: 'number' }).notNull().default(0),
    revenueMicros: bigint('revenue_micros', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.dayHk, t.slot, t.pageGroup, t.bidder, t.advertiser] })],
);

/**
 * Creatives of sold advertising that frames dropped or listeners reported, by day, for the room that blocks them. A
 * creative that its sender did not name is an empty text.
 */
export const adFaultDays = pgTable(
  'ad_fault_days',
  {
    dayHk: dayHk('day_hk').notNull(),
    advertiser: text('advertiser').notNull(),
    creative: text('creative').notNull(),
    /** Why a frame dropped it, or `reported`. */
    reason: text('reason').notNull(),
    events: bigint('events', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.dayHk, t.advertiser, t.creative, t.reason] })],
);

/** Hong Kong days with reports that the figures do not include yet. */
export const audienceDirty = pgTable('audience_dirty', {
  dayHk: dayHk('day_hk').primaryKey(),
  /** The figures include reports received up to here. */
  computedTo: instant('computed_to'),
  /** A report arrived since. */
  isDirty: boolean('is_dirty').notNull().default(true),
  /** No further reports are accepted. */
  isFinal: boolean('is_final').notNull().default(false),
  computedAt: instant('computed_at'),
});

/** Reports that arrived too late for the figures, by the day they describe. */
export const trackingLate = pgTable('tracking_late', {
  dayHk: dayHk('day_hk').primaryKey(),
  reports: bigint('reports', { mode: 'number' }).notNull().default(0),
  heardMs: bigint('heard_ms', { mode: 'number' }).notNull().default(0),
});
