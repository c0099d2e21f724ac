import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant } from '#db/columns.ts';
import { members } from './members.ts';
import { phoneChanges } from './phones.ts';
import { registrations } from './registration.ts';

/** A four-digit code sent by text message (A2P) to a person registering or to a member. */
export const smsCodes = pgTable(
  'sms_codes',
  {
    id: id(),
    /** SHA-256 of the random_salt that identifies it in calls. Null: identified by the salt of the registration. */
    saltHash: bytes('salt_hash').unique(),
    registrationId: integer('registration_id').references(() => registrations.id, { onDelete: 'cascade' }),
    memberId: integer('member_id').references(() => members.id, { onDelete: 'cascade' }),
    /** Null: the member's current number. */
    phoneChangeId: integer('phone_change_id').references(() => phoneChanges.id, { onDelete: 'cascade' }),
    phoneNoCountry: integer('phone_no_country').notNull(),
    phoneNo: text('phone_no').notNull(),
    /** HMAC-SHA-256 of the code. */
    codeMac: bytes('code_mac').notNull(),
    state: text('state').$type<'waiting' | 'verified' | 'failed' | 'replaced'>().notNull().default('waiting'),
    tries: smallint('tries').notNull().default(0),
    /** Quota that the message counts against: members have a reserve that non-members cannot exhaust. */
    share: text('share').$type<'strangers' | 'members'>().notNull(),
    /** The provider's message id and the latest delivery status. */
    providerId: text('provider_id').unique(),
    delivery: text('delivery')
      .$type<'queued' | 'sent' | 'delivered' | 'undelivered' | 'blocked'>()
      .notNull()
      .default('queued'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sms_codes_registration_idx').on(t.registrationId, t.createdAt),
    index('sms_codes_member_idx').on(t.memberId, t.createdAt),
    index('sms_codes_phone_change_idx').on(t.phoneChangeId),
    // messages to a number
    index('sms_codes_phone_idx').on(t.phoneNo, t.createdAt),
    // spending of the last hour; clock: expired rows
    index('sms_codes_created_idx').on(t.createdAt),
    check('sms_codes_of', sql`num_nonnulls(${t.registrationId}, ${t.memberId}) = 1`),
    check('sms_codes_salt', sql`(${t.saltHash} is null) = (${t.registrationId} is not null)`),
    check('sms_codes_share', sql`${t.share} in ('strangers', 'members')`),
    check('sms_codes_state', sql`${t.state} in ('waiting', 'verified', 'failed', 'replaced')`),
    check('sms_codes_tries', sql`${t.tries} between 0 and 5`),
  ],
);

/** A verification by an incoming call or text (P2A), or by a code spoken in a call (voice). One row per open page. */
export const phoneRequests = pgTable(
  'phone_requests',
  {
    id: id(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** A random id of the requesting page. */
    pageInstance: text('page_instance').notNull(),
    phoneChangeId: integer('phone_change_id').references(() => phoneChanges.id, { onDelete: 'cascade' }),
    phoneNoCountry: integer('phone_no_country').notNull(),
    phoneNo: text('phone_no').notNull(),
    /** CALL 1, SMS 2, VOICE_OTP 3 (EN-30): the current method. */
    verifyType: smallint('verify_type').notNull(),
    state: text('state')
      .$type<'requested' | 'waiting-sms' | 'waiting-call' | 'waiting-voice' | 'verified' | 'failed' | 'timed-out'>()
      .notNull()
      .default('requested'),
    /** The number of ours to call or text. Reserved for this request among those of the same caller. */
    stationNo: text('station_no').notNull(),
    /** Required content of the text message. Not a secret: it is displayed to the member. */
    textCode: text('text_code').notNull(),
    /** HMAC-SHA-256 of the code of the last call, with its failed attempts and the number of calls so far. */
    codeMac: bytes('code_mac'),
    tries: smallint('tries').notNull().default(0),
    triggers: smallint('triggers').notNull().default(0),
    triggeredAt: instant('triggered_at'),
    /** Latest status of the last call reported by the provider. */
    callDelivery: text('call_delivery').$type<'queued' | 'ringing' | 'answered' | 'completed' | 'unreached'>(),
    /** Number of windows opened, and start and end of the current one: 180 s for a call, 300 s otherwise. */
    windows: smallint('windows').notNull().default(0),
    windowBeganAt: instant('window_began_at'),
    windowEndsAt: instant('window_ends_at'),
    /** Arrival of the expected call or text. The page's next poll then completes the request. */
    matchedAt: instant('matched_at'),
    createdAt: createdAt(),
  },
  (t) => [
    // webhooks: requests awaiting a call or text from this number
    index('phone_requests_phone_idx').on(t.phoneNo, t.createdAt),
    // one open request a member
    uniqueIndex('phone_requests_open_idx')
      .on(t.memberId)
      .where(sql`${t.state} in ('requested', 'waiting-sms', 'waiting-call', 'waiting-voice')`),
    index('phone_requests_phone_change_idx').on(t.phoneChangeId),
    // clock: expired rows
    index('phone_requests_created_idx').on(t.createdAt),
    check('phone_requests_tries', sql`${t.tries} between 0 and 5`),
    check(
      'phone_requests_state',
      sql`${t.state} in ('requested', 'waiting-sms', 'waiting-call', 'waiting-voice', 'verified', 'failed', 'timed-out')`,
    ),
    check('phone_requests_type', sql`${t.verifyType} in (1, 2, 3)`),
  ],
);

/** Incoming calls and texts, deduplicated by the provider's id. */
export const phoneCallbacks = pgTable(
  'phone_callbacks',
  {
    id: id(),
    providerId: text('provider_id').notNull().unique(),
    channel: text('channel').$type<'sms' | 'call'>().notNull(),
    /** As reported by the carrier. */
    fromNo: text('from_no').notNull(),
    toNo: text('to_no').notNull(),
    requestId: integer('request_id').references(() => phoneRequests.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('phone_callbacks_request_idx').on(t.requestId), index('phone_callbacks_created_idx').on(t.createdAt)],
);
