import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';
import { programs } from './programs.ts';

/** An address under which a podcast program reads what a member may hear, without a session. */
export const podcastFeeds = pgTable(
  'podcast_feeds',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'restrict' }),
    name: text('name').notNull(),
    /** Null: the favourites of the member, as they are when it is read. */
    programId: integer('program_id').references(() => programs.id),
    /** As in a playback: 11 is HD, 12 is SD. */
    quality: smallint('quality').$type<11 | 12>().notNull(),
    /** SHA-256 of the token in its address, which nobody has but whom it was shown to. */
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    /** When it was read last, to the hour. */
    usedAt: instant('used_at'),
    /** One that was revoked stays for a while, so that programs are told to ask no more. */
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    // every reading of a feed and of its files
    uniqueIndex('podcast_feeds_token_key').on(t.tokenHash),
    // the feeds of a member
    index('podcast_feeds_member_idx').on(t.memberId),
    index('podcast_feeds_program_idx').on(t.programId),
    // clock: those that were revoked long ago
    index('podcast_feeds_revoked_idx')
      .on(t.revokedAt)
      .where(sql`revoked_at is not null`),
    check('podcast_feeds_quality', sql`${t.quality} in (11, 12)`),
    check('podcast_feeds_name', sql`char_length(${t.name}) between 1 and 50`),
  ],
);
