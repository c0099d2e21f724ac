import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberSessions } from '#db/tables/auth.ts';
import { members } from '#db/tables/members.ts';
import { subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { MemberServices } from '#domain/members/members.ts';
import {
  actorOf,
  endSession,
  endSessions,
  hearSessionChanges,
  listSessions,
  memberChanged,
  openSession,
  seeSession,
} from './sessions.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);
let database: TestDatabase;
/** Two processes on one database. */
let here: MemberServices;
let there: MemberServices;
let memberId: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(subscriptions);
  await database.db.delete(members);
  here = createMemberServices(database.db);
  there = createMemberServices(database.db);
  memberId = await insertMember(database.db, 'chan@example.com');
});

const open = (rememberMe = false, now = NOW) =>
  openSession(here, { memberId, rememberMe, userAgent: 'Mozilla/5.0', remoteIp: '203.0.113.7', now });
const until = async (holds: () => Promise<boolean>) => {
  for (let i = 0; i < 500 && !(await holds()); i++) await new Promise((done) => setTimeout(done, 10));
  return holds();
};

describe('a session', () => {
  it('belongs to who holds its token, in every process; the table has its hash alone', async () => {
    const { token, sessionId } = await open();
    for (const services of [here, there])
      expect(await actorOf(services, token, NOW)).toEqual({
        kind: 'member',
        memberId,
        sessionId,
        isEmailVerified: false,
        isSubscriber: false,
        isLeaving: false,
      });
    expect(JSON.stringify(await database.db.select().from(memberSessions))).not.toContain(token);
  });

  it('is told apart from those of others who come at the same time, each at their own instant', async () => {
    const otherId = await insertMember(database.db, 'wong@example.com');
    const mine = await open();
    const others = await openSession(here, {
      memberId: otherId,
      rememberMe: false,
      userAgent: '',
      remoteIp: '203.0.113.8',
      now: later(-DAY_MS + MINUTE_MS),
    });
    const actors = await Promise.all([
      actorOf(there, 'x'.repeat(43), NOW),
      actorOf(there, mine.token, NOW),
      actorOf(there, others.token, NOW),
      actorOf(there, others.token, later(2 * MINUTE_MS)),
      actorOf(there, 'y'.repeat(43), NOW),
    ]);
    expect(actors.map((actor) => (actor.kind === 'member' ? actor.memberId : null))).toEqual([
      null,
      memberId,
      otherId,
      null,
      null,
    ]);
  });

  it.each([undefined, '', 'x', 'x'.repeat(43), `${'x'.repeat(42)}'`, '\u0000'.repeat(43), 'x'.repeat(5_000)])(
    'is not found by the token %j',
    async (token) => {
      await open();
      expect(await actorOf(here, token, NOW)).toEqual({ kind: 'guest' });
    },
  );

  it('ends with the browser or after a day without a sign of life; remembered, after thirty, renewed while used (R-350)', async () => {
    const short = await open(false);
    const long = await open(true);
    expect(short.expiresAt).toBeNull();
    expect(long.expiresAt).toEqual(later(30 * DAY_MS));
    expect((await actorOf(here, short.token, later(DAY_MS - 1))).kind).toBe('member');
    // That use was recorded and extends the session by another day.
    expect((await actorOf(there, short.token, later(2 * DAY_MS - MINUTE_MS))).kind).toBe('member');
    expect((await actorOf(there, short.token, later(4 * DAY_MS))).kind).toBe('guest');
    const { renewedUntil } = await seeSession(here, long.token, later(29 * DAY_MS));
    expect(renewedUntil).toEqual(later(59 * DAY_MS));
    expect((await actorOf(there, long.token, later(58 * DAY_MS))).kind).toBe('member');
    expect((await actorOf(there, long.token, later(400 * DAY_MS))).kind).toBe('guest');
  });

  it('lasts no longer than a year, however it is used', async () => {
    const { token } = await open(true);
    for (let day = 20; day <= 360; day += 20)
      expect((await actorOf(here, token, later(day * DAY_MS))).kind).toBe('member');
    expect((await actorOf(here, token, later(366 * DAY_MS))).kind).toBe('guest');
  });

  it('says what its member is now: a plan, a proved address, a leaving; nothing of one who may not come', async () => {
    const { token } = await open();
    const [plan] = await database.db
      .insert(subscriptionPlans)
      .values({ name: '月費', priceCents: 4_800, days: 30 })
      .returning();
    await database.db
      .insert(subscriptions)
      .values({ memberId, planId: plan!.id, source: 'hand', startsAt: NOW, endsAt: later(DAY_MS / 2) });
    await database.db.update(members).set({ emailVerifiedAt: NOW });
    expect(await actorOf(here, token, NOW)).toMatchObject({ isSubscriber: true, isEmailVerified: true });
    expect(await actorOf(here, token, later(DAY_MS / 2))).toMatchObject({ isSubscriber: false });
    await database.db.update(members).set({ state: 'deleting', eraseAt: later(DAY_MS) });
    expect(await actorOf(there, token, NOW)).toMatchObject({ isLeaving: true });
    await database.db.update(members).set({ state: 'inactive', eraseAt: null });
    expect(await actorOf(there, token, later(10_000))).toEqual({ kind: 'guest' });
  });

  it('keeps fifty a member: the longest unused end', async () => {
    const first = await open();
    for (let i = 1; i <= 50; i++) await open(false, later(i));
    expect((await actorOf(there, first.token, later(100))).kind).toBe('guest');
    expect(await database.db.select().from(memberSessions)).toHaveLength(50);
  });
});

describe('an end', () => {
  it('holds in another process within five seconds, though nobody told it', async () => {
    const { token, sessionId } = await open();
    expect((await actorOf(there, token, NOW)).kind).toBe('member');
    await endSession(here, { memberId, sessionId });
    expect((await actorOf(here, token, NOW)).kind).toBe('guest');
    expect((await actorOf(there, token, later(3_000))).kind).toBe('guest');
  });

  it('is heard of at once by a process that listens', async () => {
    const watch = await hearSessionChanges(database, there.sessions);
    const { token, sessionId } = await open();
    const kept = await open();
    for (const one of [token, kept.token]) await actorOf(there, one, NOW);
    await endSession(here, { memberId, sessionId });
    // The clock is fixed, so only the notification can have ended the session.
    expect(await until(async () => (await actorOf(there, token, NOW)).kind === 'guest')).toBe(true);
    expect((await actorOf(there, kept.token, NOW)).kind).toBe('member');
    await database.db.transaction((tx) => endSessions({ ...here, db: tx }, memberId));
    expect(await until(async () => (await actorOf(there, kept.token, NOW)).kind === 'guest')).toBe(true);
    await watch.close();
  });

  it('of all but one leaves that one', async () => {
    const [mine, ...others] = await Promise.all([open(), open(), open()]);
    const ended = await database.db.transaction((tx) => endSessions({ ...here, db: tx }, memberId, mine!.sessionId));
    expect(ended).toEqual({ epoch: 2, ended: 2 });
    expect((await actorOf(there, mine!.token, NOW)).kind).toBe('member');
    for (const { token } of others) expect((await actorOf(there, token, NOW)).kind).toBe('guest');
  });

  it("cannot be made of somebody else's session", async () => {
    const { token, sessionId } = await open();
    const other = await insertMember(database.db, 'lee@example.com');
    expect(await endSession(here, { memberId: other, sessionId })).toBe(false);
    expect((await actorOf(there, token, NOW)).kind).toBe('member');
  });

  it('can be made by hand as the handbook says, and is heard of by every process', async () => {
    const handbook = readFileSync('docs/operations/members.md', 'utf8');
    const [, sql = ''] = /## Ending sessions by hand[^]*?```sql\n([^]*?)```/.exec(handbook) ?? [];
    const other = await insertMember(database.db, 'lee@example.com');
    const kept = await openSession(here, { memberId: other, rememberMe: true, userAgent: '', remoteIp: '', now: NOW });
    const watch = await hearSessionChanges(database, there.sessions);
    const { token } = await open(true);
    for (const one of [token, kept.token]) expect((await actorOf(there, one, NOW)).kind).toBe('member');
    await database.pool.query(sql.replaceAll('member@mail.example', 'chan@example.com'));
    expect(await until(async () => (await actorOf(there, token, NOW)).kind === 'guest')).toBe(true);
    expect((await actorOf(there, kept.token, NOW)).kind).toBe('member');
    await watch.close();
  });

  it('that comes while a process asks is not forgotten by what it then hears', async () => {
    const { token, sessionId } = await open();
    const asking = actorOf(there, token, NOW);
    there.sessions.drop(`session:${sessionId}`);
    await asking;
    await database.db.delete(memberSessions);
    expect((await actorOf(there, token, NOW)).kind).toBe('guest');
  });

  it("is not needed for a change of a member's rights to reach processes that cache the actor", async () => {
    const watch = await hearSessionChanges(database, there.sessions);
    const { token } = await open();
    expect(await actorOf(there, token, NOW)).toMatchObject({ isEmailVerified: false });
    await database.db.update(members).set({ emailVerifiedAt: NOW });
    await memberChanged(database.db, memberId);
    const isVerified = async () => {
      const actor = await actorOf(there, token, NOW);
      return actor.kind === 'member' && actor.isEmailVerified;
    };
    expect(await until(isVerified)).toBe(true);
    await watch.close();
  });
});

it('lists where a member is logged in, this browser first, and nothing of others', async () => {
  const mine = await open(true);
  const newer = await open(false, later(MINUTE_MS));
  const other = await insertMember(database.db, 'lee@example.com');
  await openSession(here, { memberId: other, rememberMe: false, userAgent: '', remoteIp: '', now: NOW });
  const listed = await listSessions(here, { memberId, sessionId: mine.sessionId }, later(MINUTE_MS));
  expect(listed.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    [mine.sessionId, true],
    [newer.sessionId, false],
  ]);
});
