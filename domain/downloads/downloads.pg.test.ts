import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveSections, programArchives, suspendedFunctions } from '#db/tables/archive.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { downloads } from '#db/tables/downloads.ts';
import { familySeats } from '#db/tables/families.ts';
import { subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { DOWNLOAD_LIMITS } from '#shared/limits.ts';
import { createPlayDoubles, insertStreams } from '#tests/factories/archive.ts';
import { createMemberCalls, minutesOn, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { downloadReplySchema, verifiedReplySchema } from './downloads.schema.ts';
import { sweepDownloads } from './downloads.ts';
import { DOWNLOAD_DAYS, MAX_DOWNLOADS } from './downloads.rules.ts';

const doubles = createPlayDoubles();
let calls: Awaited<ReturnType<typeof createMemberCalls>>;
beforeAll(async () => {
  calls = await createMemberCalls(undefined, { archive: doubles.services });
  await insertSmallStation(calls.db);
  await insertStreams(calls.db);
});
afterAll(() => calls.close());

const HOUR = 60;
const DAY = 24 * HOUR;
/** The last is on air. */
const PARTS = MAX_DOWNLOADS + 2;
const ON_AIR = 100 + PARTS;

let paying: LoggedInMember;
beforeEach(async () => {
  const { db } = calls;
  await calls.reset();
  for (const table of [downloads, archiveSections, programArchives, suspendedFunctions]) await db.delete(table);
  Object.assign(doubles.state, { gaps: [], removals: [], grants: [] });
  await db.insert(programArchives).values([
    {
      id: 1,
      programId: 1,
      streamId: 881,
      dayHk: '2026-11-21',
      startsAt: minutesOn(-PARTS * HOUR),
      endsAt: minutesOn(-HOUR),
      isOver: true,
    },
    {
      id: 2,
      programId: 1,
      streamId: 881,
      dayHk: '2026-11-21',
      startsAt: minutesOn(-10),
      endsAt: minutesOn(50),
      isOver: false,
    },
  ]);
  await db.insert(archiveSections).values(
    Array.from({ length: PARTS }, (_, i) => ({
      id: 101 + i,
      archiveId: i === PARTS - 1 ? 2 : 1,
      sectionNo: i + 1,
      startsAt: i === PARTS - 1 ? minutesOn(-10) : minutesOn((i - PARTS) * HOUR),
      endsAt: i === PARTS - 1 ? minutesOn(50) : minutesOn((i - PARTS + 1) * HOUR),
    })),
  );
  paying = await calls.subscriber('paying@member.example');
});

const start = (as: LoggedInMember | null, id: number, more = {}) =>
  calls.call(as, 'downloads', { item_id: id, device_key: 'phone', ...more });
const startedBy = async (as: LoggedInMember, id: number, more = {}) =>
  downloadReplySchema.parse((await start(as, id, more)).response);
const listOf = async (as: LoggedInMember, deviceKey = 'phone') =>
  verifiedReplySchema.parse((await calls.call(as, `downloads?device_key=${deviceKey}`)).response);
const statesOf = async (as: LoggedInMember) => (await listOf(as)).items.map(({ state, why }) => [state, why]);
const resume = (as: LoggedInMember, id: string) => calls.call(as, `downloads/${id}/address`, {});

describe('storing a replay', () => {
  it('gives addresses of this session without a device slot, for seven days', async () => {
    const told = await startedBy(paying, 101);
    expect(told.expires_ts).toBe(START.getTime() / 1000 + DOWNLOAD_DAYS * 86_400);
    expect(told.path).toMatch(/^\/replay\/grant-1\/881\/a128\/\d+-\d+\.m3u8$/);
    expect(doubles.state.grants).toEqual([
      expect.objectContaining({ leaseId: null, sessionToken: paying.cookie.split('=')[1], open: false }),
    ]);
    expect(doubles.state.playing).toBe(0);
    expect((await startedBy(paying, 101, { quality: 'sd' })).path).toContain('/a64/');
    expect(await listOf(paying)).toMatchObject({ server_ts: START.getTime() / 1000, items: [{ item_id: 101 }] });
  });

  it('needs a plan, a complete sound, and an open archive', async () => {
    const plain = await calls.member('plain@member.example');
    expect((await start(null, 101)).response_code).toBe(10004);
    expect((await start(plain, 101)).response_code).toBe(20003);
    expect((await start(paying, ON_AIR)).response_code).toBe(9);
    expect((await start(paying, 9_999)).response_code).toBe(6);
    expect((await start(paying, 101, { device_key: '../' })).status).toBe(400);
    await calls.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
    expect((await start(paying, 101)).response_code).toBe(6);
    await calls.db.insert(suspendedFunctions).values({ name: 'archive.play', message: '暫停' });
    expect((await start(paying, 102)).response_code).toBe(20);
    expect(await calls.db.select().from(downloads)).toEqual([]);
    expect(doubles.state.grants).toEqual([]);
  });

  it('stops at ten a browser, also for ten tabs at once; the same once more, or after a removal, fits', async () => {
    const codes = await Promise.all(
      Array.from({ length: MAX_DOWNLOADS + 1 }, async (_, i) => (await start(paying, 101 + i)).response_code),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(MAX_DOWNLOADS);
    expect(codes).toContain(120001);
    const { items } = await listOf(paying);
    const [first] = items;
    expect((await start(paying, first!.item_id)).response_code).toBe(200);
    expect((await start(paying, 101, { device_key: 'tablet' })).response_code).toBe(200);
    const missing = 101 + codes.indexOf(120001);
    expect((await start(paying, missing)).response_code).toBe(120001);
    const url = `/api/downloads/${items[1]!.id}`;
    await calls.app.inject({ method: 'DELETE', url, headers: { cookie: paying.cookie } });
    expect((await start(paying, missing)).response_code).toBe(200);
  });

  it('resumes without moving the end, and no more often than is needed', async () => {
    const { id, expires_ts } = await startedBy(paying, 101);
    calls.clock.now = minutesOn(DAY);
    expect((await resume(paying, id)).response).toMatchObject({ path: expect.stringContaining('grant-2') });
    expect((await listOf(paying)).items[0]!.expires_ts).toBe(expires_ts);
    for (let i = 0; i < DOWNLOAD_LIMITS.addressesOfMember.limit; i++) await resume(paying, id);
    expect((await resume(paying, id)).status).toBe(429);
  });
});

describe('what was stored ends', () => {
  it('after seven days, unless stored again', async () => {
    const { id } = await startedBy(paying, 101);
    calls.clock.now = minutesOn(DOWNLOAD_DAYS * DAY);
    expect(await statesOf(paying)).toEqual([['ended', 'expired']]);
    expect((await resume(paying, id)).response_code).toBe('121001');
    await startedBy(paying, 101);
    expect(await statesOf(paying)).toEqual([['playable', null]]);
    calls.clock.now = minutesOn(2 * DOWNLOAD_DAYS * DAY);
    await sweepDownloads(calls.db, calls.clock.now);
    expect(await statesOf(paying)).toEqual([]);
  });

  it('with the plan, and gives no more addresses', async () => {
    const { id } = await startedBy(paying, 101);
    await calls.db.update(subscriptions).set({ endsAt: minutesOn(1) });
    calls.clock.now = minutesOn(DAY);
    expect(await statesOf(paying)).toEqual([['ended', 'plan']]);
    expect((await resume(paying, id)).response_code).toBe(20003);
  });

  it('of a family member with the plan of the payer, at its instant, and not before', async () => {
    const { db } = calls;
    await db.update(subscriptionPlans).set({ isFamily: true });
    try {
      const friend = await calls.member('friend@member.example');
      await db.insert(familySeats).values([
        { ownerId: paying.memberId, memberId: paying.memberId, seat: 1, joinedAt: START },
        { ownerId: paying.memberId, memberId: friend.memberId, seat: 2, joinedAt: START },
      ]);
      const { id } = await startedBy(friend, 101);
      await db.update(subscriptions).set({ endsAt: minutesOn(DAY) });
      // Longer before than a process remembers who is entitled.
      calls.clock.now = new Date(minutesOn(DAY).getTime() - 5_000);
      expect(await statesOf(friend)).toEqual([['playable', null]]);
      calls.clock.now = minutesOn(DAY);
      expect(await statesOf(friend)).toEqual([['ended', 'plan']]);
      expect((await resume(friend, id)).response_code).toBe(20003);
      // Renewed by the payer.
      calls.clock.now = minutesOn(DAY + 1);
      await db.update(subscriptions).set({ endsAt: minutesOn(2 * DAY) });
      expect((await resume(friend, id)).response_code).toBe(200);
    } finally {
      await db.delete(familySeats);
      await db.update(subscriptionPlans).set({ isFamily: false });
    }
  });

  it('when the replay is taken down, and when sound inside is removed', async () => {
    const { id } = await startedBy(paying, 101);
    doubles.state.removals = [{ startsAt: minutesOn(-PARTS * HOUR + 5), endsAt: minutesOn(-PARTS * HOUR + 6) }];
    await startedBy(paying, 102);
    calls.clock.now = minutesOn(1);
    const { items } = await listOf(paying);
    expect(items.find((item) => item.id === id)).toMatchObject({ state: 'ended', why: 'changed' });
    await calls.db.update(programArchives).set({ state: 'taken_down' });
    expect(await statesOf(paying)).toEqual([
      ['ended', 'withdrawn'],
      ['ended', 'withdrawn'],
    ]);
  });

  it('but only waits while the archive is suspended', async () => {
    await startedBy(paying, 101);
    await calls.db.insert(suspendedFunctions).values({ name: 'archive.play', message: '暫停' });
    expect(await statesOf(paying)).toEqual([['suspended', null]]);
  });

  it('with its session, and is nobody else’s', async () => {
    const { id } = await startedBy(paying, 101);
    const other = await calls.subscriber('other@member.example');
    expect(await statesOf(other)).toEqual([]);
    expect((await resume(other, id)).response_code).toBe(6);
    await calls.app.inject({ method: 'DELETE', url: `/api/downloads/${id}`, headers: { cookie: other.cookie } });
    expect(await statesOf(paying)).toHaveLength(1);
    const again = await calls.session(paying.memberId);
    expect(await statesOf(again)).toEqual([]);
    expect((await resume(again, id)).response_code).toBe(6);
    await calls.db.delete(memberSessions).where(eq(memberSessions.id, paying.sessionId));
    expect(await calls.db.select().from(downloads)).toEqual([]);
  });
});
