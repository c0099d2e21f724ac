import { sql } from 'drizzle-orm';
import {
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
 * People with an account. A row without personal data (`erased`) stays where something that must be kept names it.
 * `deleting` can still be taken back until `eraseAt`.
 */
export const members = pgTable(
  'members',
  {
    id: id(),
    state: text('state').$type<'active' | 'inactive' | 'deleting' | 'erased'>().notNull().default('active'),
    /** As the member writes it. */
    email: text('email'),
    /** What makes two addresses one mailbox: lower case, and Gmail's dots left out (10025). */
    emailKey: text('email_key').unique(),
    emailVerifiedAt: instant('email_verified_at'),
    /** PHC string of argon2id, or of an older kind until the next log-in; null: by passkey or a link only. */
    passwordHash: text('password_hash'),
    passwordChangedAt: instant('password_changed_at'),
    /**
     * What was opened, mailed or marked under a lower number is void: sessions, links, changes that wait, known browsers.
     * A new password, ending other sessions and asking to leave raise it.
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
    /** A free object of at most 10 KB. */
    userSetting: jsonb('user_setting').$type<Record<string, unknown>>().notNull().default({}),
    archiveTutorialReadAt: instant('archive_tutorial_read_at'),
    /** Names of the two older sites, by which a password can be asked for. */
    acc881: text('acc881').unique(),
    acc903: text('acc903').unique(),
    /** When the list of paid-content devices last changed: locked for 14 days (K-085). */
    devicesChangedAt: instant('devices_changed_at'),
    eraseAt: instant('erase_at'),
    /** An account of the demo, whose password everybody knows: a database that has one serves demos alone. */
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
    // clock: whose grace is over
    index('members_erase_idx')
      .on(t.eraseAt)
      .where(sql`${t.eraseAt} is not null`),
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

/** A change of address that its new mailbox has not answered; a newer one takes the place of the last. */
export const addressChanges = pgTable('address_changes', {
  memberId: integer('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** The new address, as the member writes it. */
  email: text('email').notNull(),
  /** The member's when it was asked for. */
  epoch: integer('epoch').notNull(),
  askedAt: instant('asked_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Every consent given or taken back, with the words it was given to. */
export const memberConsents = pgTable(
  'member_consents',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'terms' | 'guardian' | 'marketing'>().notNull(),
    isGiven: boolean('is_given').notNull(),
    /** Version of the words. */
    wording: text('wording').notNull(),
    /** Page or call it came from. */
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
    /** SHA-256 of what the device holds. */
    tokenHash: bytes('token_hash').notNull(),
    name: text('name').notNull(),
    usedAt: instant('used_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('member_devices_token_idx').on(t.memberId, t.tokenHash)],
);
