import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, createdAt, dayHk, id, instant, updatedAt } from '#db/columns.ts';

/**
 * Accounts. An `erased` row, without personal data, remains where records that must be kept reference it. `deleting`
 * can be cancelled until `eraseAt`.
 */
export const members = pgTable(
  'members',
  {
    id: id(),
    state: text('state').$type<'active' | 'inactive' | 'deleting' | 'erased'>().notNull().default('active'),
    /** As entered by the member. */
    email: text('email'),
    /** Normalised address that identifies the mailbox: lower case, without Gmail's dots (10025). */
    emailKey: text('email_key').unique(),
    emailVerifiedAt: instant('email_verified_at'),
    /** PHC string of argon2id, or of an older kind until the next log-in. Null: log-in by passkey or link only. */
    passwordHash: text('password_hash'),
    passwordChangedAt: instant('password_changed_at'),
    /**
     * Incremented by a new password, by ending other sessions and by requesting deletion. Sessions, links, pending
     * changes and trusted devices of a lower epoch are void.
     */
    credentialEpoch: integer('credential_epoch').notNull().default(1),
    surname: text('surname').notNull().default(''),
    givenName: text('given_name').notNull().default(''),
    displayName: text('display_name').notNull().default(''),
    gender: text('gender').$type<'M' | 'F'>(),
    dob: dayHk('dob'),
    /** Dialling code, 852 or 0 for other places (EN-16). */
    phoneNoCountry: integer('phone_no_country'),
    phoneNo: text('phone_no'),
    phoneVerifiedAt: instant('phone_verified_at'),
    isSubscribeEdm: boolean('is_subscribe_edm').notNull().default(false),
    /** SD 1 or HD 2. */
    mobileDefaultResolution: smallint('mobile_default_resolution').notNull().default(1),
    /** An arbitrary object of at most 10 KB. */
    userSetting: jsonb('user_setting').$type<Record<string, unknown>>().notNull().default({}),
    archiveTutorialReadAt: instant('archive_tutorial_read_at'),
    /** Names on the two older sites, accepted by the password reset. */
    acc881: text('acc881').unique(),
    acc903: text('acc903').unique(),
    /** When the list of paid-content devices last changed: locked for 14 days (K-085). */
    devicesChangedAt: instant('devices_changed_at'),
    eraseAt: instant('erase_at'),
    /** The member who has taken over what belonged to this one; nobody logs in to this account any more. */
    mergedIntoId: integer('merged_into_id').references((): AnyPgColumn => members.id, { onDelete: 'set null' }),
    /** A demo account with a public password: a database that contains one serves demos only. */
    isDemo: boolean('is_demo').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // a verified number belongs to one member (220002)
    uniqueIndex('members_verified_phone_idx')
      .on(t.phoneNoCountry, t.phoneNo)
      .where(sql`${t.phoneVerifiedAt} is not null`),
    // forgotten password by phone
    index('members_phone_idx').on(t.phoneNo),
    // clock: accounts due for erasure
    index('members_erase_idx')
      .on(t.eraseAt)
      .where(sql`${t.eraseAt} is not null`),
    // erasure of the member who stays, which erases those merged into it
    index('members_merged_into_idx')
      .on(t.mergedIntoId)
      .where(sql`${t.mergedIntoId} is not null`),
    check('members_merged', sql`${t.mergedIntoId} is null or ${t.state} in ('inactive', 'deleting')`),
    check('members_state', sql`${t.state} in ('active', 'inactive', 'deleting', 'erased')`),
    check(
      'members_email',
      sql`(${t.email} is null) = (${t.state} = 'erased') and (${t.email} is null) = (${t.emailKey} is null)`,
    ),
    check('members_deleting', sql`(${t.eraseAt} is not null) = (${t.state} = 'deleting')`),
    check('members_phone', sql`(${t.phoneNo} is null) = (${t.phoneNoCountry} is null)`),
    check('members_gender', sql`${t.gender} in ('M', 'F')`),
    check('members_resolution', sql`${t.mobileDefaultResolution} in (1, 2)`),
  ],
);

/** A change of address awaiting confirmation from the new mailbox. A newer one replaces it. */
export const addressChanges = pgTable('address_changes', {
  memberId: integer('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** The new address as entered. */
  email: text('email').notNull(),
  /** The member's credential epoch at the request. */
  epoch: integer('epoch').notNull(),
  askedAt: instant('asked_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Every consent given or withdrawn, with the version of its wording. */
export const memberConsents = pgTable(
  'member_consents',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'terms' | 'guardian' | 'marketing'>().notNull(),
    isGiven: boolean('is_given').notNull(),
    /** Version of the wording. */
    wording: text('wording').notNull(),
    /** Page or call that recorded it. */
    source: text('source').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('member_consents_member_idx').on(t.memberId, t.createdAt),
    check('member_consents_kind', sql`${t.kind} in ('terms', 'guardian', 'marketing')`),
  ],
);

/** Devices on which paid content is played. */
export const memberDevices = pgTable(
  'member_devices',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token held by the device. */
    tokenHash: bytes('token_hash').notNull(),
    name: text('name').notNull(),
    usedAt: instant('used_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('member_devices_token_idx').on(t.memberId, t.tokenHash)],
);
