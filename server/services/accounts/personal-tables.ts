import type { PgTable } from 'drizzle-orm/pg-core';
import type { PersonalTables } from '#db/personal-table.ts';
import { FAMILIES_PERSONAL } from '#domain/families/families.personal.ts';
import { webhooks } from '#db/tables/webhooks.ts';
import { orderLines } from '#db/tables/payments.ts';
import { phoneCallbacks } from '#db/tables/phone-verification.ts';
import { staffAccounts, staffSessions } from '#db/tables/staff.ts';
import { AUTH_PERSONAL } from '#domain/auth/auth.personal.ts';
import { DIAGNOSTICS_PERSONAL } from '#domain/diagnostics/diagnostics.personal.ts';
import { DOWNLOADS_PERSONAL } from '#domain/downloads/downloads.personal.ts';
import { EVENTS_PERSONAL } from '#domain/events/events.personal.ts';
import { CAMPAIGNS_PERSONAL } from '#domain/campaigns/campaigns.personal.ts';
import { FOLLOWS_PERSONAL } from '#domain/follows/follows.personal.ts';
import { INVITATIONS_PERSONAL } from '#domain/invitations/invitations.personal.ts';
import { LIBRARY_PERSONAL } from '#domain/library/library.personal.ts';
import { MAIL_PERSONAL } from '#domain/mail/mail.personal.ts';
import { MAILED_LINKS_PERSONAL } from '#domain/mailed-links/mailed-links.personal.ts';
import { MEMBER_MERGES_PERSONAL } from '#domain/member-merges/member-merges.personal.ts';
import { MEMBERS_PERSONAL } from '#domain/members/members.personal.ts';
import { OFFLINE_APPLICATIONS_PERSONAL } from '#domain/offline-applications/offline-applications.personal.ts';
import { PASSKEYS_PERSONAL } from '#domain/passkeys/passkeys.personal.ts';
import { PAYMENTS_PERSONAL } from '#domain/payments/payments.personal.ts';
import { PHONE_VERIFICATION_PERSONAL } from '#domain/phone-verification/phone-verification.personal.ts';
import { PHONES_PERSONAL } from '#domain/phones/phones.personal.ts';
import { PODCASTS_PERSONAL } from '#domain/podcasts/podcasts.personal.ts';
import { PUSH_PERSONAL } from '#domain/push/push.personal.ts';
import { RECEIPTS_PERSONAL } from '#domain/receipts/receipts.personal.ts';
import { PROMOTIONS_PERSONAL } from '#domain/promotions/promotions.personal.ts';
import { REGISTRATION_PERSONAL } from '#domain/registration/registration.personal.ts';
import { REPLAY_GIFTS_PERSONAL } from '#domain/replay-gifts/replay-gifts.personal.ts';
import { REPLAY_SALES_PERSONAL } from '#domain/replay-sales/replay-sales.personal.ts';
import { SALES_PERSONAL } from '#domain/sales/sales.personal.ts';
import { SONGS_PERSONAL } from '#domain/songs/songs.personal.ts';
import { SECURITY_EVENTS_PERSONAL } from '#domain/security-events/security-events.personal.ts';
import { PLAYBACK_PERSONAL } from '#domain/playback/playback.personal.ts';
import { RENEWALS_PERSONAL } from '#domain/renewals/renewals.personal.ts';
import { SUBSCRIPTIONS_PERSONAL } from '#domain/subscriptions/subscriptions.personal.ts';
import { TRACKING_PERSONAL } from '#domain/tracking/tracking.personal.ts';
import { FILMS_PERSONAL } from '#domain/films/films.personal.ts';
import { WAITING_ROOM_PERSONAL } from '#domain/waiting-room/waiting-room.personal.ts';

const { account, ...ofMembers } = MEMBERS_PERSONAL;

/**
 * Every table with personal data of members: contents of an export and effect of an erasure, in export order. Each
 * module declares its own; a law test verifies that no table or column is missing.
 */
export const PERSONAL_TABLES = {
  account,
  ...REGISTRATION_PERSONAL,
  ...ofMembers,
  ...AUTH_PERSONAL,
  ...SECURITY_EVENTS_PERSONAL,
  ...MAILED_LINKS_PERSONAL,
  ...PASSKEYS_PERSONAL,
  ...PHONES_PERSONAL,
  ...PHONE_VERIFICATION_PERSONAL,
  ...RENEWALS_PERSONAL,
  ...SUBSCRIPTIONS_PERSONAL,
  ...CAMPAIGNS_PERSONAL,
  ...INVITATIONS_PERSONAL,
  ...PAYMENTS_PERSONAL,
  ...SALES_PERSONAL,
  ...RECEIPTS_PERSONAL,
  ...PROMOTIONS_PERSONAL,
  ...OFFLINE_APPLICATIONS_PERSONAL,
  ...FILMS_PERSONAL,
  ...REPLAY_SALES_PERSONAL,
  ...REPLAY_GIFTS_PERSONAL,
  ...FAMILIES_PERSONAL,
  ...TRACKING_PERSONAL,
  ...EVENTS_PERSONAL,
  ...WAITING_ROOM_PERSONAL,
  ...DIAGNOSTICS_PERSONAL,
  ...PLAYBACK_PERSONAL,
  ...DOWNLOADS_PERSONAL,
  ...LIBRARY_PERSONAL,
  ...SONGS_PERSONAL,
  ...FOLLOWS_PERSONAL,
  ...PODCASTS_PERSONAL,
  ...PUSH_PERSONAL,
  ...MAIL_PERSONAL,
  ...MEMBER_MERGES_PERSONAL,
} as const satisfies PersonalTables;

/**
 * Tables with an address or a number that do not belong to a member, and how they are handled.
 *
 * @internal For the test that every table with personal data has its rule.
 */
export const PERSONAL_BUT_NO_MEMBERS: ReadonlyMap<PgTable, string> = new Map<PgTable, string>([
  [orderLines, 'what a product keeps of itself with an order, by ids and numbers of days: nobody’s name or address'],
  [phoneCallbacks, 'goes with the phone request that it answers, and after a month'],
  [staffAccounts, 'people of the station, who are no members'],
  [staffSessions, 'their sessions, gone after ten hours'],
  [webhooks, 'names a text, a call or a payment of ours by its id, and nobody; goes 30 days after it was handled'],
]);
