import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, oneOf } from '#db/columns.ts';
import { FOLLOW_KINDS, type FollowKind } from '#shared/follow-kinds.ts';
import { members } from './members.ts';

/** What members follow. A guest's list is kept in the browser and joined at log-in. */
export const follows = pgTable(
  'follows',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<FollowKind>().notNull(),
    /** Id of the programme, host, song or event; folded name of the singer; name of the district or tunnel. */
    subject: text('subject').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.kind, t.subject] }),
    // receivers
    index('follows_subject_idx').on(t.kind, t.subject, t.memberId),
    check('follows_kind', sql`${t.kind} in (${oneOf(FOLLOW_KINDS)})`),
    check('follows_subject', sql`length(${t.subject}) between 1 and 120`),
  ],
);
