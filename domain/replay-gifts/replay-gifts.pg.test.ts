import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { archiveSections, programArchives, suspendedFunctions } from '#db/tables/archive.ts';
import { replayGifts } from '#db/tables/replay-gifts.ts';
import { replaysWithoutRight } from '#domain/archive/playing/archive-play.ts';
import type { MemberActor } from '#shared/actor.ts';
import { createPlayDoubles } from '#tests/factories/archive.ts';
import { createMemberCalls, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { acceptGift, findGift, giveReplay, listGiven, withdrawGift } from './replay-gifts.ts';

// One replay a month goes to one other member, for 48 hours, on one device; nothing else is opened by it.

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const AIRED = new Date('2026-11-20T14:00:00+08:00');
const [GIVEN, OTHER] = [7, 6];

const doubles = createPlayDoubles();
let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let giver: MemberActor;
let friend: LoggedInMember;
let stranger: LoggedInMember;
beforeAll(async () => {
  calls = await createMemberCalls(undefined, { archive: doubles.services });
  await insertSmallStation(calls.db);
});
afterAll(() => calls.close());
beforeEach(async () => {
  const { db } = calls;
  doubles.state.playing = 0;
  for (const table of [replayGifts, archiveSections, programArchives, suspendedFunctions]) await db.delete(table);
  await calls.reset();
  await insertBroadcast(db, { id: GIVEN, programId: 1, startsAt: AIRED, sections: 2 });
  await insertBroadcast(db, { id: OTHER, programId: 1, startsAt: new Date(AIRED.getTime() - DAY_MS), sections: 2 });
  giver = { ...actorOf(await calls.member('giver@member.example')), isSubscriber: true };
  friend = await calls.member('friend@member.example');
  stranger = await calls.member('stranger@member.example');
});

const actorOf = ({ memberId, sessionId }: LoggedInMember) => memberActor(memberId, { sessionId });
const at = () => ({ db: calls.db, now: calls.clock.now });
const later = (ms: number) => {
  calls.clock.now = new Date(calls.clock.now.getTime() + ms);
};
const give = async (id = GIVEN, as = giver) => (await giveReplay(at(), as, id)).token;
const take = (token: string, as = friend) => acceptGift(at(), actorOf(as), token);
const press = async (id: number, as: LoggedInMember) => {
  const path = `programarchives/playback/${id * 100 + 2}?device_key=0123456789abcdef&device_name=Chrome`;
  return (await calls.call(as, path)).response_code;
};
const refused = (errorName: string) => ({ errorName });
const rows = () => calls.db.select().from(replayGifts);

describe('a gift', () => {
  it('opens one replay to who accepts it, for 48 hours, and nothing to anybody else', async () => {
    const token = await give();
    expect(await press(GIVEN, friend)).toBe(20003);
    await take(token);
    expect(await press(GIVEN, friend)).toBe(200);
    expect([await press(OTHER, friend), await press(GIVEN, stranger)]).toEqual([20003, 20003]);
    later(48 * HOUR_MS);
    expect(await press(GIVEN, friend)).toBe(20003);
  });

  it('plays on one device at a time, however many a plan allows', async () => {
    await take(await give());
    doubles.state.playing = 1;
    expect(await press(GIVEN, friend)).toBe('121003');
  });

  it('goes to one of two who accept it at once, and to nobody after', async () => {
    const token = await give();
    const taken = await Promise.allSettled([take(token), take(token, stranger)]);
    expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [{ recipientId } = { recipientId: null }] = await rows();
    const [winner, loser] = recipientId === friend.memberId ? [friend, stranger] : [stranger, friend];
    await take(token, winner);
    await expect(take(token, loser)).rejects.toMatchObject(refused('dataNotFound'));
    expect(await findGift(at(), actorOf(loser), token)).toEqual({ state: 'gone', broadcast: null, endsAt: null });
    expect(await findGift(at(), actorOf(winner), token)).toMatchObject({ state: 'mine' });
  });

  it('is not for its giver, nor opened by another code', async () => {
    const token = await give();
    await expect(acceptGift(at(), giver, token)).rejects.toMatchObject(refused('dataNotFound'));
    for (const code of ['', `${token}x`, 'A'.repeat(43)])
      await expect(take(code)).rejects.toMatchObject(refused('dataNotFound'));
    expect(await findGift(at(), giver, token)).toMatchObject({ state: 'own' });
    expect((await rows())[0]).toMatchObject({ recipientId: null });
  });

  it('ends with the replay, and its hours do not begin with one that cannot be heard', async () => {
    const token = await give();
    const set = (state: 'shown' | 'taken_down') =>
      calls.db.update(programArchives).set({ state }).where(eq(programArchives.id, GIVEN));
    await set('taken_down');
    await expect(take(token)).rejects.toMatchObject(refused('noRightToPlay'));
    expect((await rows())[0]).toMatchObject({ acceptedAt: null, recipientId: null });
    await set('shown');
    await take(token);
    const lease = {
      memberId: friend.memberId,
      streamId: 881,
      startsAt: new Date(AIRED.getTime() + 600_000),
      endsAt: new Date(AIRED.getTime() + 1_200_000),
    };
    const lost = () =>
      replaysWithoutRight({ ...doubles.services(calls.db), isSubscriber: async () => false }, [lease], calls.clock.now);
    expect(await lost()).toEqual([]);
    later(48 * HOUR_MS);
    expect(await lost()).toEqual([lease]);
  });
});

describe('the gift of a month', () => {
  it('is one, even if two are given at once, and comes back with the next month in Hong Kong', async () => {
    const given = await Promise.allSettled([give(), give(OTHER)]);
    expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listGiven(at(), giver)).toMatchObject({ isLeft: false, gifts: [{ state: 'waiting' }] });
    // Accepted at once, so that the link does not lapse.
    await calls.db
      .update(replayGifts)
      .set({ recipientId: friend.memberId, acceptedAt: START, endsAt: new Date(START.getTime() + 48 * HOUR_MS) });
    calls.clock.now = new Date('2026-11-30T23:59:59+08:00');
    await expect(give()).rejects.toMatchObject(refused('conflict'));
    calls.clock.now = new Date('2026-12-01T00:00:00+08:00');
    expect(await listGiven(at(), giver)).toMatchObject({ isLeft: true });
    await give();
  });

  it('returns if it was withdrawn or lapsed, not if it was accepted', async () => {
    const first = await give();
    const [{ id } = { id: 0 }] = await rows();
    await expect(withdrawGift(at(), actorOf(stranger), id)).rejects.toMatchObject(refused('dataNotFound'));
    await withdrawGift(at(), giver, id);
    await expect(take(first)).rejects.toMatchObject(refused('dataNotFound'));
    const second = await give();
    later(7 * DAY_MS);
    await expect(take(second)).rejects.toMatchObject(refused('dataNotFound'));
    expect(await listGiven(at(), giver)).toMatchObject({ isLeft: true });
    await take(await give(OTHER));
    const accepted = (await listGiven(at(), giver)).gifts.find(({ state }) => state === 'accepted');
    await expect(withdrawGift(at(), giver, accepted!.id)).rejects.toMatchObject(refused('dataNotFound'));
    await expect(give()).rejects.toMatchObject(refused('conflict'));
  });

  it('needs a plan and a complete replay, while playing is not suspended', async () => {
    await expect(give(GIVEN, actorOf(stranger))).rejects.toMatchObject(refused('needsPlan'));
    await expect(give(999_999)).rejects.toMatchObject(refused('noRightToPlay'));
    await calls.db.update(programArchives).set({ isOver: false }).where(eq(programArchives.id, OTHER));
    await expect(give(OTHER)).rejects.toMatchObject(refused('noRightToPlay'));
    await calls.db.insert(suspendedFunctions).values({ name: 'archive.play', message: '維修' });
    await expect(give()).rejects.toMatchObject(refused('functionSuspended'));
    expect(await rows()).toEqual([]);
  });
});

it('stores no code that opens it, and refuses rows that a bug would write', async () => {
  const token = await give();
  const [gift] = await rows();
  expect(gift!.tokenHash.includes(token)).toBe(false);
  const now = calls.clock.now;
  const wrong = [
    { recipientId: giver.memberId, acceptedAt: now, endsAt: new Date(now.getTime() + 48 * HOUR_MS) },
    { recipientId: friend.memberId, acceptedAt: now, endsAt: new Date(now.getTime() + 49 * HOUR_MS) },
    { recipientId: friend.memberId },
    { monthHk: '2026-11-02' },
    { endedAt: now },
  ];
  for (const change of wrong) await expect(calls.db.update(replayGifts).set(change)).rejects.toThrow();
});
