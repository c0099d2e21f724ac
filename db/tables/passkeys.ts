import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** WebAuthn credentials for logging in without a password. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull().default([]),
    isBackedUp: boolean('is_backed_up').notNull(),
    name: text('name').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('passkeys_member_idx').on(t.memberId)],
);

/** Single-use challenges for a browser to sign. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** Null: a log-in, before the member is known. */
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_member_idx').on(t.memberId),
    index('passkey_challenges_expiry_idx').on(t.expiresAt),
  ],
);
