import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, updatedAt } from '#db/columns.ts';
import { programArchives } from './archive.ts';
import { members } from './members.ts';
import { orders } from './payments.ts';
import { programs } from './programs.ts';

/** The price of one replay of a programme. Replays of a programme without a row are not sold individually. */
export const replayPrices = pgTable(
  'replay_prices',
  {
    programId: integer('program_id')
      .primaryKey()
      .references(() => programs.id),
    priceCents: integer('price_cents').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [check('replay_prices_price', sql`${t.priceCents} between 100 and 100000`)],
);

/**
 * A right to play one broadcast, bought without a plan. Two rights of one member to one broadcast never overlap:
 * `replay_purchases_no_overlap`, an exclusion constraint (btree_gist) of migration 0065.
 */
export const replayPurchases = pgTable(
  'replay_purchases',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    /** As bought. If that broadcast was merged since, the right is to the one it is part of. */
    archiveId: integer('archive_id')
      .notNull()
      .references(() => programArchives.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** Price paid. */
    paidCents: integer('paid_cents').notNull(),
    boughtAt: instant('bought_at').notNull(),
    /** Not after the end of availability that was known when it was bought. */
    endsAt: instant('ends_at').notNull(),
    /** Set if it was refunded. */
    endedAt: instant('ended_at'),
    /** When staff learned that the replay became unavailable before `ends_at`. */
    lostAt: instant('lost_at'),
  },
  (t) => [
    // playback: what a member owns; my replays
    index('replay_purchases_member_idx').on(t.memberId, t.boughtAt),
    // who bought a broadcast
    index('replay_purchases_archive_idx').on(t.archiveId),
    // one right for each line of an order
    uniqueIndex('replay_purchases_order_key').on(t.orderId, t.archiveId),
    // clock: rights that may have been lost
    index('replay_purchases_running_idx')
      .on(t.endsAt)
      .where(sql`ended_at is null and lost_at is null`),
    check('replay_purchases_paid', sql`${t.paidCents} >= 0`),
    check('replay_purchases_ends', sql`${t.endsAt} > ${t.boughtAt}`),
    check('replay_purchases_ended', sql`${t.endedAt} >= ${t.boughtAt}`),
  ],
);
