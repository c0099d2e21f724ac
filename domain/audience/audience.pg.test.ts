import fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adDays, adFaultDays, audienceDays, audienceMinutes, audiencePositions } from '#db/tables/audience.ts';
import { addDaysHk, dayHkOf } from '#shared/hk-time.ts';
import { PlayEvent, ReportClass, ReportSource, TagType } from '#shared/tracking.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { insertReports, liveReport } from '#tests/factories/tracked-reports.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { computeDay, createRollUp, recomputeDay, rollUpMinutes } from './audience.ts';
import { findDay } from './days.store.ts';
import { standingOf } from './figures.ts';
import { findLate } from './late.store.ts';
import { computeWholeDay, namesOfFigures } from './roll-up.store.ts';

const DAY = '2026-11-20';
const MIDNIGHT = Date.parse('2026-11-20T00:00:00+08:00');
const HOUR = 3_600_000;
const NOON = MIDNIGHT + 12 * HOUR;
const now = new Date('2026-11-20T16:00:00+08:00');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await database.db.execute(
    sql`insert into media_streams (id, kind, name) select id, 'channel', id from unnest(array[881, 903, 864]) as id on conflict do nothing`,
  );
});
afterAll(() => database.close());
beforeEach(() =>
  database.db.execute(
    sql`truncate tracking_events, audience_minutes, audience_positions, audience_days, ad_days, ad_fault_days, audience_dirty, tracking_late`,
  ),
);

const adReport = (seq: number, detail: Record<string, unknown>) =>
  liveReport('a', seq, [], {
    source: ReportSource.AD,
    trackingType: null,
    happenedAt: new Date(NOON),
    receivedAt: new Date(NOON + 1),
    detail,
  });
const compute = (at = now, day = DAY) => computeDay({ db: database.db, now: at }, day);
const minutes = () =>
  database.db.select().from(audienceMinutes).orderBy(audienceMinutes.minute, audienceMinutes.channel);
const counts = async () =>
  Object.fromEntries(
    (await database.db.select().from(audienceDays)).map((row) => [`${row.dayHk} ${row.kind} ${row.key}`, row]),
  );

describe('listeners by minute', () => {
  it('counts what was heard as milliseconds of the minute, and a listener once whatever was told twice', async () => {
    await insertReports(database.db, [
      liveReport('a', 1, [[NOON, NOON + 30_000]]),
      liveReport('a', 1, [[NOON + 400, NOON + 30_400]], { receivedAt: new Date(NOON + HOUR) }),
      liveReport('a', 2, [[NOON + 20_000, NOON + 90_000]]),
      liveReport('b', 1, [[NOON, NOON + 60_000]]),
    ]);
    await compute();
    expect(await minutes()).toMatchObject([
      { minute: new Date(NOON), heardMs: 120_000, sessions: 2, channel: 903, rendition: 'a128', behind: 0 },
      { minute: new Date(NOON + 60_000), heardMs: 30_000, sessions: 1 },
    ]);
  });

  it('cuts what is heard over midnight, and gives each day its part', async () => {
    await insertReports(database.db, [liveReport('a', 1, [[MIDNIGHT - 30_000, MIDNIGHT + 10_000]])]);
    await compute();
    await compute(now, '2026-11-19');
    expect((await minutes()).map(({ heardMs }) => heardMs)).toEqual([30_000, 10_000]);
    const days = await counts();
    expect(days['2026-11-19 channel 903']).toMatchObject({ heardMs: 30_000, sessions: 1 });
    expect(days['2026-11-20 channel 903']).toMatchObject({ heardMs: 10_000, sessions: 1 });
  });

  it('tells those behind the edge apart, and leaves robots, monitors and what is no channel out', async () => {
    await insertReports(database.db, [
      liveReport('a', 1, [[NOON, NOON + 60_000, 90 * 60_000]]),
      liveReport('r', 1, [[NOON, NOON + 60_000]], { reporter: ReportClass.ROBOT }),
      liveReport('m', 1, [[NOON, NOON + 60_000]], { reporter: ReportClass.MONITOR }),
      liveReport('x', 1, [[NOON, NOON + 60_000]], { channel: 7 }),
      liveReport('y', 1, [[NOON, NOON + 60_000]], { rendition: 'whatever it says' }),
    ]);
    await compute();
    expect((await minutes()).map(({ behind, rendition }) => `${behind} ${rendition}`).toSorted()).toEqual([
      '0 ',
      '1 a128',
    ]);
    const positions = await database.db.select().from(audiencePositions);
    expect(positions.find(({ how }) => how === 'behind')?.minute).toEqual(new Date(NOON - 90 * 60_000));
  });

  it('takes of a report no more than the hour before it', async () => {
    await insertReports(database.db, [liveReport('a', 1, [[NOON - 5 * HOUR, NOON]])]);
    await compute();
    expect((await counts())[`${DAY} channel 903`]).toMatchObject({ heardMs: HOUR });
  });
});

describe('counts of a day', () => {
  it('has articles, searches, errors, replays and films, each report once', async () => {
    const base = {
      heard: [],
      channel: null,
      rendition: null,
      happenedAt: new Date(NOON),
      receivedAt: new Date(NOON + 1),
    };
    const report = (seq: number, more: object) => liveReport('a', seq, [], { ...base, ...more });
    const article = report(1, { source: ReportSource.PLAY, trackingType: PlayEvent.CONTENT_VIEWED, contentId: 1000 });
    const search = { source: ReportSource.TAG, trackingType: PlayEvent.CONTENT_VIEWED, tagType: TagType.COMMON };
    await insertReports(database.db, [
      article,
      article,
      report(2, { ...search, trackingType: null, keyword: ' Taxi ', results: 3 }),
      report(3, { ...search, trackingType: null, keyword: 'zqxj', results: 0 }),
      report(4, { source: ReportSource.ERROR, trackingType: null, detail: { cause: 'network' } }),
      report(5, { source: ReportSource.PLAY, trackingType: PlayEvent.ARCHIVE_PLAY_HD, contentId: 12, channel: 903 }),
      report(6, {
        source: ReportSource.PLAY,
        trackingType: PlayEvent.PREMIUM_CONTENT_PROGRESS,
        contentId: 821,
        heard: [NOON - 20_000, NOON, 5_000],
        consent: 1,
        visitor: 'v',
      }),
    ]);
    await compute();
    const days = await counts();
    expect(days[`${DAY} article 1000`]).toMatchObject({ events: 1, sessions: 1 });
    expect(days[`${DAY} search taxi`]).toMatchObject({ events: 1 });
    expect(days[`${DAY} search-empty zqxj`]).toMatchObject({ events: 1 });
    expect(days[`${DAY} error network`]).toMatchObject({ events: 1 });
    expect(days[`${DAY} replay 12`]).toMatchObject({ events: 1, heardMs: 0 });
    expect(days[`${DAY} film 821`]).toMatchObject({ events: 0, heardMs: 20_000, visitors: 1 });
  });

  it('adds up advertisements by slot, with money in millionths of a dollar', async () => {
    const ad = (seq: number, detail: object) =>
      adReport(seq, { slot: 'home-leaderboard-1', page_group: 'home', ...detail });
    const fill = ad(2, { event: 'fill', bidder: 'demo', advertiser: 'tea', cpm: 12.34 });
    await insertReports(database.db, [
      ad(1, { event: 'request' }),
      fill,
      fill,
      ad(3, { event: 'viewable', bidder: 'demo', advertiser: 'tea' }),
      ad(4, { event: 'fill', bidder: 'demo', advertiser: 'tea', cpm: 'free' }),
      ad(5, { event: 'house' }),
    ]);
    await compute();
    const rows = await database.db.select().from(adDays).orderBy(adDays.bidder);
    expect(rows).toMatchObject([
      { bidder: '', requests: 1, fills: 0 },
      { bidder: 'demo', advertiser: 'tea', fills: 2, viewables: 1, revenueMicros: 12_340 },
      { bidder: 'house', fills: 1, revenueMicros: 0 },
    ]);
  });

  it('adds up which creatives frames dropped or listeners reported, by reason', async () => {
    const ad = (seq: number, detail: object) =>
      adReport(seq, { slot: 'home-leaderboard-1', advertiser: 'tea', creative: 'c1', ...detail });
    await insertReports(database.db, [
      ad(1, { event: 'dropped', reason: 'cpu' }),
      ad(2, { event: 'dropped', reason: 'cpu' }),
      ad(3, { event: 'reported', reason: 'fraud' }),
      ad(4, { event: 'fill' }),
      ad(5, { event: 'dropped', reason: 'broken', advertiser: '', creative: '' }),
    ]);
    for (const _again of [1, 2]) {
      await compute();
      const rows = await database.db.select().from(adFaultDays).orderBy(adFaultDays.reason);
      expect(rows.map(({ creative, reason, events }) => [creative, reason, events])).toEqual([
        ['c1', 'cpu', 2],
        ['c1', 'reported', 1],
      ]);
    }
  });

  it('keeps the slots that advertised most, and adds up the rest, however many names a sender makes up', async () => {
    const ad = (seq: number, slot: string) => adReport(seq, { slot, event: 'fill', bidder: `b${seq}`, cpm: 1e300 });
    await insertReports(database.db, [
      ...Array.from({ length: 30 }, (_, i) => ad(i, `made-up-${i}`)),
      ...[100, 101, 102].map((seq) => ({
        ...ad(seq, 'home-leaderboard-1'),
        detail: { ...(ad(1, 'home-leaderboard-1').detail as object), bidder: 'demo' },
      })),
    ]);
    for (const _again of [1, 2]) {
      await database.db.transaction((tx) => computeWholeDay(tx, DAY, 10, { ads: 5, contents: 5, words: 5 }));
      const rows = await database.db.select().from(adDays);
      expect(rows).toHaveLength(6);
      expect(rows.find(({ slot }) => slot === 'home-leaderboard-1')).toMatchObject({ fills: 3, bidder: 'demo' });
      expect(rows.find(({ slot }) => slot === '')).toMatchObject({
        fills: 26,
        bidder: 'others',
        revenueMicros: 26 * 500_000,
      });
    }
  });
});

it('keeps of a day what most read, heard and looked for, however many numbers and words a sender makes up', async () => {
  const viewed = (session: string, seq: number, contentId: number) =>
    liveReport(session, seq, [], {
      source: ReportSource.PLAY,
      trackingType: PlayEvent.CONTENT_VIEWED,
      channel: null,
      contentId,
      happenedAt: new Date(NOON),
      receivedAt: new Date(NOON + 1),
    });
  await insertReports(database.db, [
    ...Array.from({ length: 30 }, (_, i) => viewed('flood', i, 70_000 + i)),
    ...['a', 'b', 'c'].map((session) => viewed(session, 1, 1000)),
  ]);
  await database.db.transaction((tx) => computeWholeDay(tx, DAY, 10, { ads: 4, contents: 4, words: 4 }));
  const articles = await database.db.select().from(audienceDays).where(eq(audienceDays.kind, 'article'));
  expect(articles).toHaveLength(4);
  expect(articles.find(({ key }) => key === '1000')).toMatchObject({ sessions: 3 });
});

describe('the same figures', () => {
  const span = fc
    .tuple(fc.integer({ min: -600_000, max: 1_800_000 }), fc.integer({ min: 1, max: 200_000 }))
    .map(([from, length]): [number, number] => [MIDNIGHT + from, MIDNIGHT + from + length]);
  // One on the day itself, because a day without reports is refused.
  const reports = fc
    .array(
      fc.record({ session: fc.constantFrom('a', 'b', 'c'), spans: fc.array(span, { minLength: 1, maxLength: 4 }) }),
      { maxLength: 13 },
    )
    .map((some) => [...some, { session: 'd', spans: [[MIDNIGHT, MIDNIGHT + 1_000] as [number, number]] }]);

  it('come of a day at once and in parts', async () => {
    const { db } = database;
    const rows = Array.from({ length: 60 }, (_, i) => {
      const from = NOON + (i % 7) * 40_000;
      const kinds = [
        {},
        { channel: 903, rendition: 'v360' },
        {
          source: ReportSource.PLAY,
          trackingType: PlayEvent.PREMIUM_CONTENT_PLAY,
          channel: null,
          contentId: 1 + (i % 2),
        },
        { source: ReportSource.PLAY, trackingType: PlayEvent.CONTENT_VIEWED, channel: null, contentId: 5 },
      ];
      // Twenty sessions and eight visitors, some of whom consent partway through.
      const visitor = i % 3 === 0 ? null : `visitor ${i % 8}`;
      return liveReport(`session ${i % 20}`, i, [[from, from + 50_000]], {
        ...kinds[i % kinds.length],
        visitor,
        consent: visitor === null ? 0 : 1,
        agent: ['chrome', 'safari'][i % 2] ?? null,
      });
    });
    await insertReports(db, rows);
    const names = async (reportsAPart: number) => {
      await db.transaction((tx) => computeWholeDay(tx, DAY, reportsAPart));
      return namesOfFigures(db, DAY);
    };
    const atOnce = await names(1_000);
    expect(atOnce.counts?.rows).toBeGreaterThan(5);
    for (const size of [30, 7, 1]) expect(await names(size)).toEqual(atOnce);
  });

  it('come of the same reports at once, in pieces, in any order and told twice', async () => {
    await fc.assert(
      fc.asyncProperty(reports, fc.infiniteStream(fc.nat()), async (told, order) => {
        const { db } = database;
        const clear = () =>
          db.execute(
            sql`truncate tracking_events, audience_minutes, audience_positions, audience_days, ad_days, ad_fault_days, audience_dirty, tracking_late`,
          );
        const rows = told.map(({ session, spans }, seq) => liveReport(session, seq, spans));
        await clear();
        await insertReports(db, rows);
        await compute();
        const atOnce = await namesOfFigures(db, DAY);
        await clear();
        const twice = [
          ...rows,
          ...rows.map((row) => ({ ...row, receivedAt: new Date(row.receivedAt.getTime() + 5_000) })),
        ];
        const shuffled = twice.map((row) => ({ row, at: order.next().value })).toSorted((a, b) => a.at - b.at);
        // The job runs in between, each time on what is new; its clock is that of receipt.
        const rollUp = createRollUp();
        const half = Math.ceil(shuffled.length / 2);
        const came = (part: typeof shuffled, at: Date) =>
          insertReports(
            db,
            part.map(({ row }) => ({ ...row, receivedAt: at })),
          );
        const first = new Date(MIDNIGHT + 2 * HOUR);
        const second = new Date(MIDNIGHT + 3 * HOUR);
        await came(shuffled.slice(0, half), first);
        await rollUp({ db, now: first });
        await came(shuffled.slice(half), second);
        await rollUp({ db, now: second });
        const inPieces = await namesOfFigures(db, DAY);
        expect(inPieces['minutes']).toEqual(atOnce['minutes']);
        // Expensive figures are computed on their own schedule; here by hand.
        await compute();
        expect(await namesOfFigures(db, DAY)).toEqual(atOnce);
        expect(await recomputeDay({ db, now }, DAY)).toMatchObject({ isEqual: true });
      }),
      { numRuns: 12 },
    );
  });

  it('tells that figures are not those of the reports', async () => {
    await insertReports(database.db, [liveReport('a', 1, [[NOON, NOON + 60_000]])]);
    await compute();
    await database.db.update(audienceMinutes).set({ heardMs: 1 });
    expect(await recomputeDay({ db: database.db, now }, DAY)).toMatchObject({ isEqual: false });
    expect(await recomputeDay({ db: database.db, now }, DAY)).toMatchObject({ isEqual: true });
  });
});

describe('what comes late', () => {
  const dayEnd = MIDNIGHT + 24 * HOUR;
  it('changes figures for three days, and is counted beside them from then on', async () => {
    const { db } = database;
    await insertReports(db, [
      liveReport('a', 1, [[NOON, NOON + 60_000]], { receivedAt: new Date(dayEnd + 71 * HOUR) }),
      liveReport('b', 1, [[NOON, NOON + 60_000]], { receivedAt: new Date(dayEnd + 72 * HOUR) }),
    ]);
    await compute(new Date(dayEnd + 73 * HOUR));
    expect((await minutes()).map(({ sessions }) => sessions)).toEqual([1]);
    expect(await findDay(db, DAY)).toMatchObject({ isFinal: true });
  });

  it('counts each late report once, in whatever pieces it comes, and none that came in time too', async () => {
    const { db } = database;
    const minute = (from: number, cameAfterHours: number) =>
      ({ spans: [[NOON + from, NOON + from + 60_000]], receivedAt: new Date(dayEnd + cameAfterHours * HOUR) }) as const;
    const insert = (session: string, seq: number, { spans, receivedAt }: ReturnType<typeof minute>) =>
      insertReports(db, [
        liveReport(
          session,
          seq,
          spans.map(([from, to]) => [from, to]),
          { receivedAt },
        ),
      ]);
    const look = (hours: number) => rollUpMinutes({ db, now: new Date(dayEnd + hours * HOUR) });
    await insert('a', 1, minute(0, 1));
    await look(2);
    await insert('a', 1, minute(0, 73));
    await insert('b', 1, minute(0, 73));
    await look(74);
    expect(await findLate(db, DAY)).toEqual({ reports: 1, heardMs: 60_000 });
    await insert('b', 1, minute(0, 75));
    await insert('b', 2, minute(30_000, 75));
    await look(76);
    await look(76);
    expect(await findLate(db, DAY)).toEqual({ reports: 2, heardMs: 90_000 });
    expect((await minutes()).map(({ sessions }) => sessions)).toEqual([1]);
    expect((await standingOf({ db }, DAY)).late).toEqual({ reports: 2, heardMs: 90_000 });
  });

  it('keeps the figures of a final day whose reports are dropped', async () => {
    const old = '2020-01-01';
    const then = Date.parse(`${old}T12:00:00+08:00`);
    await insertReports(database.db, [liveReport('of-old', 1, [[then, then + 1_000]])]);
    await compute(now, old);
    await expect(compute(now, old)).rejects.toThrow();
  });

  it('computes no day that has not come, and none of which nothing was ever reported', async () => {
    await expect(compute(now, addDaysHk(dayHkOf(now), 1))).rejects.toMatchObject({
      detail: { why: 'day-in-future' },
    });
    await expect(compute(now, '1999-01-01')).rejects.toMatchObject({ detail: expect.stringContaining('no reports') });
    const { rows } = await database.db.execute(sql`select from audience_dirty where day_hk <> ${DAY}`);
    expect(rows).toEqual([]);
  });

  it('refuses what is no day', async () => {
    await expect(compute(now, '2026-02-31')).rejects.toThrow();
  });
});
