import type { Db } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { setLeaving, type MemberServices } from '#domain/members/members.ts';
import { endLeasesOfDevices } from '#domain/playback/playback.ts';
import { lockAccount } from '#domain/payments/payments.ts';
import type { PrivacyServices } from '#domain/privacy/privacy.ts';
import { endRegistrationsOf } from '#domain/registration/registration.ts';
import { stopAllPayments } from '#domain/renewals/renewals.ts';
import { linkGuest, noteAddressProved } from '#domain/sales/sales.ts';
import { cardExpiring, createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import { takeTicket } from '#server/services/accounts/form-tickets.ts';
import { createTokenIssuer } from '#domain/tracking/token-issuer.ts';
import { PERSONAL_TABLES } from '#server/services/accounts/personal-tables.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { createSessionLookup, createSessionMemory } from '#domain/auth/auth.ts';

/** Dependencies of members: every visitor passes the bot check and every domain accepts mail. */
export const createMemberServices = (db: Db, over: Partial<MemberServices> = {}): MemberServices => ({
  db,
  botCheck: { verify: async () => ({ verdict: 'passed' }) },
  ticketKey: 'a key for tickets',
  takeTicket: (name, by) => takeTicket(db, name, by),
  mailDomains: { check: async () => 'accepts' },
  geoip: () => null,
  secretKey: 'a key for tests of thirty-two letters',
  siteUrl: 'https://radio.example',
  sessions: createSessionMemory(),
  lookUpSession: createSessionLookup(db),
  isSubscriber: createSubscriberCheck(db),
  isCardExpiring: cardExpiring,
  endRegistrations: endRegistrationsOf,
  noteAddressProved,
  endPlaying: endLeasesOfDevices,
  trackingToken: createTokenIssuer('a key for tests of thirty-two letters', () => 0),
  hasBocReminder: false,
  countLogIn: () => {},
  ...over,
});

/** Additional dependencies of exports and erasures. */
export const privacyServicesOf = ({ db, sessions, secretKey }: MemberServices): PrivacyServices => ({
  db,
  sessions,
  secretKey,
  tables: PERSONAL_TABLES,
  setLeaving,
  lockPayments: lockAccount,
  takeGuestOrders: linkGuest,
  stopPayments: stopAllPayments,
});

/** A member who registered long ago. */
export async function insertMember(
  db: Db,
  email: string,
  over: Partial<typeof members.$inferInsert> = {},
): Promise<number> {
  const [row] = await db
    .insert(members)
    .values({ email, emailKey: emailKeyOf(email), displayName: '大文', surname: '陳', givenName: '大文', ...over })
    .returning({ id: members.id });
  if (!row) throw new Error('no member');
  return row.id;
}
