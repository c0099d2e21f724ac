import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';
import { programs } from './programs.ts';

/** A private feed address, by which a podcast app accesses a member's content without a session. */
export const podcastFeeds = pgTable(
  'podcast_feeds',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    name: text('name').notNull(),
    /** Null: the member's favourites at the time of the request. */
    programId: integer('program_id').references(() => programs.id),
    /** As in a playback: 11 is HD, 12 is SD. */
    quality: smallint('quality').$type<11 | 12>().notNull(),
    /** SHA-256 of the token in its address. The token is shown once and not stored. */
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    /** Last access, to the hour. */
    usedAt: instant('used_at'),
    /** Revoked feeds are kept for a while, so that apps get 410 and stop. */
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    // every request for a feed or its files
    uniqueIndex('podcast_feeds_token_key').on(t.tokenHash),
    // feeds of a member
    index('podcast_feeds_member_idx').on(t.memberId),
    index('podcast_feeds_program_idx').on(t.programId),
    // clock: feeds revoked long ago
    index('podcast_feeds_revoked_idx')
      .on(t.revokedAt)
      .where(sql`revoked_at is not null`),
    check('podcast_feeds_quality', sql`${t.quality} in (11, 12)`),
    check('podcast_feeds_name', sql`char_length(${t.name}) between 1 and 50`),
  ],
);
