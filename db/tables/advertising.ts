import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { staffAccounts } from '#db/tables/staff.ts';

/** Advertisements of the station itself: checked and re-encoded pictures with a link. They do not change. */
export const houseCreatives = pgTable(
  'house_creatives',
  {
    id: id(),
    name: text('name').notNull(),
    /** Name in the file store of what is served: WebP without metadata. */
    fileSha256: text('file_sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    /** More than one: an animation, which plays once. */
    frames: integer('frames').notNull(),
    /** Time from the first frame to the last; 0 for a still picture. */
    durationMs: integer('duration_ms').notNull(),
    /** CPU time that decoding all of it took at the upload. */
    decodeMs: integer('decode_ms').notNull(),
    /** In Chinese, for those who do not see the picture. */
    alt: text('alt').notNull(),
    /** A path of the site, or a whole https address. */
    target: text('target').notNull(),
    createdBy: integer('created_by').references(() => staffAccounts.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('house_creatives_words', sql`btrim(${t.name}) <> '' and btrim(${t.alt}) <> ''`),
    check('house_creatives_hash', sql`${t.fileSha256} ~ '^[0-9a-f]{64}$'`),
    check('house_creatives_size', sql`${t.width} > 0 and ${t.height} > 0 and ${t.bytes} between 1 and 150000`),
    check('house_creatives_animation', sql`${t.frames} >= 1 and ${t.durationMs} between 0 and 5000`),
    check('house_creatives_decode', sql`${t.decodeMs} between 0 and 500`),
    check('house_creatives_target', sql`${t.target} ~ '^(/|/[^/].*|https://[^/].*)$'`),
  ],
);

/** A creative in ad slots from a start to an end. */
export const houseBookings = pgTable(
  'house_bookings',
  {
    id: id(),
    creativeId: integer('creative_id')
      .notNull()
      .references(() => houseCreatives.id),
    /** Names of slots, or of all slots of a type on the pages of a group: `home-banner-1`, `hotTopics-native`. */
    slots: text('slots').array().notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Its share of a slot is its part of the sum of those that are on there. */
    weight: smallint('weight').notNull(),
    cancelledAt: instant('cancelled_at'),
    changedBy: integer('changed_by').references(() => staffAccounts.id),
    createdAt: createdAt(),
  },
  (t) => [
    // every page: those of now; desk: by state
    index('house_bookings_ends_idx').on(t.endsAt, t.id),
    // desk: where a creative is booked
    index('house_bookings_creative_idx').on(t.creativeId),
    check('house_bookings_slots', sql`cardinality(${t.slots}) between 1 and 20`),
    check(
      'house_bookings_span',
      sql`${t.endsAt} > ${t.startsAt} and ${t.endsAt} <= ${t.startsAt} + interval '366 days'`,
    ),
    check('house_bookings_weight', sql`${t.weight} between 1 and 100`),
  ],
);

/** Advertisers and creatives that the frames of sold advertising refuse. Empty: any. */
export const blockedCreatives = pgTable(
  'blocked_creatives',
  {
    id: id(),
    /** Domain, or the id that the ad server gives; in lower case. */
    advertiser: text('advertiser').notNull().default(''),
    /** Id that its bidder or the ad server gives. */
    creative: text('creative').notNull().default(''),
    reason: text('reason').notNull(),
    blockedBy: integer('blocked_by').references(() => staffAccounts.id),
    createdAt: createdAt(),
    liftedAt: instant('lifted_at'),
  },
  (t) => [
    // the frames: those in force, each once
    uniqueIndex('blocked_creatives_force_key')
      .on(t.advertiser, t.creative)
      .where(sql`lifted_at is null`),
    check('blocked_creatives_named', sql`${t.advertiser} <> '' or ${t.creative} <> ''`),
    check('blocked_creatives_reason', sql`btrim(${t.reason}) <> ''`),
  ],
);
