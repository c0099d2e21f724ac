import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivePrograms, programArchives, suspendedFunctions, transcriptCues } from '#db/tables/archive.ts';
import { familySeats } from '#db/tables/families.ts';
import { members } from '#db/tables/members.ts';
import { podcastFeeds } from '#db/tables/podcasts.ts';
import { securityEvents } from '#db/tables/security-events.ts';
import { subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { addFavourite } from '#domain/library/favourites.ts';
import { setLeaving } from '#domain/members/members.ts';
import { eraseDueMembers } from '#domain/privacy/privacy.ts';
import { createSubscriberCheck } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { PODCAST_LIMITS } from '#shared/limits.ts';
import { createLibraryCalls, createLibraryServices } from '#tests/factories/library.ts';
import { createMemberServices, privacyServicesOf } from '#tests/factories/accounts/member-services.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import {
  forgetRevoked,
  listFeeds,
  listFreeEpisodes,
  makeFeed,
  openEpisode,
  readFeed,
  renameFeed,
  renewFeed,
  revokeFeed,
  type PodcastServices,
} from './podcasts.ts';

let calls: Awaited<ReturnType<typeof createLibraryCalls>>;
let services: PodcastServices;
let me: MemberActor;
let other: MemberActor;
beforeAll(async () => {
  calls = await createLibraryCalls();
  services = { db: calls.db, settings: { freeMinutes: 5 }, isSubscriber: createSubscriberCheck(calls.db) };
});
afterAll(() => calls.close());
beforeEach(async () => {
  for (const table of [podcastFeeds, archivePrograms, suspendedFunctions, transcriptCues]) await calls.db.delete(table);
  await calls.reset();
  me = await subscriber('me@member.example');
  other = await subscriber('other@member.example');
});

const now = () => calls.clock.now;
const caller = () => ({ now: now(), remoteIp: '203.0.113.9', userAgent: 'Mozilla/5.0', mayUseTicket: true });
async function subscriber(email: string): Promise<MemberActor> {
  const { memberId, sessionId } = await calls.subscriber(email);
  return memberActor(memberId, { sessionId, isSubscriber: true });
}
const make = (given: Record<string, unknown> = {}, as = me) =>
  makeFeed(services, as, { name: '部電話', quality: '11', ...given }, caller());
const read = (token: string) => readFeed(services, token, now());
/** As the clock does when the grace period is over. */
async function erase(): Promise<void> {
  await setLeaving(calls.db, me.memberId, now(), now());
  expect(await eraseDueMembers(privacyServicesOf(createMemberServices(calls.db)), now())).toBe(1);
}
const refused = (errorName: string) => expect.objectContaining({ errorName });
const idsOf = (episodes: readonly { broadcast: { id: number } }[]) => episodes.map(({ broadcast }) => broadcast.id);

describe('a private feed', () => {
  it('brings the newest broadcasts of all favourites as they are now, or of one programme', async () => {
    const library = createLibraryServices(calls.db);
    const { token } = await make();
    expect((await read(token)).episodes).toEqual([]);
    await addFavourite(library, me, 1, now());
    await addFavourite(library, me, 3, now());
    const { episodes, feed } = await read(token);
    // By start time: programme 3's was at the same time as the first of programme 1.
    expect(idsOf(episodes)).toEqual([7, 6, 5, 4, 3, 2, 10, 1]);
    expect(feed.name).toBe('部電話');
    const one = await make({ program_id: '3' });
    expect(idsOf((await read(one.token)).episodes)).toEqual([10]);
    expect((await listFeeds(calls.db, me.memberId)).map(({ programTitle }) => programTitle)).toEqual([
      null,
      '放學後電台',
    ]);
  });

  it('has what is over, may still be heard and was not taken down, with what was said', async () => {
    const { token } = await make({ program_id: '1' });
    const set = (id: number, values: Partial<typeof programArchives.$inferInsert>) =>
      calls.db.update(programArchives).set(values).where(eq(programArchives.id, id));
    await set(7, { isOver: false });
    await set(6, { state: 'taken_down' });
    await set(5, { state: 'ended' });
    await set(4, { availableUntil: now() });
    try {
      const [third] = (await read(token)).episodes;
      const { streamId, startsAt } = third!.broadcast;
      const said = { startsAt: new Date(startsAt.getTime() + 1_000), endsAt: new Date(startsAt.getTime() + 2_000) };
      await calls.db.insert(transcriptCues).values({ streamId, ...said, words: '早晨' });
      const { episodes } = await read(token);
      expect(idsOf(episodes)).toEqual([3, 2, 1]);
      expect(episodes.map(({ hasTranscript, parts }) => [hasTranscript, parts.length])).toEqual([
        [true, 10],
        [false, 10],
        [false, 10],
      ]);
      for (const id of [4, 5, 6, 7, 999])
        await expect(openEpisode(services, token, id, now()), String(id)).rejects.toThrow();
    } finally {
      for (const id of [4, 5, 6, 7]) await set(id, { isOver: true, state: 'shown', availableUntil: null });
    }
  });

  it('keeps nothing from which its address could be made', async () => {
    const { token } = await make();
    const rows = await calls.db.select().from(podcastFeeds);
    expect(rows.map((row) => row.tokenHash.equals(hash('sha256', token, 'buffer')))).toEqual([true]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('opens what it was made for and nothing else', async () => {
    const { token } = await make({ program_id: '1' });
    expect((await openEpisode(services, token, 7, now())).span.endsAt.getTime()).toBeGreaterThan(0);
    await expect(openEpisode(services, token, 10, now())).rejects.toThrow(refused('dataNotFound'));
  });

  it.each([
    ['revoked', 'feedRevoked'],
    ['renewed', 'feedRevoked'],
    ['without a plan', 'needsPlan'],
    ['closed', 'userInactive'],
    ['erased', 'dataNotFound'],
    ['switched off', 'functionSuspended'],
  ] as const)('opens nothing from the moment it is %s', async (what, errorName) => {
    const { token } = await make({ program_id: '1' });
    const [feed] = await listFeeds(calls.db, me.memberId);
    await openEpisode(services, token, 7, now());
    const does: Record<typeof what, () => Promise<unknown>> = {
      revoked: () => revokeFeed(services, me, feed!.id, caller()),
      renewed: () => renewFeed(services, me, feed!.id, caller()),
      'without a plan': () => calls.db.delete(subscriptions).where(eq(subscriptions.memberId, me.memberId)),
      closed: () => calls.db.update(members).set({ state: 'inactive' }).where(eq(members.id, me.memberId)),
      erased: erase,
      'switched off': () => calls.db.insert(suspendedFunctions).values({ name: 'archive.play', message: '維修' }),
    };
    await does[what]();
    if (what !== 'switched off') await expect(read(token)).rejects.toThrow(refused(errorName));
    await expect(openEpisode(services, token, 7, now())).rejects.toThrow(refused(errorName));
  });

  it('of a family member opens as long as the plan of the payer runs', async () => {
    const { db } = calls;
    await db.update(subscriptionPlans).set({ isFamily: true });
    try {
      await db.delete(subscriptions).where(eq(subscriptions.memberId, other.memberId));
      await db.insert(familySeats).values([
        { ownerId: me.memberId, memberId: me.memberId, seat: 1, joinedAt: now() },
        { ownerId: me.memberId, memberId: other.memberId, seat: 2, joinedAt: now() },
      ]);
      const { token } = await make({ program_id: '1' }, other);
      const endsAt = new Date(now().getTime() + 86_400_000);
      await db.update(subscriptions).set({ endsAt });
      const open = (at: Date) => openEpisode(services, token, 7, at);
      await open(new Date(endsAt.getTime() - 1));
      await expect(open(endsAt)).rejects.toThrow(refused('needsPlan'));
      await expect(readFeed(services, token, endsAt)).rejects.toThrow(refused('needsPlan'));
    } finally {
      await db.delete(familySeats);
      await db.update(subscriptionPlans).set({ isFamily: false });
    }
  });

  it('goes on under a new address with its name, and is told apart from those of strangers', async () => {
    const first = await make({ program_id: '1' });
    const [feed] = await listFeeds(calls.db, me.memberId);
    const { token } = await renewFeed(services, me, feed!.id, caller());
    expect(token).not.toBe(first.token);
    expect((await read(token)).feed).toMatchObject({ id: feed!.id, name: '部電話' });
    await renameFeed(services, me, feed!.id, { name: '架車' }, now());
    expect((await listFeeds(calls.db, me.memberId)).map(({ id, name }) => [id, name])).toEqual([[feed!.id, '架車']]);
    // Another member can neither see nor change it.
    expect(await listFeeds(calls.db, other.memberId)).toEqual([]);
    for (const change of [
      () => renameFeed(services, other, feed!.id, { name: '我嘅' }, now()),
      () => renewFeed(services, other, feed!.id, caller()),
      () => revokeFeed(services, other, feed!.id, caller()),
    ])
      await expect(change()).rejects.toThrow(refused('dataNotFound'));
    await read(token);
  });

  it('is one of five, also where ten are asked for at once, and none without a plan', async () => {
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => make()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(PODCAST_LIMITS.feedsOfMember);
    await expect(make()).rejects.toThrow(refused('conflict'));
    await expect(make({}, { ...other, isSubscriber: false })).rejects.toThrow(refused('needsPlan'));
    await expect(make({ program_id: '999' }, other)).rejects.toThrow(refused('dataNotFound'));
    for (const wrong of [{ name: '' }, { name: 'x'.repeat(51) }, { quality: '13' }, { program_id: 'x' }])
      await expect(make(wrong, other)).rejects.toThrow(refused('invalidParam'));
  });

  it('is told of by mail when it is made and revoked, and forgotten a month after', async () => {
    const { token } = await make();
    const [feed] = await listFeeds(calls.db, me.memberId);
    await revokeFeed(services, me, feed!.id, caller());
    const events = await calls.db.select().from(securityEvents).where(eq(securityEvents.memberId, me.memberId));
    expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['feed-made', { name: '部電話' }],
      ['feed-revoked', { name: '部電話' }],
    ]);
    await forgetRevoked(services, new Date(now().getTime() + 29 * 86_400_000));
    await expect(read(token)).rejects.toThrow(refused('feedRevoked'));
    await forgetRevoked(services, new Date(now().getTime() + 31 * 86_400_000));
    await expect(read(token)).rejects.toThrow(refused('dataNotFound'));
  });

  it('keeps a few of those that were renewed, however often', async () => {
    await make();
    const [feed] = await listFeeds(calls.db, me.memberId);
    for (let i = 0; i < PODCAST_LIMITS.revokedOfMember + 3; i++) await renewFeed(services, me, feed!.id, caller());
    expect(await calls.db.select().from(podcastFeeds)).toHaveLength(PODCAST_LIMITS.revokedOfMember + 1);
  });
});

describe('what is free', () => {
  it('is the beginning of each broadcast, as long as the station or the programme says', async () => {
    const lengths = async () =>
      (await listFreeEpisodes(services, 3, now())).map(({ span }) => span.endsAt.getTime() - span.startsAt.getTime());
    expect(await lengths()).toEqual([5 * 60_000]);
    await calls.db.insert(archivePrograms).values({ programId: 3, freeMinutes: 2 });
    expect(await lengths()).toEqual([2 * 60_000]);
    const { span, feedId } = await openEpisode(services, null, 10, now());
    expect([span.endsAt.getTime() - span.startsAt.getTime(), feedId]).toEqual([2 * 60_000, null]);
    await calls.db.update(archivePrograms).set({ freeMinutes: 0 });
    expect(await lengths()).toEqual([]);
    await expect(openEpisode(services, null, 10, now())).rejects.toThrow(refused('notAuthenticated'));
  });
});
