import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { mediaStreams } from './media.ts';
import { members } from './members.ts';
import { orders } from './payments.ts';
import { programs } from './programs.ts';

/** Source of a rental. `hand`: granted by staff. */
const RENTAL_SOURCES = ['order', 'code', 'hand'] as const;
/** Why a rental ended early. */
const RENTAL_ENDED_WHY = ['refunded', 'withdrawn'] as const;

export const videoCategories = pgTable(
  'video_categories',
  {
    id: id(),
    name: text('name').notNull(),
    /** Order on the landing page. */
    position: integer('position').notNull().default(0),
  },
  (t) => [unique('video_categories_name').on(t.name)],
);

/** A film for rent. The stream has its picture and sound; without one it is announced and not on sale. */
export const videos = pgTable(
  'videos',
  {
    id: id(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => videoCategories.id),
    title: text('title').notNull(),
    /** A line under its title. */
    tagline: text('tagline').notNull().default(''),
    story: text('story').notNull().default(''),
    /** Credits in display order. */
    credits: jsonb('credits').$type<{ role: string; names: string[] }[]>().notNull().default([]),
    /** Spoken language, as displayed. */
    spoken: text('spoken').notNull().default(''),
    /** Name in the picture store. */
    keyart: text('keyart').notNull(),
    /** The programme it derives from. */
    programId: integer('program_id').references(() => programs.id),
    streamId: integer('stream_id').references(() => mediaStreams.id),
    durationMs: integer('duration_ms'),
    trailerStreamId: integer('trailer_stream_id').references(() => mediaStreams.id),
    trailerMs: integer('trailer_ms'),
    /** Next film of a series. */
    nextId: integer('next_id'),
    priceCents: integer('price_cents').notNull(),
    /** Rental period in days from payment, and hours from the first moving picture. */
    rentDays: smallint('rent_days').notNull().default(30),
    watchHours: smallint('watch_hours').notNull().default(48),
    /** Sort order on the landing page, smallest first; position 0 is the hero. */
    position: integer('position').notNull().default(100),
    publishedAt: instant('published_at').notNull(),
    /** End of sale; rentals already sold run their full time. */
    sellsUntil: instant('sells_until'),
    createdAt: createdAt(),
  },
  (t) => [
    // category page, and the list of all films
    index('videos_category_idx').on(t.categoryId, t.publishedAt),
    index('videos_published_idx').on(t.publishedAt),
    index('videos_program_idx').on(t.programId),
    index('videos_next_idx').on(t.nextId),
    // feed of a host: films that name somebody in their credits
    index('videos_credits_idx').using('gin', t.credits.op('jsonb_path_ops')),
    // film of a playing stream
    uniqueIndex('videos_stream_key').on(t.streamId),
    uniqueIndex('videos_trailer_key').on(t.trailerStreamId),
    check('videos_price', sql`${t.priceCents} > 0`),
    check('videos_windows', sql`${t.rentDays} between 1 and 366 and ${t.watchHours} between 1 and 8784`),
    check('videos_picture', sql`(${t.streamId} is null) = (${t.durationMs} is null) and ${t.durationMs} > 0`),
    check('videos_trailer', sql`(${t.trailerStreamId} is null) = (${t.trailerMs} is null) and ${t.trailerMs} > 0`),
    check('videos_next', sql`${t.nextId} <> ${t.id}`),
  ],
);

/**
 * A rental. Its end is derived from the other columns, as a constraint verifies: the earlier of `watch_by` and
 * `watch_hours` from the first moving picture, extended by time credited for outages. Two rentals of one film by one
 * member never overlap: `rentals_no_overlap`, an exclusion constraint (btree_gist) of migration 0023.
 */
export const rentals = pgTable(
  'rentals',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    videoId: integer('video_id')
      .notNull()
      .references(() => videos.id),
    source: text('source').$type<(typeof RENTAL_SOURCES)[number]>().notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    /** Price paid. */
    paidCents: integer('paid_cents').notNull().default(0),
    rentedAt: instant('rented_at').notNull(),
    /** Latest end, however late playback begins. */
    watchBy: instant('watch_by').notNull(),
    /** As of the time of rental. */
    watchHours: smallint('watch_hours').notNull(),
    /** Resume position in the film, as of the time of rental. Null: from the beginning. */
    resumeAt: instant('resume_at'),
    /** When its picture first moved. */
    startedAt: instant('started_at'),
    /** Compensation for outages, added to its end. */
    givenBackMs: bigint('given_back_ms', { mode: 'number' }).notNull().default(0),
    endsAt: instant('ends_at').notNull(),
    /** Set if it ended early. */
    endedAt: instant('ended_at'),
    endedWhy: text('ended_why').$type<(typeof RENTAL_ENDED_WHY)[number]>(),
    /** Hidden by the member from the list of past rentals. */
    hiddenAt: instant('hidden_at'),
  },
  (t) => [
    // my videos; may a member watch a film
    index('rentals_member_idx').on(t.memberId, t.endsAt),
    index('rentals_video_idx').on(t.videoId),
    // one rental for each film of an order
    uniqueIndex('rentals_order_key').on(t.orderId, t.videoId),
    // clock: rentals that ran during an outage
    index('rentals_ends_idx').on(t.endsAt),
    check('rentals_source', sql`${t.source} in ('order', 'code', 'hand')`),
    check('rentals_order', sql`(${t.source} = 'order') = (${t.orderId} is not null)`),
    check('rentals_paid', sql`${t.paidCents} >= 0`),
    check('rentals_watch_by', sql`${t.watchBy} > ${t.rentedAt} and ${t.watchHours} > 0 and ${t.givenBackMs} >= 0`),
    check('rentals_started', sql`${t.startedAt} >= ${t.rentedAt} and ${t.startedAt} < ${t.endsAt}`),
    // least() ignores nulls: before the first picture it is watch_by alone
    check(
      'rentals_ends',
      sql`${t.endsAt} = least(${t.watchBy}, ${t.startedAt} + ${t.watchHours} * interval '1 hour')
        + ${t.givenBackMs} * interval '1 millisecond'`,
    ),
    check('rentals_ended', sql`(${t.endedAt} is null) = (${t.endedWhy} is null) and ${t.endedAt} >= ${t.rentedAt}`),
    check('rentals_ended_why', sql`${t.endedWhy} in ('refunded', 'withdrawn')`),
  ],
);

/** Outages during which no film could be watched. Recorded by the clock or by staff. */
export const videoOutages = pgTable(
  'video_outages',
  {
    id: id(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    notedBy: text('noted_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('video_outages_span', sql`${t.endsAt} > ${t.startsAt}`), unique('video_outages_start').on(t.startsAt)],
);

/** Compensation of a rental for an outage, granted once. */
export const rentalCredits = pgTable(
  'rental_credits',
  {
    rentalId: integer('rental_id')
      .notNull()
      .references(() => rentals.id, { onDelete: 'cascade' }),
    outageId: integer('outage_id')
      .notNull()
      .references(() => videoOutages.id),
    ms: bigint('ms', { mode: 'number' }).notNull(),
    givenAt: instant('given_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.rentalId, t.outageId] }),
    index('rental_credits_outage_idx').on(t.outageId),
    check('rental_credits_ms', sql`${t.ms} > 0`),
  ],
);

/** When the clock last found films to be watchable: one row. */
export const videoPulse = pgTable(
  'video_pulse',
  {
    id: integer('id').primaryKey().default(1),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [check('video_pulse_one', sql`${t.id} = 1`)],
);
