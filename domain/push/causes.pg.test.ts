import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { programArchives } from '#db/tables/archive.ts';
import { follows } from '#db/tables/follows.ts';
import { programs } from '#db/tables/programs.ts';
import { onAirMarks } from '#db/tables/songs.ts';
import { pushDeliveries, pushMessages } from '#db/tables/push.ts';
import { trafficTunnels } from '#db/tables/traffic.ts';
import { breakingNewsActions } from '#domain/breaking-news/breaking-news.actions.ts';
import { trafficActions } from '#domain/traffic/traffic.actions.ts';
import { openSession } from '#domain/auth/sessions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertEvent } from '#tests/factories/events.ts';
import { emptyPush, sendAt, startPushService, subscribe } from '#tests/factories/push.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { takeSongReport } from '#domain/songs/songs.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { announceDue } from './causes.ts';
import { pushTasks } from './push.jobs.ts';

const NOON = new Date('2026-11-28T12:00:00+08:00');
const at = (clock: string, day = '2026-11-28') => new Date(`${day}T${clock}:00+08:00`);
const minutes = (n: number) => new Date(NOON.getTime() + n * 60_000);

let service: Awaited<ReturnType<typeof startPushService>>;
let desk: OpenDesk;
let chief: Person;
let producer: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: [...breakingNewsActions(), ...trafficActions()] });
  service = await startPushService();
  await insertStreams(desk.db);
  await insertSmallStation(desk.db);
  await desk.db.insert(trafficTunnels).values({ name: '紅磡海底隧道', minutes: 8, freeMinutes: 5, measuredAt: NOON });
  desk.clock.now = NOON;
  [chief, producer] = [await desk.enter('chief-editor'), await desk.enter('producer')];
});
beforeEach(async () => {
  desk.clock.now = NOON;
  await emptyPush(desk.db);
  await desk.db.execute(sql`truncate breaking_news cascade`);
  await desk.db.delete(programArchives);
  await desk.database.pool.query('delete from graphile_worker._private_jobs');
  await desk.db.update(trafficTunnels).set({ isClosed: false, heldUntil: null, measuredAt: NOON });
});
afterAll(async () => {
  await desk.close();
  await service.close();
});

/** Runs what the desk queued, as the worker does. */
async function work(now = desk.clock.now): Promise<void> {
  const tasks = pushTasks({
    services: { db: desk.db } as never,
    clock: () => now,
    signal: new AbortController().signal,
  });
  const { rows } = await desk.database.pool.query<{ task_identifier: string; payload: unknown }>(
    `select j.task_identifier, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
     where task_identifier like 'tell-%' order by id`,
  );
  await desk.database.pool.query('delete from graphile_worker._private_jobs');
  for (const { task_identifier: name, payload } of rows) await tasks[name]!(payload as never, {} as never);
}
const announceAt = (now: Date) => announceDue({ db: desk.db, now });
const titles = (browser: { endpoint: string }) => service.shownTo(browser).map(({ title }) => title);
const guest = (...topics: ['program' | 'host' | 'song' | 'singer' | 'tunnel' | 'event', string][]) =>
  subscribe(desk.db, service, { topics: topics.map(([kind, subject]) => ({ kind, subject })), now: NOON });

async function newMember(email: string): Promise<MemberActor> {
  const memberId = await insertMember(desk.db, email);
  const by = { memberId, rememberMe: true, userAgent: 'x', remoteIp: '203.0.113.9', now: NOON };
  const { sessionId } = await openSession(createMemberServices(desk.db), by);
  return memberActor(memberId, { sessionId });
}

const replay = (over: Partial<typeof programArchives.$inferInsert> = {}) =>
  desk.db
    .insert(programArchives)
    .values({
      programId: 1,
      streamId: 881,
      dayHk: '2026-11-28',
      startsAt: minutes(-120),
      endsAt: minutes(-1),
      isOver: true,
      ...over,
    })
    .returning({ id: programArchives.id });

it('tells followers of a programme and of its hosts of a new replay, once, guests and members alike', async () => {
  const [byProgram, byHost, nobody] = [
    await guest(['program', '1']),
    await guest(['host', '2']),
    await guest(['program', '2']),
  ];
  const both = await guest(['program', '1'], ['host', '1'], ['host', '2']);
  const actor = await newMember('fan@member.example');
  await desk.db.insert(follows).values({ memberId: actor.memberId, kind: 'program', subject: '1' });
  const devices = [
    await subscribe(desk.db, service, { actor, now: NOON }),
    await subscribe(desk.db, service, { actor, now: NOON }),
  ];
  const [row] = await replay();
  await announceAt(NOON);
  await sendAt(desk.database, NOON);
  await announceAt(minutes(1));
  await sendAt(desk.database, minutes(1));
  for (const browser of [byProgram, byHost, both, ...devices])
    expect(service.shownTo(browser)).toMatchObject([{ title: '的士高峰', path: `/program/archives/${row!.id}` }]);
  expect(titles(nobody)).toEqual([]);
});

it('tells of no replay that is still on air, taken down, over, hidden, old, or taken down after it was written', async () => {
  const fan = await guest(['program', '1'], ['program', '7']);
  await replay({ isOver: false });
  await replay({ state: 'taken_down', startsAt: minutes(-121) });
  await replay({ state: 'ended', startsAt: minutes(-122) });
  await replay({ availableUntil: minutes(-1), startsAt: minutes(-123) });
  await replay({ programId: 7, startsAt: minutes(-124) });
  await replay({ startsAt: minutes(-600), endsAt: minutes(-300) });
  await replay({ programClass: 2, startsAt: minutes(-125) });
  await announceAt(NOON);
  expect(await desk.db.select().from(pushMessages)).toEqual([]);
  const [late] = await replay({ startsAt: minutes(-126) });
  await announceAt(NOON);
  expect(await desk.db.select().from(pushMessages)).toHaveLength(1);
  await desk.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, late!.id));
  await sendAt(desk.database, NOON);
  expect(titles(fan)).toEqual([]);
  expect(await desk.db.select().from(pushDeliveries)).toEqual([]);
});

it('holds a replay of the night back until morning, and drops it if it was taken down meanwhile', async () => {
  const fan = await guest(['program', '1'], ['program', '5']);
  const night = at('23:30');
  await replay({ startsAt: at('22:00'), endsAt: at('23:29') });
  const [withdrawn] = await replay({ programId: 5, startsAt: at('21:00'), endsAt: at('23:28') });
  await announceAt(night);
  await sendAt(desk.database, night);
  await sendAt(desk.database, at('06:59', '2026-11-29'));
  expect(titles(fan)).toEqual([]);
  await desk.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, withdrawn!.id));
  await sendAt(desk.database, at('07:00', '2026-11-29'));
  expect(titles(fan)).toEqual(['的士高峰']);
});

it('tells of a programme within ten minutes of its start, and never after it', async () => {
  const { rows } = await desk.database.pool.query<{ minute: number; program_id: number }>(
    `select start_minute as minute, program_id from schedules where channel_id = 881 and program_id = 1 order by 1 limit 1`,
  );
  const starts = new Date(at('00:00').getTime() + rows[0]!.minute * 60_000);
  const before = (n: number) => new Date(starts.getTime() - n * 60_000);
  const settings = { quietFrom: 0, quietUntil: 0 };
  const topics = [{ kind: 'program' as const, subject: '1' }];
  const [prompt, late] = [
    await subscribe(desk.db, service, { topics, settings }),
    await subscribe(desk.db, service, { topics, settings }),
  ];
  await announceAt(before(11));
  expect(await desk.db.select().from(pushMessages)).toEqual([]);
  await announceAt(before(10));
  await announceAt(before(9));
  service.sandbox.trouble(late.endpoint, 503);
  await sendAt(desk.database, before(9));
  expect(service.shownTo(prompt)).toMatchObject([{ title: '的士高峰', path: '/live/881' }]);
  await sendAt(desk.database, starts);
  expect(titles(late)).toEqual([]);
  expect(await desk.db.select().from(pushDeliveries)).toEqual([]);
});

it('tells of the sale of a followed event once it opens, and of none that was cancelled before', async () => {
  const sells = {
    sellsFrom: minutes(-5),
    startsAt: minutes(600),
    doorsAt: minutes(590),
    endsAt: minutes(700),
    sellsUntil: minutes(700),
  };
  const [event, early, cancelled] = [
    await insertEvent(desk.db, { ...sells, title: '夜場' }),
    await insertEvent(desk.db, { ...sells, sellsFrom: minutes(5) }),
    await insertEvent(desk.db, sells),
  ];
  const fan = await guest(...[event, early, cancelled].map(({ id }) => ['event', String(id)] as ['event', string]));
  await desk.db.execute(
    sql`update events set state = 'cancelled', ended_at = ${minutes(-6)} where id = ${cancelled.id}`,
  );
  await announceAt(NOON);
  await sendAt(desk.database, NOON);
  expect(service.shownTo(fan)).toMatchObject([{ title: '夜場', path: `/live-event/${event.id}` }]);
});

it('tells everybody of breaking news and of the weather, again when the words change, and not of a stop of the service', async () => {
  const everybody = await guest();
  const silent = await subscribe(desk.db, service, { settings: { kinds: ['replay'] }, now: NOON });
  const ends_ts = Math.floor(minutes(120).getTime() / 1_000);
  const start = await desk.act(
    'breaking-news.start',
    { words: '地鐵停駛', path: '/news/local/1', ends_ts },
    { cookie: chief.cookie },
  );
  await work();
  await sendAt(desk.database, NOON);
  const { id } = (start.response as { result: { id: number } }).result;
  await desk.act(
    'breaking-news.change',
    { id, words: '地鐵停駛', path: '/news/local/1', ends_ts: ends_ts + 60 },
    { cookie: chief.cookie },
  );
  await work();
  await sendAt(desk.database, NOON);
  expect(service.shownTo(everybody)).toMatchObject([
    { title: '突發新聞', body: '地鐵停駛', path: '/news/local/1', tag: 'news' },
  ]);
  await desk.act('breaking-news.change', { id, words: '地鐵恢復', path: '', ends_ts }, { cookie: chief.cookie });
  await desk.act('messages.start', { kind: 'weather', words: '黑色暴雨', ends_ts }, { cookie: producer.cookie });
  await desk.act('messages.start', { kind: 'service', words: '付款暫停', ends_ts }, { cookie: producer.cookie });
  await work();
  await sendAt(desk.database, NOON);
  expect(
    service
      .shownTo(everybody)
      .map(({ body }) => body)
      .toSorted(),
  ).toEqual(['地鐵停駛', '地鐵恢復', '黑色暴雨'].toSorted());
  expect(service.sandbox.told(everybody.endpoint)[0]).toMatchObject({ urgency: 'high', ttlSeconds: 7_200 });
  expect(titles(silent)).toEqual([]);
});

it('tells nobody of news that ended before it was sent', async () => {
  const everybody = await guest();
  const ends_ts = Math.floor(minutes(120).getTime() / 1_000);
  const start = await desk.act('breaking-news.start', { words: '誤報', ends_ts }, { cookie: chief.cookie });
  await work();
  const { id } = (start.response as { result: { id: number } }).result;
  await desk.act('breaking-news.end', { id }, { cookie: chief.cookie });
  await sendAt(desk.database, NOON);
  expect(titles(everybody)).toEqual([]);
});

it('tells followers of a tunnel that it is closed and opened, by night only those who asked for warnings', async () => {
  const tunnel = '紅磡海底隧道';
  const topics = [{ kind: 'tunnel' as const, subject: tunnel }];
  const [usual, warned] = [
    await subscribe(desk.db, service, { topics }),
    await subscribe(desk.db, service, { topics, settings: { isAlwaysWarned: true, perDay: 1 } }),
  ];
  const report = async (now: Date, length: number | null) => {
    desk.clock.now = now;
    const producers = await desk.enter('producer');
    const reply = await desk.act('tunnels.report', { tunnel, minutes: length }, { cookie: producers.cookie });
    expect(reply.status).toBe(200);
    await work();
    await sendAt(desk.database, now);
  };
  await report(at('23:30'), null);
  await report(at('23:40'), null);
  await report(at('23:50'), 6);
  expect(titles(warned)).toEqual([`${tunnel}封閉`, `${tunnel}重開`]);
  // An hour later nobody needs to know it.
  await sendAt(desk.database, at('07:00', '2026-11-29'));
  expect(titles(usual)).toEqual([]);
});

it('hides a programme that was disabled after its replay was written down', async () => {
  const fan = await guest(['program', '5']);
  await replay({ programId: 5 });
  await announceAt(NOON);
  await desk.db.update(programs).set({ status: 0 }).where(eq(programs.id, 5));
  await sendAt(desk.database, NOON);
  expect(titles(fan)).toEqual([]);
  await desk.db.update(programs).set({ status: 1 }).where(eq(programs.id, 5));
});

it('tells followers of a song and of its singer of a play that is planned, minutes before it, once', async () => {
  await desk.db.delete(onAirMarks);
  const plan = (id: string, revision: number, startsAt: Date, more: object = {}) =>
    desk.db.transaction((tx) =>
      takeSongReport(
        tx,
        { channelId: 903, airDelayMs: 0 },
        {
          id,
          revision,
          sent_at: NOON.getTime() / 1000,
          kind: 'song',
          title: '下一站',
          artist: 'Singer A',
          start_ts: startsAt.getTime() / 1000,
          end_ts: null,
          is_withdrawn: false,
          ...more,
        },
      ),
    );
  await plan('a', 1, minutes(5));
  const [{ songId } = { songId: 0 }] = await desk.db.select({ songId: onAirMarks.songId }).from(onAirMarks);
  const [bySong, bySinger, other] = [
    await guest(['song', String(songId)]),
    await guest(['singer', 'singera']),
    await guest(['singer', 'singerb']),
  ];
  const both = await guest(['song', String(songId)], ['singer', 'singera']);
  await announceAt(minutes(-1));
  await sendAt(desk.database, minutes(-1));
  expect(titles(both)).toEqual([]);
  for (const now of [NOON, minutes(1)]) {
    await announceAt(now);
    await sendAt(desk.database, now);
  }
  for (const browser of [bySong, bySinger, both])
    expect(service.shownTo(browser)).toMatchObject([
      { title: '「下一站」就嚟播', body: 'Singer A，12:05 左右喺叱咤903。', path: '/live/903' },
    ]);
  expect(titles(other)).toEqual([]);
  // Reported again when it begins, which is no other play.
  await plan('a', 2, minutes(5), { end_ts: minutes(9).getTime() / 1000 });
  await announceAt(minutes(4));
  await sendAt(desk.database, minutes(4));
  expect(titles(both)).toHaveLength(1);
});

it('tells nobody of a play that was withdrawn or moved before it could be sent', async () => {
  await desk.db.delete(onAirMarks);
  const report = (id: string, revision: number, startsAt: Date, isWithdrawn = false) =>
    desk.db.transaction((tx) =>
      takeSongReport(
        tx,
        { channelId: 903, airDelayMs: 0 },
        {
          id,
          revision,
          sent_at: NOON.getTime() / 1000,
          kind: 'song',
          title: `歌${id}`,
          artist: 'Singer A',
          start_ts: startsAt.getTime() / 1000,
          end_ts: null,
          is_withdrawn: isWithdrawn,
        },
      ),
    );
  const browser = await guest(['singer', 'singera']);
  for (const id of ['taken', 'moved', 'late']) await report(id, 1, minutes(5));
  await announceAt(NOON);
  await report('taken', 2, minutes(5), true);
  await report('moved', 2, minutes(40));
  await report('late', 2, minutes(6));
  await sendAt(desk.database, minutes(1));
  expect(titles(browser)).toEqual(['「歌late」就嚟播']);
});
