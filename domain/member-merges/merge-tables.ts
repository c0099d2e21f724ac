import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { diagnosticReports } from '#db/tables/diagnostics.ts';
import { eventReminders, eventTickets } from '#db/tables/events.ts';
import { follows } from '#db/tables/follows.ts';
import { bookmarks, favourites, historyEntries, playlistEntries } from '#db/tables/library.ts';
import { offlineApplications } from '#db/tables/offline-applications.ts';
import { orders } from '#db/tables/payments.ts';
import { heardSpans, playbackPositionEvents } from '#db/tables/playback.ts';
import { promotionCodes, promotionUses } from '#db/tables/promotions.ts';
import { planReminders } from '#db/tables/renewals.ts';
import { replayGifts } from '#db/tables/replay-gifts.ts';
import { replayPurchases } from '#db/tables/replay-sales.ts';
import { guestBuyers } from '#db/tables/sales.ts';
import { memberSongs } from '#db/tables/songs.ts';
import { subscriptions } from '#db/tables/subscriptions.ts';
import { rentals } from '#db/tables/films.ts';
import { waitingRoomEntries } from '#db/tables/waiting-room.ts';

// What becomes of each table that names a member. Conditions and values are SQL in which `t` is a row of the merged
// member, `k` one of the member who stays, and `:kept` and `:merged` are their ids.

export interface MovingTable {
  table: PgTable;
  /** Column with the member. */
  owner: PgColumn;
  /** Primary key. */
  key: readonly PgColumn[];
  /** Only these rows move. */
  only?: string;
  /** Rows stay for which the member who stays has such a row. */
  unless?: string;
  /** Columns that change with the owner. */
  set?: Readonly<Record<string, string>>;
  /** A row of the member who stays takes in what a row that stays behind has more: by which condition, and its columns. */
  combine?: { on: string; set: Readonly<Record<string, string>> };
}

/** Positions below those of the member who stays: lists with the newest first. */
const below = (table: string) => ({
  position: `t.position - (select max(position) from ${table} where member_id = :merged)
    + coalesce((select min(position) from ${table} where member_id = :kept) - 1, (select max(position) from ${table} where member_id = :merged))`,
});
const PRESENT = 't.removed_at is null';

/** Rows that move to the member who stays, by table and column. */
export const MOVING: readonly MovingTable[] = [
  {
    table: orders,
    owner: orders.memberId,
    key: [orders.id],
    // A key is one of its account; the sessions that used it are over.
    set: { idempotency_key: 'null' },
  },
  {
    table: subscriptions,
    owner: subscriptions.memberId,
    key: [subscriptions.id],
    unless: 'tstzrange(k.starts_at, k.ends_at) && tstzrange(t.starts_at, t.ends_at)',
  },
  {
    table: rentals,
    owner: rentals.memberId,
    key: [rentals.id],
    unless: `t.ended_at is null and k.ended_at is null and k.video_id = t.video_id
      and tstzrange(k.rented_at, k.ends_at) && tstzrange(t.rented_at, t.ends_at)`,
  },
  {
    table: replayPurchases,
    owner: replayPurchases.memberId,
    key: [replayPurchases.id],
    // The member who stays owns the same replay already.
    unless: `t.ended_at is null and k.ended_at is null and k.archive_id = t.archive_id
      and tstzrange(k.bought_at, k.ends_at) && tstzrange(t.bought_at, t.ends_at)`,
  },
  {
    table: replayGifts,
    owner: replayGifts.giverId,
    key: [replayGifts.id],
    // Nobody is their own recipient, and the month of the member who stays has its gift.
    only: 't.recipient_id is distinct from :kept',
    unless: 't.ended_at is null and k.ended_at is null and k.month_hk = t.month_hk',
  },
  {
    table: replayGifts,
    owner: replayGifts.recipientId,
    key: [replayGifts.id],
    only: 't.giver_id <> :kept',
  },
  { table: eventTickets, owner: eventTickets.memberId, key: [eventTickets.id] },
  { table: eventTickets, owner: eventTickets.giverMemberId, key: [eventTickets.id] },
  {
    table: eventReminders,
    owner: eventReminders.memberId,
    key: [eventReminders.eventId, eventReminders.memberId],
    unless: 'k.event_id = t.event_id',
  },
  { table: offlineApplications, owner: offlineApplications.memberId, key: [offlineApplications.id] },
  { table: promotionCodes, owner: promotionCodes.ownerId, key: [promotionCodes.id] },
  { table: promotionUses, owner: promotionUses.memberId, key: [promotionUses.id] },
  { table: guestBuyers, owner: guestBuyers.linkedMemberId, key: [guestBuyers.id] },
  {
    table: planReminders,
    owner: planReminders.memberId,
    key: [planReminders.memberId, planReminders.kind, planReminders.aboutDay],
    unless: 'k.kind = t.kind and k.about_day = t.about_day',
  },
  { table: diagnosticReports, owner: diagnosticReports.memberId, key: [diagnosticReports.id] },
  {
    table: waitingRoomEntries,
    owner: waitingRoomEntries.memberId,
    key: [waitingRoomEntries.id],
    unless: `t.state <> 'left' and k.state <> 'left' and k.queue_id = t.queue_id`,
  },
  {
    table: playlistEntries,
    owner: playlistEntries.memberId,
    key: [playlistEntries.id],
    // As many as the list has room for, in their order.
    only: `${PRESENT} and (select count(*) from playlist_entries as p where p.member_id = :merged and p.kind = t.kind
        and p.removed_at is null and (p.position, p.id) <= (t.position, t.id) and not exists (select 1 from playlist_entries as k
          where k.member_id = :kept and k.kind = p.kind and k.section_id = p.section_id and k.removed_at is null))
      <= 50 - (select count(*) from playlist_entries as k where k.member_id = :kept and k.kind = t.kind and k.removed_at is null)`,
    unless: 'k.removed_at is null and k.kind = t.kind and k.section_id = t.section_id',
    set: {
      position: `t.position + coalesce((select max(position) from playlist_entries where member_id = :kept and kind = t.kind), 0)`,
    },
  },
  {
    table: favourites,
    owner: favourites.memberId,
    key: [favourites.id],
    only: PRESENT,
    unless: 'k.removed_at is null and k.program_id = t.program_id',
    set: below('favourites'),
  },
  {
    table: historyEntries,
    owner: historyEntries.memberId,
    key: [historyEntries.id],
    only: PRESENT,
    unless: 'k.removed_at is null and k.section_id = t.section_id',
    set: below('history_entries'),
    combine: {
      on: `${PRESENT} and k.removed_at is null and k.section_id = t.section_id and k.played_at < t.played_at`,
      set: { played_at: 't.played_at' },
    },
  },
  {
    table: bookmarks,
    owner: bookmarks.memberId,
    key: [bookmarks.id],
    only: PRESENT,
    unless: 'k.removed_at is null and k.stream_id = t.stream_id and k.at = t.at',
    set: below('bookmarks'),
  },
  {
    table: memberSongs,
    owner: memberSongs.memberId,
    key: [memberSongs.memberId, memberSongs.markId],
    unless: 'k.mark_id = t.mark_id',
    combine: { on: `k.mark_id = t.mark_id and k.how = 'heard' and t.how = 'kept'`, set: { how: 't.how' } },
  },
  {
    table: follows,
    owner: follows.memberId,
    key: [follows.memberId, follows.kind, follows.subject],
    // As many as the list has room for, the first followed first.
    only: `(select count(*) from follows as p where p.member_id = :merged
        and (p.created_at, p.kind, p.subject) <= (t.created_at, t.kind, t.subject) and not exists (select 1 from follows as k
          where k.member_id = :kept and k.kind = p.kind and k.subject = p.subject))
      <= 500 - (select count(*) from follows as k where k.member_id = :kept)`,
    unless: 'k.kind = t.kind and k.subject = t.subject',
  },
  {
    // Of two positions in a recording the one heard last counts, whichever account reported it.
    table: playbackPositionEvents,
    owner: playbackPositionEvents.memberId,
    key: [playbackPositionEvents.memberId, playbackPositionEvents.deviceKey, playbackPositionEvents.sequence],
    // One browser may have counted its events under both accounts.
    set: { device_key: `t.device_key || ':' || :merged` },
  },
  {
    table: heardSpans,
    owner: heardSpans.memberId,
    key: [heardSpans.memberId, heardSpans.streamId, heardSpans.dayHk],
    unless: 'k.stream_id = t.stream_id and k.day_hk = t.day_hk',
    combine: {
      on: 'k.stream_id = t.stream_id and k.day_hk = t.day_hk and not k.spans @> t.spans',
      set: { spans: 'k.spans + t.spans' },
    },
  },
];

const ACCESS = 'opens the former account, which nobody enters any more';
const OWN = 'says something of the former account itself';

/**
 * Columns that name a member and do not move, with the reason.
 *
 * @internal Compared with the database by a test.
 */
export const STAYING: Readonly<Record<string, string>> = {
  'members.merged_into_id': 'tells where the account went',
  'member_merges.kept_id': 'tells of the merge itself',
  'member_merges.merged_id': 'tells of the merge itself',
  'member_sessions.member_id': ACCESS,
  'passkeys.member_id': ACCESS,
  'passkey_challenges.member_id': ACCESS,
  'mailed_links.member_id': ACCESS,
  'podcast_feeds.member_id': 'a token; the member makes a new one',
  'notice_mails.member_id': 'how mails come to the address of the former account; the kept one has its own',
  'push_subscriptions.member_id': 'belongs to a session, and ends with it',
  'member_devices.member_id': 'a token of a device; the device is added again when it plays',
  'address_changes.member_id': 'changes the address of the former account',
  'phone_changes.member_id': 'changes the number of the former account',
  'sms_codes.member_id': 'verifies a number for the former account',
  'phone_requests.member_id': 'verifies a number for the former account',
  'security_events.member_id': OWN,
  'member_consents.member_id': 'a consent is given for one address; the member who stays has given their own',
  'recording_pauses.member_id': 'the member who stays has chosen for themselves; what was not recorded is not there',
  'library_lists.member_id': 'counts changes of a list; the list of the member who stays is counted up',
  'downloads.member_id': 'belongs to a session, and ends with it',
  'playback_leases.member_id': 'belongs to a session, and ended with it',
  'family_seats.member_id': 'a seat in the past; a merge waits until the member has left',
  'family_seats.owner_id': 'a seat in the past; a merge waits until the family has ended',
  'family_invitations.owner_id': 'an invitation by the former account, void with it; the member invites again',
  'billing_accounts.member_id': 'a row to lock; each member has one',
  'recurring_profiles.member_id': 'a card; it has stopped before a merge',
  'tracking_events.member_id': 'a measurement of what was open then',
  'mails.member_id': 'mailed to the former address',
};
