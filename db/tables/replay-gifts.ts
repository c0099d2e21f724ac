import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, createdAt, dayHk, id, instant } from '#db/columns.ts';
import { programArchives } from './archive.ts';
import { members } from './members.ts';

/** A replay that a subscriber gives to one other member for two days. */
export const replayGifts = pgTable(
  'replay_gifts',
  {
    id: id(),
    giverId: integer('giver_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    /** As given. If that broadcast was merged since, the right is to the one it is part of. */
    archiveId: integer('archive_id')
      .notNull()
      .references(() => programArchives.id),
    /** First day of the Hong Kong month whose gift it is. */
    monthHk: dayHk('month_hk').notNull(),
    /** SHA-256 of the link's code. */
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    /** The link lapses if it was not accepted by then. */
    expiresAt: instant('expires_at').notNull(),
    recipientId: integer('recipient_id').references(() => members.id, { onDelete: 'restrict' }),
    acceptedAt: instant('accepted_at'),
    /** End of the right. */
    endsAt: instant('ends_at'),
    /** Set if nobody accepted it. */
    endedAt: instant('ended_at'),
    endedWhy: text('ended_why').$type<'withdrawn' | 'lapsed'>(),
  },
  (t) => [
    // a link that is opened
    uniqueIndex('replay_gifts_token_key').on(t.tokenHash),
    // one gift a month, unless it returned; gifts of a member
    uniqueIndex('replay_gifts_month_key')
      .on(t.giverId, t.monthHk)
      .where(sql`ended_at is null`),
    index('replay_gifts_giver_idx').on(t.giverId, t.createdAt),
    // playback: what a member was given
    index('replay_gifts_recipient_idx').on(t.recipientId, t.endsAt),
    index('replay_gifts_archive_idx').on(t.archiveId),
    check('replay_gifts_month', sql`extract(day from ${t.monthHk}) = 1`),
    check('replay_gifts_other', sql`${t.recipientId} <> ${t.giverId}`),
    check(
      'replay_gifts_accepted',
      sql`(${t.acceptedAt} is null) = (${t.recipientId} is null) and (${t.acceptedAt} is null) = (${t.endsAt} is null)
        and ${t.acceptedAt} < ${t.expiresAt} and ${t.endsAt} = ${t.acceptedAt} + interval '48 hours'`,
    ),
    // What was accepted stays.
    check(
      'replay_gifts_ended',
      sql`(${t.endedAt} is null) = (${t.endedWhy} is null) and (${t.endedAt} is null or ${t.acceptedAt} is null)
        and ${t.endedWhy} in ('withdrawn', 'lapsed')`,
    ),
  ],
);
