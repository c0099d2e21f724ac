import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';

/** Keys of WebAuthn that stand in for the password. */
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

/** What a browser is asked to sign, once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** Null: for a log-in, before anybody is known. */
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_member_idx').on(t.memberId),
    index('passkey_challenges_expiry_idx').on(t.expiresAt),
  ],
);
