import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, dayHk, id, instant } from '#db/columns.ts';

/** Registrations awaiting their mailed link. The member is created when the link sets the password. */
export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    /** Identifies the registration in calls about its phone; SHA-256 of a salt held by the browser. */
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
    /** When its mail was last requested. */
    mailedAt: instant('mailed_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // limit of open registrations of one address
    index('registrations_email_idx').on(t.emailKey, t.createdAt),
    // clock: expired registrations
    index('registrations_expiry_idx').on(t.expiresAt),
  ],
);
