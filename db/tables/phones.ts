import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** A pending change of phone number, until verified or expired (changeUserPhoneNoRequestId). */
export const phoneChanges = pgTable(
  'phone_changes',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    phoneNoCountry: integer('phone_no_country').notNull(),
    phoneNo: text('phone_no').notNull(),
    verifySms: boolean('verify_sms').notNull(),
    state: text('state').$type<'open' | 'done' | 'replaced'>().notNull().default('open'),
    /** The member's credential epoch at the request: void once that is incremented. */
    epoch: integer('epoch').notNull().default(1),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // one pending change a member: a newer one replaces it
    uniqueIndex('phone_changes_open_idx')
      .on(t.memberId)
      .where(sql`${t.state} = 'open'`),
    check('phone_changes_state', sql`${t.state} in ('open', 'done', 'replaced')`),
  ],
);
