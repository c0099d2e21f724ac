import { parquetReadObjects } from 'hyparquet';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { adDays, audienceDays } from '#db/tables/audience.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { emptyAudit } from '#tests/factories/audit.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { insertReports, liveReport } from '#tests/factories/tracked-reports.ts';
import { audienceActions } from './audience.actions.ts';
import { computeDay, rollUpMinutes } from './audience.ts';
import { MINUTE_MS } from './audience.rules.ts';
import { FIGURE_TABLES } from './figures.rules.ts';
import { adsOf, countsOf, dayLine, listenersNow, programmesOf, standingOf } from './figures.ts';

// The calls of the figures at the desk.

const DAY = '2026-11-25';
const NOON = Date.parse('2026-11-25T12:00:00+08:00');

let desk: OpenDesk;
let sales: Person;
let engineer: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: audienceActions() });
  const { db } = desk;
  await insertSmallStation(db);
  await db.execute(
    sql`insert into media_streams (id, kind, name) select id, 'channel', id from unnest(array[881, 903, 864]) as id on conflict do nothing`,
  );
  await db.execute(sql`insert into program_archives (id, program_id, stream_id, day_hk, starts_at, ends_at, is_over)
    values (1, 1, 903, ${DAY}, ${new Date(NOON).toISOString()}, ${new Date(NOON + 3_600_000).toISOString()}, true)`);
  await db.execute(sql`insert into listening_sessions (minute, stream_id, players, process)
    select ${new Date(NOON).toISOString()}::timestamptz + i * interval '1 minute', 903, 9, 'one' from generate_series(0, 40) as i`);
  // Thirty listeners who come one after another, each for a different time, on two channels.
  const reports = Array.from({ length: 30 }, (_, listener) =>
    Array.from({ length: 1 + (listener % 12) }, (_unused, seq) => {
      const at = NOON + (listener * 37 + seq * 60) * 1_000;
      const more = {
        channel: listener % 4 === 0 ? 881 : 903,
        consent: listener % 2,
        visitor: listener % 2 ? `v${listener}` : null,
      };
      return liveReport(`listener-${listener}`, seq, [[at, at + 50_000, listener % 5 === 0 ? 120_000 : 10_000]], more);
    }),
  ).flat();
  await insertReports(db, reports);
  await rollUpMinutes({ db, now: new Date(NOON + 3_600_000) });
  await computeDay({ db, now: new Date(NOON + 3_600_000) }, DAY);
  const counted = { dayHk: DAY, events: 9, sessions: 8, visitors: 3 };
  await db.insert(audienceDays).values([
    { ...counted, kind: 'article', key: '1' },
    { ...counted, kind: 'search', key: '天氣' },
    { ...counted, kind: 'search-empty', key: '=1+1' },
    { ...counted, kind: 'error', key: 'playlist' },
  ]);
  await db.insert(adDays).values({
    dayHk: DAY,
    slot: 'home_lrec_1',
    pageGroup: 'home',
    bidder: 'direct',
    advertiser: 'Tea House',
    requests: 90,
    fills: 70,
    viewables: 40,
    revenueMicros: 98_765_432,
  });
  sales = await desk.enter('sales');
  engineer = await desk.enter('engineer');
});
beforeEach(() => emptyAudit(desk.db));
afterAll(() => desk.close());

const read = async (path: string, cookie = sales.cookie) => {
  const { status, response } = await desk.call(`/api/staff/figures/${path}`, { cookie });
  return { status, response: response as unknown as Record<string, never> };
};
const fetchFile = (path: string, cookie = sales.cookie) =>
  desk.app.inject({ url: `/api/staff/figures/${path}`, headers: { cookie } });

it('answers with the figures of the page before it', async () => {
  const { db } = desk;
  const { now } = desk.clock;
  const { response: listening } = await read(`listening?day=${DAY}`);
  const lines = await dayLine({ db }, DAY);
  expect(lines.reduce((sum, { heardMs }) => sum + heardMs, 0)).toBeGreaterThan(100 * MINUTE_MS);
  const answered = listening['lines'] as unknown as { minutes_ms: number[]; heard_ms: number }[];
  expect(
    answered.map(({ minutes_ms: minutesMs, heard_ms: heardMs, ...line }) => {
      expect(minutesMs).toHaveLength(1440);
      const listeners = minutesMs.map((ms, minute) => ({ minute, listeners: ms / MINUTE_MS }));
      return { ...line, heardMs, minutes: listeners.filter((one) => one.listeners > 0) };
    }),
  ).toEqual(lines);
  const [programme] = await programmesOf({ db, now }, DAY);
  expect(listening['programmes']).toEqual([
    {
      broadcast_id: 1,
      title: programme!.title,
      channel: 903,
      starts_ts: programme!.startsAtMs / 1_000,
      ends_ts: programme!.endsAtMs / 1_000,
      average: programme!.average,
      peak: programme!.peak,
      dropped: programme!.dropped,
      heard_ms: programme!.heardMs,
      replay_ms: programme!.replayMs,
      line: programme!.line.map((n) => Math.round(n * 10) / 10),
    },
  ]);
  const standing = await standingOf({ db }, DAY);
  expect(standing).toMatchObject({ sessions: 30, visitors: 15 });
  expect(listening['standing']).toEqual({
    computed_ts: standing.computedAtMs! / 1_000,
    is_final: standing.isFinal,
    final_ts: standing.finalAtMs / 1_000,
    late_reports: standing.late.reports,
    late_heard_ms: standing.late.heardMs,
    one_in: 1,
    sessions_error: 0,
    sessions: standing.sessions,
    visitors: standing.visitors,
  });
  const wire = ({ heardMs, ...row }: { heardMs: number }) => ({ ...row, heard_ms: heardMs });
  const counts = await countsOf({ db }, DAY);
  expect(counts.articles).toHaveLength(1);
  expect(listening).toMatchObject({ day: DAY, today: '2026-11-26', errors: counts.errors.map(wire) });
  expect((await read(`content?day=${DAY}`)).response).toMatchObject({
    articles: counts.articles.map(wire),
    searches: counts.searches.map(wire),
    empty: counts.empty.map(wire),
  });
  const { slots, bidders, advertisers } = await adsOf({ db }, DAY);
  const ad = ({ revenueMicros, ...row }: (typeof slots)[number]) => ({ ...row, revenue_micros: revenueMicros });
  expect((await read(`ads?day=${DAY}`)).response).toMatchObject({
    slots: slots.map(ad),
    bidders: bidders.map(ad),
    advertisers: advertisers.map(ad),
  });
  desk.clock.now = new Date(NOON + 6 * MINUTE_MS);
  const live = await listenersNow({ db, now: desk.clock.now });
  expect(live.some(({ listeners }) => listeners > 1)).toBe(true);
  expect((await read('now')).response).toEqual({ channels: live });
  desk.clock.now = now;
});

it('is read by who has the permission, of days that were', async () => {
  const support = await desk.enter('support');
  const paths = [
    'now',
    'listening',
    'content',
    'ads',
    `minutes.csv?day=${DAY}`,
    `proof?advertiser=Tea%20House&day=${DAY}`,
  ];
  for (const path of paths) {
    expect((await read(path, support.cookie)).status, path).toBe(403);
    expect((await read(path, '')).status, path).toBe(401);
    expect((await fetchFile(path)).statusCode, path).toBe(200);
  }
  expect((await read(`reports.parquet?day=${DAY}`)).status).toBe(403);
  for (const path of [
    'listening?day=2026-11-27',
    'listening?day=2026-02-30',
    'content?day=x',
    'minutes.csv',
    'any.csv?day=2026-11-25',
  ])
    expect((await read(path)).status, path).toBe(400);
});

it('is downloaded table by table: no cell is a formula, and who took it is in the audit', async () => {
  for (const table of FIGURE_TABLES) {
    const reply = await fetchFile(`${table}.csv?day=${DAY}`);
    expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="${table}-${DAY}.csv"`,
    ]);
    const [head = '', first = ''] = reply.body.split('\r\n');
    if (first !== '') expect(first.split(',').length, table).toBe(head.split(',').length);
  }
  const minutes = (await fetchFile(`minutes.csv?day=${DAY}`)).body.split('\r\n');
  expect([minutes[0], minutes.length]).toEqual(['minute,listeners_881,listeners_903,listeners_864', 1442]);
  expect((await fetchFile(`empty-searches.csv?day=${DAY}`)).body).toContain("'=1+1,9,8");
  const events = await desk.db.select().from(auditEvents);
  expect(events).toHaveLength(FIGURE_TABLES.length + 2);
  expect(events[0]).toMatchObject({ action: 'figures.export', accountId: sales.id, subjectId: `minutes ${DAY}` });
});

it('gives the reports of a day as Parquet to whoever may export them', async () => {
  const reply = await fetchFile(`reports.parquet?day=${DAY}`, engineer.cookie);
  const bytes = reply.rawPayload;
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const { rows } = await desk.db.execute<{ n: number }>(sql`select count(*)::integer as n from tracking_events`);
  expect(await parquetReadObjects({ file })).toHaveLength(rows[0]!.n);
  expect(await desk.db.select().from(auditEvents)).toMatchObject([
    { action: 'figures.export', accountId: engineer.id, subjectId: `reports ${DAY}` },
  ]);
  expect((await read('reports.parquet?day=2020-01-01', engineer.cookie)).status).toBe(404);
});

it('proves what was shown of an advertiser, and recognises a proof that somebody changed', async () => {
  const { body } = await fetchFile(`proof?advertiser=Tea%20House&day=${DAY}`);
  const verify = async (text: string) =>
    (await desk.call('/api/staff/figures/proof/verify', { cookie: sales.cookie, body: { text } })).response as object;
  expect(await verify(body)).toEqual({ is: 'true', advertiser: 'Tea House', day: DAY });
  expect(await verify(body.replace('"fills": 70', '"fills": 71'))).toMatchObject({ is: 'false' });
  expect(await verify('nothing')).toMatchObject({ is: 'unreadable' });
  expect((await fetchFile(`proof?advertiser=Nobody&day=${DAY}`)).statusCode).toBe(404);
});

it('recomputes a day by hand, and says whether anything differs from before', async () => {
  await desk.db.execute(sql`update audience_minutes set heard_ms = heard_ms + 1 where channel = 881`);
  const recompute = async (day: string) => desk.act('figures.recompute', { day }, { cookie: sales.cookie });
  const first = (await recompute(DAY)).response as unknown as { result: { is_equal: boolean; parts: object[] } };
  expect(first.result.is_equal).toBe(false);
  expect(first.result.parts).toContainEqual(expect.objectContaining({ what: 'minutes', is_equal: false }));
  expect(await desk.db.select().from(auditEvents)).toMatchObject([
    { action: 'figures.recompute', subjectId: DAY, accountId: sales.id },
  ]);
  expect((await recompute('2020-01-01')).status).toBe(404);
});
