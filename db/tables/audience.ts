import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { dayHk, instant } from '#db/columns.ts';

// All sums are integers, so that any order of reports and any machine gives the same.

/** Listeners by minute of the clock: heard milliseconds / 60,000 are the listeners of that minute. */
export const audienceMinutes = pgTable(
  'audience_minutes',
  {
    minute: instant('minute').notNull(),
    channel: smallint('channel').notNull(),
    rendition: text('rendition').notNull(),
    /** 0: at the edge; 1: behind it. */
    behind: smallint('behind').notNull().default(0),
    heardMs: bigint('heard_ms', { mode: 'number' }).notNull(),
    /** Sessions that heard any of it. */
    sessions: integer('sessions').notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.channel, t.rendition, t.behind] })],
);

/** The same by the minute of the stream that was heard, live, behind and in replays: what a programme's figures are made of. */
export const audiencePositions = pgTable(
  'audience_positions',
  {
    streamId: integer('stream_id').notNull(),
    /** The minute of the stream. */
    minute: instant('minute').notNull(),
    /** `live`, `behind` or `replay`. */
    how: text('how').$type<'live' | 'behind' | 'replay'>().notNull(),
    /** The day on which it was heard, so that a day can be computed again by itself. */
    dayHk: dayHk('day_hk').notNull(),
    heardMs: bigint('heard_ms', { mode: 'number' }).notNull(),
    sessions: integer('sessions').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.minute, t.how, t.dayHk] }),
    // computing a day again
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
    /** A number, a keyword or a cause, as text. */
    key: text('key').notNull(),
    events: bigint('events', { mode: 'number' }).notNull().default(0),
    sessions: integer('sessions').notNull().default(0),
    /** Distinct pseudonyms, where there was consent. */
    visitors: integer('visitors').notNull().default(0),
    heardMs: bigint('heard_ms', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.dayHk, t.kind, t.key] }),
    // lists of the most viewed: the days of one kind
    index('audience_days_kind_idx').on(t.kind, t.dayHk),
  ],
);

/** Advertisements by day and slot. Money is micro-dollars of Hong Kong (a thousandth of a CPM's cent would be lost in cents). */
export const adDays = pgTable(
  'ad_days',
  {
    dayHk: dayHk('day_hk').notNull(),
    slot: text('slot').notNull(),
    pageGroup: text('page_group').notNull(),
    /** Who filled it: a bidder, `direct`, `house`; empty: nobody. */
    bidder: text('bidder').notNull(),
    /** Whom it is for, as bidder or ad server says; empty: nobody. */
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

/** Hong Kong days of which something came that the figures do not have yet. */
export const audienceDirty = pgTable('audience_dirty', {
  dayHk: dayHk('day_hk').primaryKey(),
  /** Up to which receipt the figures have it. */
  computedTo: instant('computed_to'),
  /** A report for it came since. */
  isDirty: boolean('is_dirty').notNull().default(true),
  /** No report for it may come any more. */
  isFinal: boolean('is_final').notNull().default(false),
  computedAt: instant('computed_at'),
});

/** Reports that came too late to change a figure, by the day they are of. */
export const trackingLate = pgTable('tracking_late', {
  dayHk: dayHk('day_hk').primaryKey(),
  reports: bigint('reports', { mode: 'number' }).notNull().default(0),
  heardMs: bigint('heard_ms', { mode: 'number' }).notNull().default(0),
});
