import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, oneOf } from '#db/columns.ts';

/** People of the station who may enter the desk. Not members: they have no member row and no password. */
export const staffAccounts = pgTable(
  'staff_accounts',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    /** `invited` until two authenticators are registered. */
    state: text('state').$type<'invited' | 'active' | 'disabled'>().notNull().default('invited'),
    /** Sessions of an earlier epoch are over: raised when roles or authenticators change. */
    epoch: integer('epoch').notNull().default(1),
    createdAt: createdAt(),
    activatedAt: instant('activated_at'),
    disabledAt: instant('disabled_at'),
  },
  (t) => [
    check('staff_accounts_email', sql`${t.email} = lower(${t.email}) and ${t.email} like '%_@_%'`),
    check('staff_accounts_named', sql`btrim(${t.name}) <> ''`),
    check('staff_accounts_state', sql`${t.state} in (${oneOf(['invited', 'active', 'disabled'])})`),
  ],
);

/** Named sets of permissions (`shared/staff/permissions.ts`). */
export const staffRoles = pgTable('staff_roles', {
  name: text('name').primaryKey(),
  permissions: text('permissions').array().notNull(),
});

/** Roles of an account, everywhere or for one channel, programme or campaign. */
export const staffRoleGrants = pgTable(
  'staff_role_grants',
  {
    id: id(),
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    role: text('role')
      .notNull()
      .references(() => staffRoles.name),
    scopeKind: text('scope_kind').$type<'channel' | 'program' | 'campaign'>(),
    scopeId: text('scope_id'),
    grantedBy: text('granted_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('staff_role_grants_key').on(
      t.accountId,
      t.role,
      sql`coalesce(scope_kind, '')`,
      sql`coalesce(scope_id, '')`,
    ),
    check('staff_role_grants_scope', sql`(${t.scopeKind} is null) = (${t.scopeId} is null)`),
    check('staff_role_grants_scope_kind', sql`${t.scopeKind} in (${oneOf(['channel', 'program', 'campaign'])})`),
  ],
);

/** Links by which an invited person registers authenticators. The table holds the SHA-256 of the secret. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    secretHash: bytes('secret_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    expiresAt: instant('expires_at').notNull(),
    /** Set when its account becomes active; the link registers nothing after that. */
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('staff_invitations_account_idx').on(t.accountId)],
);

/** WebAuthn credentials of staff. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: id(),
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull().default([]),
    isBackedUp: boolean('is_backed_up').notNull(),
    name: text('name').notNull(),
    usedAt: instant('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('staff_passkeys_account_idx').on(t.accountId)],
);

/** Single-use WebAuthn challenges. */
export const staffChallenges = pgTable(
  'staff_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** Null: a log-in, before the account is known. */
    accountId: integer('account_id').references(() => staffAccounts.id),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('staff_challenges_expiry_idx').on(t.expiresAt)],
);

/** The authenticator app of an account (RFC 6238), and the last time step that it was used for. */
export const staffTotps = pgTable('staff_totps', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => staffAccounts.id),
  /** Encrypted with a key derived from `SECRET_KEY`. */
  sealedSecret: bytes('sealed_secret').notNull(),
  /** Null until a first code confirmed that the app has it. */
  confirmedAt: instant('confirmed_at'),
  /** A code of this step or an earlier one is refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** Single-use codes in place of a lost authenticator. The table holds their SHA-256. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    codeHash: bytes('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.codeHash] })],
);

/** Sessions of the desk. The browser holds the token; the table holds its SHA-256. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: id(),
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    tokenHash: bytes('token_hash').notNull().unique(),
    epoch: integer('epoch').notNull(),
    /** Time of the last proof by an authenticator: the log-in, or a later one. */
    provedAt: instant('proved_at').notNull(),
    userAgent: text('user_agent').notNull(),
    remoteIp: text('remote_ip').notNull(),
    seenAt: instant('seen_at').notNull(),
    /** Ten hours after the log-in. */
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // sessions of an account, newest first
    index('staff_sessions_account_idx').on(t.accountId, t.createdAt),
    index('staff_sessions_expiry_idx').on(t.expiresAt),
  ],
);

/** Filters of a list in the desk that a member of staff named. */
export const staffViews = pgTable(
  'staff_views',
  {
    id: id(),
    accountId: integer('account_id')
      .notNull()
      .references(() => staffAccounts.id),
    /** Path of the list. */
    path: text('path').notNull(),
    name: text('name').notNull(),
    /** Query string, without a question mark. */
    query: text('query').notNull(),
  },
  (t) => [unique('staff_views_name').on(t.accountId, t.path, t.name)],
);
