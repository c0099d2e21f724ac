import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members, registrations } from './members.ts';

/** Where a member is logged in. The browser holds the token, this its SHA-256. */
export const memberSessions = pgTable(
  'member_sessions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull().unique(),
    /** Thirty days, renewed; otherwise until the browser closes, a day at most without a sign of life. */
    rememberMe: boolean('remember_me').notNull(),
    /** The member's when it was opened, or since. */
    epoch: integer('epoch').notNull().default(1),
    /** When who uses it proved to be the member again, by a new password; null: not since the log-in. */
    provedAt: instant('proved_at'),
    userAgent: text('user_agent').notNull(),
    /** Address seen last. */
    remoteIp: text('remote_ip').notNull(),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // account page: newest first; sign out everywhere
    index('member_sessions_member_idx').on(t.memberId, t.seenAt),
    index('member_sessions_expiry_idx').on(t.expiresAt),
  ],
);

/** What a mailed link may do, once. Opening it does nothing: a press on its page does (mail scanners open links). */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    id: id(),
    purpose: text('purpose').$type<'welcome' | 'reset' | 'verify' | 'change' | 'cancel'>().notNull(),
    /** SHA-256 of the code in the link. */
    codeHash: bytes('code_hash').notNull().unique(),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    registrationId: integer('registration_id').references(() => registrations.id, { onDelete: 'cascade' }),
    /** The address that was written to, and that the link proves. */
    email: text('email').notNull(),
    /** The member's when it was mailed; of a registration it says nothing. */
    epoch: integer('epoch').notNull().default(1),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // older links of one purpose are spent by a newer one that is used
    index('mailed_links_member_idx').on(t.memberId, t.purpose),
    index('mailed_links_registration_idx').on(t.registrationId),
    index('mailed_links_expiry_idx').on(t.expiresAt),
    check('mailed_links_of', sql`num_nonnulls(${t.memberId}, ${t.registrationId}) = 1`),
    check('mailed_links_purpose', sql`${t.purpose} in ('welcome', 'reset', 'verify', 'change', 'cancel')`),
    // a welcome link that was used is the member's: whoever opens it again is told that the account is there
    check(
      'mailed_links_welcome',
      sql`case when ${t.purpose} = 'welcome' then ${t.registrationId} is not null or ${t.usedAt} is not null else ${t.registrationId} is null end`,
    ),
  ],
);
