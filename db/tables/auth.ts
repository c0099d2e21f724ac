import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, instant } from '#db/columns.ts';
import { members } from './members.ts';

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
