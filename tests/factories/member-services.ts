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
import { takeTicket } from '#server/form-tickets.ts';
import { trackingToken } from '#domain/tracking/tracking-token.ts';
import { PERSONAL_TABLES } from '#server/personal-tables.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { createSessionLookup, createSessionMemory } from '#domain/auth/auth.ts';

/** What the members' doors need, as one process has it: everybody is a person and every domain takes mail. */
export const createMemberServices = (db: Db, over: Partial<MemberServices> = {}): MemberServices => ({
  db,
  botCheck: { verify: async () => ({ verdict: 'passed' }) },
  ticketKey: 'a key for tickets',
  takeTicket: (name, by) => takeTicket(db, name, by),
  mailDomains: { check: async () => 'accepts' },
  places: () => null,
  secretKey: 'a key for tests of thirty-two letters',
  siteUrl: 'https://radio.example',
  sessions: createSessionMemory(),
  lookUpSession: createSessionLookup(db),
  isSubscriber: createSubscriberCheck(db),
  isCardExpiring: cardExpiring,
  endRegistrations: endRegistrationsOf,
  noteAddressProved,
  endPlaying: endLeasesOfDevices,
  trackingToken: (on, now) => trackingToken('a key for tests of thirty-two letters', on, now),
  hasBocReminder: false,
  countLogIn: () => {},
  ...over,
});

/** What exports and erasures need beside it. */
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
