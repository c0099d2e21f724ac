import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** Sessions of members. The browser holds the token; the table holds its SHA-256. */
export const memberSessions = pgTable(
  'member_sessions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull().unique(),
    /**
     * Remembered: thirty days, renewed. Otherwise until the browser closes, and at most a day without activity.
     */
    rememberMe: boolean('remember_me').notNull(),
    /** The member's credential epoch when the session was opened, or as updated since. */
    epoch: integer('epoch').notNull().default(1),
    /** Time of the last reauthentication. Null: none since the log-in. */
    provedAt: instant('proved_at'),
    userAgent: text('user_agent').notNull(),
    /** Most recent address. */
    remoteIp: text('remote_ip').notNull(),
    seenAt: instant('seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // account page: newest first; log out everywhere
    index('member_sessions_member_idx').on(t.memberId, t.seenAt),
    index('member_sessions_expiry_idx').on(t.expiresAt),
  ],
);
