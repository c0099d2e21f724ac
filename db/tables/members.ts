import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, dayHk, id, instant, updatedAt } from '#db/columns.ts';

/** Bytes, such as a hash. */
const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

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

/** Sign-ups whose mail has not been answered: a member is made when the mailed link sets the password. */
export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    /** Names the registration in calls about its phone; SHA-256 of what the browser holds. */
    saltHash: bytes('salt_hash').notNull().unique(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    surname: text('surname').notNull(),
    givenName: text('given_name').notNull(),
    displayName: text('display_name').notNull(),
    gender: text('gender').$type<'M' | 'F'>().notNull(),
    dob: dayHk('dob').notNull(),
    phoneNoCountry: integer('phone_no_country').notNull(),
    phoneNo: text('phone_no').notNull(),
    phoneVerifiedAt: instant('phone_verified_at'),
    isSubscribeEdm: boolean('is_subscribe_edm').notNull(),
    under18Terms: boolean('under_18_terms').notNull(),
    /** When its mail was last asked for. */
    mailedAt: instant('mailed_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // limit of open registrations of one address
    index('registrations_email_idx').on(t.emailKey, t.createdAt),
    // clock: what is over
    index('registrations_expiry_idx').on(t.expiresAt),
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

/** What happened to an account's safety: mailed to the member and shown in the account. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    userAgent: text('user_agent').notNull(),
    remoteIp: text('remote_ip').notNull(),
    /** Facts for the words, such as the name of a passkey. */
    detail: jsonb('detail').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [index('security_events_member_idx').on(t.memberId, t.createdAt)],
);

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

/** Counts of what may be done so often: tries at a password, codes sent. Losing them in a crash costs nothing. */
export const attempts = pgTable(
  'attempts',
  {
    /** What is counted and of whom, such as `login:account:123`. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** When the count begins anew. */
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('attempts_end_idx').on(t.endsAt)],
);
