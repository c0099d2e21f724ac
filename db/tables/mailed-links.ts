import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';
import { registrations } from './registration.ts';

/**
 * Single-use action of a mailed link. Opening the link has no effect; pressing the button on its page does, because
 * mail scanners open links.
 */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    id: id(),
    purpose: text('purpose').$type<'welcome' | 'reset' | 'verify' | 'change' | 'cancel'>().notNull(),
    /** SHA-256 of the code in the link. */
    codeHash: bytes('code_hash').notNull().unique(),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    registrationId: integer('registration_id').references(() => registrations.id, { onDelete: 'cascade' }),
    /** The address it was mailed to, which the link verifies. */
    email: text('email').notNull(),
    /** The member's credential epoch when it was mailed. Not used for registrations. */
    epoch: integer('epoch').notNull().default(1),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // using a link invalidates older ones of the same purpose
    index('mailed_links_member_idx').on(t.memberId, t.purpose),
    index('mailed_links_registration_idx').on(t.registrationId),
    index('mailed_links_expiry_idx').on(t.expiresAt),
    check('mailed_links_of', sql`num_nonnulls(${t.memberId}, ${t.registrationId}) = 1`),
    check('mailed_links_purpose', sql`${t.purpose} in ('welcome', 'reset', 'verify', 'change', 'cancel')`),
    // a used welcome link belongs to the member: opening it again says that the account exists
    check(
      'mailed_links_welcome',
      sql`case when ${t.purpose} = 'welcome' then ${t.registrationId} is not null or ${t.usedAt} is not null else ${t.registrationId} is null end`,
    ),
  ],
);
