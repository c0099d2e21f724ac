import { anything, assert, asyncProperty, constantFrom } from 'fast-check';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asDb, tables } from '#db/database.ts';
import { programArchives, archiveSections } from '#db/tables/archive.ts';
import { articles } from '#db/tables/articles.ts';
import { events } from '#db/tables/events.ts';
import { follows } from '#db/tables/follows.ts';
import { hosts } from '#db/tables/hosts.ts';
import { programs } from '#db/tables/programs.ts';
import { onAirMarks } from '#db/tables/songs.ts';
import { trafficLocations, trafficTunnels } from '#db/tables/traffic.ts';
import { takeMarks } from '#domain/songs/songs.ts';
import { createMemberCalls, minutesOn, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertEvent } from '#tests/factories/events.ts';
import { article } from '#tests/factories/newsroom.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { MAX_FOLLOWS, MAX_GUEST_FOLLOWS, type Followable } from './follows.rules.ts';
import type { FollowedWire } from './follows.schema.ts';
import { listNews } from './follows.ts';

// START is a Saturday noon: program 1 is on air at 14:00 (881), 4 at 13:00 (864).

let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let member: LoggedInMember;
let other: LoggedInMember;
let songId = '';
let eventId = '';
beforeAll(async () => {
  calls = await createMemberCalls();
  const { db } = calls;
  member = await calls.member('me@member.example');
  other = await calls.member('other@member.example');
  await insertSmallStation(db);
  await insertStreams(db);
  const mark = { revision: 1, kind: 'song' as const, endsAt: null, programId: null, isWithdrawn: false };
  const song = { ...mark, title: '夜車', artist: 'Ｔｒａｍ　Ｂａｎｄ' };
  await db.transaction((tx) =>
    takeMarks(tx, 903, [
      { ...song, reportId: '1', startsAt: minutesOn(-90) },
      { ...song, reportId: '2', startsAt: minutesOn(-30) },
      { ...song, reportId: '3', startsAt: minutesOn(30) },
    ]),
  );
  const [row] = await db.select({ songId: onAirMarks.songId }).from(onAirMarks);
  songId = String(row?.songId);
  eventId = String((await insertEvent(db)).id);
  const location = { type: 1, area: 'HK' as const, lastCheckedHk: '2026-11-01' };
  await db.insert(trafficLocations).values([
    { ...location, district: '灣仔', name: '油站' },
    { ...location, district: '沙田', name: '舊油站', status: 0 },
  ]);
  await db.insert(trafficTunnels).values([
    { name: '紅隧', minutes: 20, freeMinutes: 8, measuredAt: minutesOn(-2), position: 1 },
    { name: '西隧', minutes: 7, freeMinutes: 7, measuredAt: minutesOn(-2), position: 2 },
  ]);
  const [replay] = await db
    .insert(programArchives)
    .values({
      programId: 1,
      streamId: 881,
      dayHk: '2026-11-20',
      startsAt: new Date('2026-11-20T14:00:00+08:00'),
      endsAt: new Date('2026-11-20T16:00:00+08:00'),
      isOver: true,
    })
    .returning();
  const { id: archiveId, startsAt, endsAt } = replay!;
  await db.insert(archiveSections).values({ archiveId, sectionNo: 1, startsAt, endsAt });
  await db.insert(articles).values(
    article(3001, {
      contentType: 306,
      title: '灣仔駱克道修路',
      publishAt: minutesOn(-20),
      severity: 2,
      section: 'traffic',
    }),
  );
});
afterAll(() => calls.close());
beforeEach(async () => {
  await calls.db.delete(follows);
});

async function send(
  method: 'GET' | 'PUT' | 'DELETE' | 'POST',
  path: string,
  by: LoggedInMember | null,
  payload?: object,
) {
  const reply = await calls.app.inject({
    method,
    url: `/api/follows${path}`,
    headers: by ? { cookie: by.cookie } : {},
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    ...reply.json<{ response_code: number; response: unknown }>(),
  };
}
const everything = (): Followable[] => [
  { kind: 'program', subject: '1' },
  { kind: 'host', subject: '1' },
  { kind: 'song', subject: songId },
  { kind: 'singer', subject: 'tramband' },
  { kind: 'district', subject: '灣仔' },
  { kind: 'tunnel', subject: '紅隧' },
  { kind: 'event', subject: eventId },
];
const HIDDEN: Followable[] = [
  { kind: 'program', subject: '7' },
  { kind: 'program', subject: '8' },
  { kind: 'host', subject: '4' },
  { kind: 'song', subject: '999' },
  { kind: 'singer', subject: '冇呢個人' },
  { kind: 'district', subject: '沙田' },
  { kind: 'tunnel', subject: '冇呢條隧道' },
  { kind: 'event', subject: '999' },
  { kind: 'program', subject: '1e1' },
  { kind: 'program', subject: '9999999999' },
];
const listOf = async (by: LoggedInMember) => (await send('GET', '', by)).response as { items: FollowedWire[] };
const keysOf = (items: readonly Followable[]) => items.map(({ kind, subject }) => `${kind}:${subject}`).toSorted();
const news = async (by: LoggedInMember | null, body: object) =>
  (await send('POST', '/news', by, body)).response as { followed: number; items: FollowedWire[] };

describe('the list of a member', () => {
  it('takes each kind that is public, once, and needs no plan', async () => {
    for (const item of everything()) {
      expect((await send('PUT', '', member, item)).response, item.kind).toEqual({ is_new: true });
      expect((await send('PUT', '', member, item)).response, item.kind).toEqual({ is_new: false });
    }
    const { items } = await listOf(member);
    expect(keysOf(items)).toEqual(keysOf(everything()));
    const names = Object.fromEntries(items.map(({ kind, name, path }) => [kind, [name, path]]));
    expect(names).toEqual({
      program: ['的士高峰', `/program/1/${encodeURIComponent('的士高峰')}`],
      host: ['區柏言', `/host/1/${encodeURIComponent('區柏言')}`],
      song: ['夜車 · Ｔｒａｍ　Ｂａｎｄ', `/songs/song/${songId}`],
      singer: ['Ｔｒａｍ　Ｂａｎｄ', '/songs/singer/tramband'],
      district: ['灣仔', '/traffic'],
      tunnel: ['紅隧', '/traffic'],
      event: ['海旁一號台', `/live-event/${eventId}/${encodeURIComponent('海旁一號台')}`],
    });
  });

  it('knows a singer in any spelling as one', async () => {
    await send('PUT', '', member, { kind: 'singer', subject: 'Tram Band' });
    expect((await send('PUT', '', member, { kind: 'singer', subject: 'ｔｒａｍｂａｎｄ' })).response).toEqual({
      is_new: false,
    });
    expect((await send('DELETE', '', member, { kind: 'singer', subject: 'TRAM BAND' })).response).toEqual({
      removed: 1,
    });
  });

  it('does not take what is hidden or does not exist', async () => {
    for (const item of HIDDEN) {
      expect((await send('PUT', '', member, item)).status, `${item.kind} ${item.subject}`).toBe(404);
      expect((await send('DELETE', '', member, item)).response).toEqual({ removed: 0 });
    }
    expect((await listOf(member)).items).toEqual([]);
  });

  it('leaves out what was hidden since, lets it go, and shows it again when it is back', async () => {
    const { db } = calls;
    const item: Followable = { kind: 'program', subject: '2' };
    await send('PUT', '', member, item);
    await db.update(programs).set({ status: 0 }).where(eq(programs.id, 2));
    expect((await listOf(member)).items).toEqual([]);
    expect(await news(member, {})).toEqual({ followed: 0, items: [] });
    await db.update(programs).set({ status: 1 }).where(eq(programs.id, 2));
    expect(keysOf((await listOf(member)).items)).toEqual(['program:2']);
    await db.update(programs).set({ status: 0 }).where(eq(programs.id, 2));
    expect((await send('DELETE', '', member, item)).response).toEqual({ removed: 1 });
    await db.update(programs).set({ status: 1 }).where(eq(programs.id, 2));
  });

  it('is its member’s alone', async () => {
    const item: Followable = { kind: 'program', subject: '1' };
    await send('PUT', '', member, item);
    expect((await send('DELETE', '', other, item)).response).toEqual({ removed: 0 });
    expect((await listOf(other)).items).toEqual([]);
    expect((await news(other, { items: everything() })).followed).toBe(0);
    expect((await listOf(member)).items).toHaveLength(1);
  });

  it('is refused to guests before the body is read, and stored by no cache', async () => {
    for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE', {}], ['POST', {}]] as const) {
      const { status, response_code: code, headers } = await send(method, '', null, body);
      expect([status, code, headers['cache-control']], method).toEqual([401, 10004, 'no-store']);
    }
    expect((await send('POST', '/news', null, {})).headers['cache-control']).toBe('no-store');
  });

  /** As many songs of other days, which were deleted since, and so are in the table alone. */
  const fill = (memberId: number, n: number) =>
    calls.db
      .insert(follows)
      .values(Array.from({ length: n }, (_, i) => ({ memberId, kind: 'song' as const, subject: String(10_000 + i) })));

  it('ends at five hundred, for presses at once too', async () => {
    const { memberId } = member;
    await fill(memberId, MAX_FOLLOWS - 1);
    const replies = await Promise.all(everything().map((item) => send('PUT', '', member, item)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(everything().length - 1);
    expect(replies.find(({ status }) => status === 409)?.response_code).toBe(120001);
    const rows = await calls.db.select().from(follows).where(eq(follows.memberId, memberId));
    expect(rows).toHaveLength(MAX_FOLLOWS);
  });

  describe('joined with that of a browser', () => {
    it('has both, once, however often and by however many tabs', async () => {
      await send('PUT', '', member, { kind: 'program', subject: '2' });
      const items = [...everything(), { kind: 'program', subject: '2' }, { kind: 'singer', subject: 'Tram Band' }];
      const replies = await Promise.all([1, 2, 3].map(() => send('POST', '', member, { items })));
      const added = replies.map(({ response }) => (response as { added: number }).added);
      expect(added.reduce((sum, n) => sum + n, 0)).toBe(everything().length);
      expect(replies.map(({ response }) => (response as { left_out: unknown[] }).left_out)).toEqual([[], [], []]);
      expect(keysOf((await listOf(member)).items)).toEqual(
        keysOf([...everything(), { kind: 'program', subject: '2' }]),
      );
    });

    it('drops what is hidden', async () => {
      const { response } = await send('POST', '', member, { items: [...HIDDEN, { kind: 'program', subject: '1' }] });
      expect(response).toEqual({ added: 1, left_out: [] });
    });

    it('gives back what has no room', async () => {
      await fill(member.memberId, MAX_FOLLOWS - 2);
      const { added, left_out: leftOut } = (await send('POST', '', member, { items: everything() })).response as {
        added: number;
        left_out: Followable[];
      };
      expect([added, leftOut.length]).toEqual([2, everything().length - 2]);
      expect(keysOf([...leftOut, ...(await listOf(member)).items])).toEqual(keysOf(everything()));
    });
  });
});

describe('news', () => {
  const newsOf = async (item: Followable) => (await news(null, { items: [item] })).items[0]?.news ?? [];

  it('are the same for a member and for a guest who follows the same', async () => {
    for (const item of everything()) await send('PUT', '', member, item);
    const [ofMember, ofGuest] = [await news(member, {}), await news(null, { items: everything() })];
    const sorted = ({ items }: typeof ofGuest) => items.toSorted((a, b) => a.kind.localeCompare(b.kind));
    expect(ofGuest.followed).toBe(everything().length);
    expect(sorted(ofMember)).toEqual(sorted(ofGuest));
  });

  it('tell of each kind what it promises', async () => {
    const startTs = (text: string) => new Date(text).getTime() / 1000;
    expect(await newsOf({ kind: 'program', subject: '1' })).toMatchObject([
      {
        what: 'replay',
        path: expect.stringMatching(/^\/program\/archives\/\d+$/) as string,
        start_ts: startTs('2026-11-20T14:00:00+08:00'),
      },
      {
        what: 'next',
        channel_id: 881,
        start_ts: startTs('2026-11-21T14:00:00+08:00'),
        end_ts: startTs('2026-11-21T16:00:00+08:00'),
      },
    ]);
    expect((await newsOf({ kind: 'host', subject: '1' })).map(({ what, title }) => [what, title])).toEqual([
      ['replay', '的士高峰'],
      ['next', '的士高峰'],
    ]);
    for (const item of [everything()[2]!, everything()[3]!])
      expect(await newsOf(item)).toMatchObject([
        { what: 'play', title: '夜車', channel_id: 903, start_ts: minutesOn(-30).getTime() / 1000 },
      ]);
    expect(await newsOf({ kind: 'district', subject: '灣仔' })).toMatchObject([
      { what: 'road', title: '灣仔駱克道修路' },
    ]);
    expect(await newsOf({ kind: 'tunnel', subject: '紅隧' })).toMatchObject([
      { what: 'tunnel', state: 'jammed', minutes: 20 },
    ]);
    expect(await newsOf({ kind: 'event', subject: eventId })).toMatchObject([
      { what: 'event', state: 'before', start_ts: startTs('2026-12-05T20:00:00+08:00') },
    ]);
  });

  it('are for the first row only what is news, the most urgent first and nothing twice', async () => {
    const items = [...everything(), { kind: 'tunnel', subject: '西隧' }];
    const { followed, items: rows } = await news(null, { items, headlines: 3 });
    expect(followed).toBe(items.length);
    expect(rows.map(({ news: [first] }) => first?.what)).toEqual(['tunnel', 'road', 'play']);
    const all = (await news(null, { items, headlines: 50 })).items;
    // A clear tunnel is no news; neither is the song again as that of its singer, nor the programme again as its host’s.
    expect(keysOf(all)).toEqual(keysOf(everything().filter(({ kind }) => kind !== 'host' && kind !== 'singer')));
  });

  it('contain nothing that was withdrawn, taken down, merged or is yet to come', async () => {
    const { db } = calls;
    const withdraw = (isWithdrawn: boolean) =>
      db.update(onAirMarks).set({ isWithdrawn }).where(eq(onAirMarks.reportId, '2'));
    await withdraw(true);
    expect(await newsOf({ kind: 'song', subject: songId })).toMatchObject([
      { start_ts: minutesOn(-90).getTime() / 1000 },
    ]);
    await withdraw(false);

    for (const state of ['ended', 'taken_down'] as const) {
      await db.update(programArchives).set({ state });
      expect(
        (await newsOf({ kind: 'program', subject: '1' })).map(({ what }) => what),
        state,
      ).toEqual(['next']);
    }
    await db.update(programArchives).set({ state: 'shown' });

    await db
      .update(articles)
      .set({ publishAt: minutesOn(60 * 24 * 365) })
      .where(eq(articles.id, 3001));
    expect(await newsOf({ kind: 'district', subject: '灣仔' })).toEqual([]);
    await db
      .update(articles)
      .set({ publishAt: minutesOn(-20) })
      .where(eq(articles.id, 3001));

    // A host's programmes that are switched off are not told of.
    await db.update(programs).set({ status: 0 }).where(eq(programs.id, 1));
    expect(await newsOf({ kind: 'host', subject: '1' })).toEqual([]);
    await db.update(programs).set({ status: 1 }).where(eq(programs.id, 1));
    await db.update(hosts).set({ status: 0 }).where(eq(hosts.id, 1));
    expect((await news(null, { items: [{ kind: 'host', subject: '1' }] })).followed).toBe(0);
    await db.update(hosts).set({ status: 1 }).where(eq(hosts.id, 1));
  });

  it('say that a tunnel is closed, and nothing of one that nobody measured lately', async () => {
    const { db } = calls;
    const tunnel: Followable = { kind: 'tunnel', subject: '紅隧' };
    const set = (values: object) => db.update(trafficTunnels).set(values).where(eq(trafficTunnels.name, '紅隧'));
    await set({ isClosed: true, heldUntil: minutesOn(60) });
    expect(await newsOf(tunnel)).toMatchObject([{ state: 'closed', minutes: null }]);
    await set({ isClosed: false, heldUntil: null, measuredAt: minutesOn(-31) });
    expect(await news(null, { items: [tunnel] })).toMatchObject({ followed: 1, items: [{ news: [] }] });
    await set({ measuredAt: minutesOn(-2) });
  });

  it('tell that an event was cancelled', async () => {
    const { db } = calls;
    await db.update(events).set({ state: 'cancelled', stateAt: START, endedAt: START });
    expect(await newsOf({ kind: 'event', subject: eventId })).toMatchObject([{ state: 'cancelled' }]);
    await db.update(events).set({ state: 'planned', stateAt: null, endedAt: null });
  });

  it('take as many queries for two hundred as for one of each kind', async () => {
    const queriesOf = async (items: Followable[]) => {
      let queries = 0;
      const db = asDb(
        drizzle(calls.database.pool, { schema: tables, logger: { logQuery: () => void (queries += 1) } }),
      );
      await listNews({ db, now: START }, { kind: 'guest' }, { items });
      return queries;
    };
    const many = everything().flatMap((item) => [
      item,
      ...Array.from({ length: 27 }, (_, i) => ({ ...item, subject: String(i + 1) })),
    ]);
    const few = await queriesOf(everything());
    expect(few).toBeGreaterThan(7);
    expect(await queriesOf(many)).toBe(few);
  });

  it('are not told of more than a guest may keep', async () => {
    const items = Array.from({ length: MAX_GUEST_FOLLOWS + 1 }, (_, i) => ({
      kind: 'song',
      subject: String(i + 1),
    }));
    expect((await send('POST', '/news', null, { items })).status).toBe(400);
    expect((await send('POST', '', member, { items })).status).toBe(400);
    expect((await send('POST', '/news', null, { items: items.slice(1) })).status).toBe(200);
  });
});

it('answers whatever is sent with a code', async () => {
  const text = (item: object): boolean => JSON.stringify(item) !== undefined;
  for (const subject of ['', '\0', '\ud800', ' ', '字'.repeat(121), "'", '1'.repeat(120)])
    for (const kind of ['program', 'singer', 'district', 'tunnel'] as const)
      expect((await send('PUT', '', member, { kind, subject })).status, `${kind} ${subject}`).toBeGreaterThanOrEqual(
        400,
      );
  await assert(
    asyncProperty(
      constantFrom('PUT' as const, 'DELETE' as const, 'POST' as const),
      constantFrom('', '/news'),
      anything({ withNullPrototype: false }),
      async (method, path, value) => {
        let sent: object;
        try {
          sent = JSON.parse(JSON.stringify({ kind: 'song', subject: value, items: value, headlines: value })) as object;
        } catch {
          return;
        }
        if (!text(sent)) return;
        expect((await send(method, path, member, sent)).status).toBeLessThan(500);
      },
    ),
    { numRuns: 60, seed: 903 },
  );
});
