import { tables, type Db } from '#db/database.ts';
import { downloads } from '#db/tables/downloads.ts';
import { bookmarks, favourites, historyEntries, libraryLists, playlistEntries } from '#db/tables/library.ts';
import { podcastFeeds } from '#db/tables/podcasts.ts';
import { noticeMails, pushSubscriptions } from '#db/tables/push.ts';
import { DEFAULT_SETTINGS } from '#domain/push/push.rules.ts';
import { campaignDetails, campaignOrders, campaigns } from '#db/tables/campaigns.ts';
import { diagnosticReports } from '#db/tables/diagnostics.ts';
import { eventReminders, eventTickets } from '#db/tables/events.ts';
import { invitationEvents, invitations } from '#db/tables/invitations.ts';
import { mails } from '#db/tables/mail.ts';
import { memberMergeRows, memberMerges } from '#db/tables/member-merges.ts';
import { offlineApplications } from '#db/tables/offline-applications.ts';
import { billingAccounts } from '#db/tables/payments.ts';
import { guestBuyers } from '#db/tables/sales.ts';
import { promotionBatches, promotionCodes, promotionUses } from '#db/tables/promotions.ts';
import { planReminders } from '#db/tables/renewals.ts';
import { phoneChanges } from '#db/tables/phones.ts';
import { phoneRequests, smsCodes } from '#db/tables/phone-verification.ts';
import { recurringProfiles, subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { follows } from '#db/tables/follows.ts';
import { memberSongs, onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { trackingEvents } from '#db/tables/tracking.ts';
import { familyInvitations, familySeats } from '#db/tables/families.ts';
import { replayGifts } from '#db/tables/replay-gifts.ts';
import { replayPurchases } from '#db/tables/replay-sales.ts';
import { rentals } from '#db/tables/films.ts';
import { waitingRoomEntries, waitingQueues } from '#db/tables/waiting-room.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { insertEvent } from '#tests/factories/events.ts';
import { insertFilms } from '#tests/factories/money/rentals.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { insertListening } from '#tests/factories/playback/playback.ts';
import { insertOrder, noted } from '#tests/factories/money/receipts.ts';
import { noteReceipt } from '#domain/receipts/receipts.ts';

export const now = new Date('2026-11-21T12:00:00+08:00');
export const days = (n: number) => new Date(now.getTime() + n * 86_400_000);
export const visitor = { userAgent: 'test', remoteIp: '203.0.113.5', now };
const bytes = (n: number) => Buffer.alloc(32, n);
/** Placed in every field that must never be disclosed. */
export const SECRET = 'never-to-be-told';

type AllThatIsSold = Awaited<ReturnType<typeof insertAllThatIsSold>>;

/** Products, created once. */
export async function insertAllThatIsSold(db: Db) {
  await db.insert(subscriptionPlans).values({ id: 1, name: '250日', priceCents: 38_800, days: 250 });
  await insertSmallStation(db);
  await insertFilms(db);
  await insertBroadcast(db, { id: 1, programId: 1, startsAt: now, sections: 1 });
  const { id: eventId } = await insertEvent(db);
  const [queue] = await db.select({ id: waitingQueues.id }).from(waitingQueues);
  const [campaign] = await db
    .insert(campaigns)
    .values({ name: 'postcards', isPublic: true, kind: 'sale', opensAt: now, closesAt: days(9), termsVersion: '1' })
    .returning({ id: campaigns.id });
  const [party] = await db
    .insert(invitationEvents)
    .values({
      title: '飲杯嘢',
      lead: '',
      venue: '',
      doorsAt: now,
      startsAt: days(1),
      endsAt: days(2),
      replyBy: now,
      seats: 9,
    })
    .returning({ id: invitationEvents.id });
  return { eventId, queueId: queue!.id, campaignId: campaign!.id, partyId: party!.id };
}

/** Number of members created. */
let serial = 0;
/** A member with a row in every table that may hold one. */
export async function insertFullMember(
  db: Db,
  sold: AllThatIsSold,
  {
    email,
    hasPlan,
    friendId,
    hasMerges = true,
  }: { email: string; hasPlan: boolean; friendId: number; hasMerges?: boolean },
) {
  serial += 1;
  const n = serial;
  const phone = { phoneNoCountry: 852, phoneNo: `5500${1000 + n}` };
  const [member] = await db
    .insert(tables.members)
    .values({
      email,
      emailKey: email,
      passwordHash: SECRET,
      surname: '陳<b>',
      givenName: '小明',
      displayName: '小明',
      gender: 'M',
      dob: '1990-01-31',
      ...phone,
      phoneVerifiedAt: now,
      acc881: `old-${n}`,
      userSetting: { theme: 'dark' },
    })
    .returning({ id: tables.members.id });
  const memberId = member!.id;
  const { sessionId } = await openSession({ db }, { memberId, rememberMe: true, ...visitor });
  await openSession({ db }, { memberId, rememberMe: true, ...visitor });
  await db.insert(tables.registrations).values({
    saltHash: bytes(n),
    email,
    emailKey: email,
    surname: '陳',
    givenName: '小明',
    displayName: '小明',
    gender: 'M',
    dob: '1990-01-31',
    ...phone,
    isSubscribeEdm: false,
    under18Terms: false,
    expiresAt: days(7),
  });
  await db
    .insert(tables.memberConsents)
    .values({ memberId, kind: 'marketing', isGiven: true, wording: '2026-11', source: 'register' });
  await db.insert(tables.passkeys).values({
    memberId,
    credentialId: `${SECRET}-${n}`,
    publicKey: Buffer.from(SECRET),
    counter: 0,
    isBackedUp: true,
    name: '電話',
  });
  await db.insert(tables.passkeyChallenges).values({ challenge: `${SECRET}-${n}`, memberId, expiresAt: days(1) });
  await db
    .insert(tables.securityEvents)
    .values({ memberId, kind: 'passkey-added', userAgent: 'test', remoteIp: '203.0.113.5', detail: { name: '電話' } });
  await db.insert(tables.memberDevices).values({ memberId, tokenHash: bytes(n), name: '電視', usedAt: now });
  await db
    .insert(tables.mailedLinks)
    .values({ purpose: 'reset', codeHash: bytes(n), memberId, email, expiresAt: days(1) });
  await db
    .insert(tables.addressChanges)
    .values({ memberId, email: `new-${email}`, epoch: 1, askedAt: now, expiresAt: days(1) });
  const [change] = await db
    .insert(phoneChanges)
    .values({ memberId, ...phone, verifySms: true, expiresAt: days(1) })
    .returning({ id: phoneChanges.id });
  await db.insert(smsCodes).values({
    saltHash: bytes(n),
    memberId,
    phoneChangeId: change!.id,
    ...phone,
    codeMac: Buffer.from(SECRET),
    share: 'strangers',
    expiresAt: days(1),
  });
  await db
    .insert(phoneRequests)
    .values({ memberId, pageInstance: SECRET, ...phone, verifyType: 2, textCode: SECRET, stationNo: '30000000' });
  await db.insert(billingAccounts).values({ memberId });
  await db.insert(guestBuyers).values({ email, emailHash: Buffer.from(email), linkedMemberId: memberId });
  if (hasPlan) {
    await db.insert(subscriptions).values({ memberId, planId: 1, source: 'hand', startsAt: now, endsAt: days(10) });
    const orderId = await insertOrder(db, memberId);
    const replay = { archiveId: 1, paidCents: 1_800, boughtAt: now, endsAt: days(30) };
    await db.insert(replayPurchases).values({ ...replay, memberId, orderId });
    await db.transaction((tx) => noteReceipt(tx, noted(orderId, now)));
    await db
      .insert(offlineApplications)
      .values({ memberId, orderId, paymentMethod: 1, plans365: 1, dueOn: '2026-12-05' });
    const worth = {
      kind: 'redeem',
      name: '送禮',
      days: 30,
      startsAt: now,
      endsAt: days(1),
      createdBy: SECRET,
    } as const;
    const [batch] = await db
      .insert(promotionBatches)
      .values({ ...worth, maxInAll: 1 })
      .returning({ id: promotionBatches.id });
    const [code] = await db
      .insert(promotionCodes)
      .values({ batchId: batch!.id, code: `SECRETCODE${n}`, maxUses: 1, ownerId: memberId })
      .returning({ id: promotionCodes.id });
    const { campaignId, eventId } = sold;
    await db
      .insert(campaignOrders)
      .values({ orderId, campaignId, termsVersion: '1', acceptedAt: now, deliveryState: 'waiting' });
    await db.insert(campaignDetails).values({ orderId, recipient: '陳小明', addressLines: '月街 8 號', country: 'HK' });
    const ticket = { eventId, source: 'order', orderId, createdAt: now } as const;
    await db.insert(eventTickets).values([
      { ...ticket, memberId },
      { ...ticket, numberInOrder: 2, memberId: friendId, giverMemberId: memberId, givenAt: now },
    ]);
    const gift = {
      archiveId: 1,
      monthHk: '2026-11-01',
      createdAt: now,
      expiresAt: days(7),
      acceptedAt: now,
      endsAt: days(2),
    };
    await db.insert(replayGifts).values([
      { ...gift, tokenHash: Buffer.from(`to ${memberId}`), giverId: memberId, recipientId: friendId },
      // The friend is one of many members: a month for each.
      {
        ...gift,
        monthHk: `${2000 + memberId}-11-01`,
        tokenHash: Buffer.from(`of ${memberId}`),
        giverId: friendId,
        recipientId: memberId,
      },
    ]);
    const seat = { joinedAt: now, leftAt: days(1), leftWhy: 'left' } as const;
    await db.insert(familySeats).values([
      { ...seat, ownerId: memberId, memberId: friendId, seat: 2 },
      { ...seat, ownerId: friendId, memberId, seat: 2 },
    ]);
    const invited = { sentAt: now, expiresAt: days(14) };
    await db.insert(familyInvitations).values([
      {
        ...invited,
        ownerId: memberId,
        email: 'invited@mail.example',
        emailKey: 'invited@mail.example',
        tokenHash: Buffer.from(`family of ${memberId}`),
      },
      { ...invited, ownerId: friendId, email, emailKey: email, tokenHash: Buffer.from(`family to ${memberId}`) },
    ]);
    await db.insert(promotionUses).values({ codeId: code!.id, memberId, orderId, state: 'used' });
    await db.insert(recurringProfiles).values({
      memberId,
      planId: 1,
      state: 'active',
      gatewayToken: SECRET,
      cardScheme: 'visa',
      cardLast4: '4242',
      cardEndsOn: '2026-12-31',
      periodMonths: 1,
    });
  }
  await db.insert(eventReminders).values({ eventId: sold.eventId, memberId, createdAt: now });
  await db
    .insert(waitingRoomEntries)
    .values({ queueId: sold.queueId, memberId, joinedAt: now, turnAt: now, seenAt: now });
  await db
    .insert(diagnosticReports)
    .values({ code: `SECRETCODE${n}`, memberId, eventId: sold.eventId, result: 'pass', checks: [], device: {} });
  await db
    .insert(invitations)
    .values({ eventId: sold.partyId, givenName: '小明', email, emailKey: email, maxSeats: 2, guests: ['阿玲'] });
  await db.insert(planReminders).values({ memberId, kind: 'renewal', aboutDay: '2026-12-01', sentAt: now });
  await insertListening(db, { memberId, sessionId }, now);
  const rented = { memberId, videoId: 821, source: 'hand' as const, rentedAt: now };
  // Kept on erasure, like a plan.
  if (hasPlan) await db.insert(rentals).values({ ...rented, watchBy: days(30), watchHours: 48, endsAt: days(30) });
  const sectionId = 101;
  await db.insert(downloads).values({
    memberId,
    sessionId,
    deviceKey: SECRET,
    sectionId,
    streamId: 881,
    startsAt: now,
    endsAt: days(1),
    rendition: 'a128',
    removedMs: 0,
    createdAt: now,
    expiresAt: days(7),
  });
  await db.insert(libraryLists).values({ memberId, kind: 'bookmark', revision: 1 });
  await db.insert(playlistEntries).values({ memberId, kind: 'playlist', sectionId, position: 1 });
  await db.insert(favourites).values({ memberId, programId: 1, position: 1 });
  await db.insert(historyEntries).values({ memberId, sectionId, playedAt: now, position: 1 });
  await db.insert(bookmarks).values({ memberId, streamId: 881, at: now, note: '我的筆記', position: 1 });
  await db.insert(podcastFeeds).values({ memberId, name: '我的節目', quality: 11, tokenHash: bytes(n) });
  const keys = { endpoint: `https://push.example/${SECRET}${n}`, p256dh: SECRET, auth: SECRET };
  await db.insert(pushSubscriptions).values({ memberId, sessionId, ...keys, ...DEFAULT_SETTINGS });
  await db.insert(noticeMails).values({ memberId, ...DEFAULT_SETTINGS });
  const [song] = await db
    .insert(playedSongs)
    .values({ title: '一首歌', artist: '一隊人', nameKey: `song ${n}` })
    .returning({ id: playedSongs.id });
  const [mark] = await db
    .insert(onAirMarks)
    .values({ streamId: 881, kind: 'song', startsAt: now, songId: song!.id, reportId: `song ${n}` })
    .returning({ id: onAirMarks.id });
  await db.insert(follows).values({ memberId, kind: 'song', subject: '1' });
  await db.insert(memberSongs).values({ memberId, markId: mark!.id, how: 'kept', heardAt: now });
  const reported = { receivedAt: now, happenedAt: now, source: 3, session: `${SECRET}-${n}`, seq: 1, consent: 1 };
  await db.insert(trackingEvents).values({ ...reported, memberId, visitor: SECRET, channel: 903, trackingType: 101 });
  await db
    .insert(mails)
    .values({ template: 't', dedupeKey: `${SECRET}-${n}`, recipient: email, subject: '重設密碼', textBody: SECRET });
  const otherEmail = `other-${n}@member.example`;
  const [other] = await db
    .insert(tables.members)
    .values({ email: otherEmail, emailKey: otherEmail, state: 'inactive', mergedIntoId: hasMerges ? memberId : null })
    .returning({ id: tables.members.id });
  if (hasMerges) {
    const times = { mergedAt: now, phoneVerifiedAt: null };
    const merges = await db
      .insert(memberMerges)
      .values([
        { keptId: memberId, mergedId: other!.id, ...times },
        { keptId: other!.id, mergedId: memberId, ...times, unmergedAt: now },
      ])
      .returning({ id: memberMerges.id });
    const row = {
      tableName: 'orders.member_id',
      key: { id: 1 },
      formerOwner: other!.id,
      former: {},
      rowHash: bytes(n),
    };
    await db.insert(memberMergeRows).values({ mergeId: merges[0]!.id, ...row });
  }
  return { memberId, sessionId, email, hash: bytes(n) };
}
