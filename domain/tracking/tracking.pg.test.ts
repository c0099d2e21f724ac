import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trackingEvents } from '#db/tables/tracking.ts';
import type { Tracking } from '#server/services/tracking.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createTestTracking } from '#tests/factories/tracking.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { createPlayerCount } from './player-count.ts';
import { createTrackingLog } from './tracking-log.ts';
import { LEFT_OUT } from '#shared/tracking.ts';
import { sampleToken, trackingToken } from './tracking-token.ts';
import { tendPartitions } from './tracking.ts';

const KEY = 'a key for tests of thirty-two letters';
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';
const SESSION = 'abcdefghijklmnopqrstuv';
const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
const nowTs = now.getTime() / 1_000;

let database: TestDatabase;
let tracking: Tracking;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  tracking = createTestTracking(database, () => now);
  app = await createApiApp({ db: database.db, clock: () => now, tracking: { ...tracking, takeTurn: () => 0 } });
});
afterAll(async () => {
  await app.close();
  await tracking.stop();
  await database.close();
});
beforeEach(() => database.db.execute(sql`truncate tracking_events`));

const send = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': BROWSER, ...headers },
    remoteAddress: '203.0.113.77',
  });
const rows = () => database.db.select().from(trackingEvents).orderBy(trackingEvents.seq);

describe('a report', () => {
  it('is kept with every field under its name, and nothing that its sender says of itself is believed', async () => {
    const reply = await send('/v2/tracking/live', {
      tracking: {
        tracking_type: 101,
        tracking_ts: nowTs - 5,
        content_id: 7,
        content_type: 200,
        device_type: 1,
        media_type: 1,
        program_id: 12,
        channel: 903,
        campaign_id: 3,
        playback_log_id: 99,
        keyword: '早晨\u0000\ud800\t\\',
        tag_type: 100,
        rendition: 'a128',
        behind: 12.5,
        ip: '8.8.8.8',
        user_id: 5,
        seq: 4,
        heard: [[nowTs - 10, nowTs - 5, nowTs - 100]],
      },
      player_stats_json: { stalls: 2, engine: 'hls', 'a\u0000\ud800': 'b\u0000', deep: { deeper: 1 } },
      batch: { session: SESSION, sent_ts: nowTs },
    });
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
    const [row] = await rows();
    expect(row).toMatchObject({
      source: 3,
      reporter: 0,
      session: SESSION,
      seq: 4,
      receivedAt: now,
      happenedAt: new Date(now.getTime() - 5_000),
      trackingType: 101,
      consent: 0,
      visitor: null,
      memberId: null,
      network: '203.0.113.0/24',
      agent: 'chrome',
      platform: 1,
      contentType: 200,
      contentId: 7,
      mediaType: 1,
      programId: 12,
      channel: 903,
      campaignId: 3,
      playbackLogId: 99,
      keyword: '早晨\ufffd\t\\',
      tagType: 100,
      rendition: 'a128',
      heard: [now.getTime() - 10_000, now.getTime() - 5_000, now.getTime() - 100_000],
      detail: { behind: 12.5, stats: { stalls: 2, engine: 'hls', 'a\ufffd': 'b' } },
    });
  });

  it('is corrected by the difference of clocks, whatever the clock of its sender says', async () => {
    for (const [seq, wrongBy] of [-86_400, 3_600, 40 * 365 * 86_400].entries())
      await send('/tracking', {
        tracking: {
          tracking_type: 202,
          tracking_ts: nowTs + wrongBy - 30,
          seq,
          heard: [[nowTs + wrongBy - 40, nowTs + wrongBy - 30, 5]],
        },
        batch: { session: SESSION, sent_ts: nowTs + wrongBy },
      });
    for (const { happenedAt, heard } of await rows()) {
      expect(happenedAt.getTime()).toBe(now.getTime() - 30_000);
      expect(heard).toEqual([now.getTime() - 40_000, now.getTime() - 30_000, 5_000]);
    }
  });

  it('without a clock happened when it came, unless what it says can be', async () => {
    await send('/tracking', {
      tracking: [
        { tracking_type: 100, tracking_ts: 5 },
        { tracking_type: 100, tracking_ts: nowTs - 60 },
      ],
    });
    expect(
      (await rows()).map(({ happenedAt }) => happenedAt.getTime() - now.getTime()).toSorted((a, b) => a - b),
    ).toEqual([-60_000, 0]);
  });

  it('of a sender that counts nothing has the same name each time it comes', async () => {
    const tracking = { tracking_type: 101, tracking_ts: nowTs - 60, playback_log_id: 5 };
    for (let i = 0; i < 2; i++) await send('/tracking', { tracking });
    await send('/tracking', { tracking: { ...tracking, tracking_ts: nowTs - 50 } });
    const names = (await rows()).map(({ session, seq }) => `${session} ${seq}`);
    expect([names.length, new Set(names).size]).toEqual([3, 2]);
  });

  it('names somebody only where a signed token agreed to statistics, which the database holds too', async () => {
    const token = (consent: number) => trackingToken(KEY, { consent, memberId: 12, ownName: SESSION }, now);
    expect(token(2)).toBeNull();
    const good = token(3)!;
    const tracking = (seq: number) => ({ tracking_type: 101, seq });
    await send('/tracking', { tracking: tracking(1), batch: { session: SESSION, token: good } });
    await send('/tracking', { tracking: { ...tracking(2), token: good }, batch: { session: SESSION } });
    await send('/tracking', {
      tracking: tracking(3),
      batch: { session: SESSION, token: good.replace('.12.', '.13.') },
    });
    const found = await rows();
    expect(found.map(({ memberId, consent }) => [memberId, consent])).toEqual([
      [12, 3],
      [12, 3],
      [null, 0],
    ]);
    expect(found[0]?.visitor).toBe(found[1]?.visitor);
    await expect(
      database.db
        .insert(trackingEvents)
        .values({ receivedAt: now, source: 1, session: SESSION, seq: 1, happenedAt: now, memberId: 1 }),
    ).rejects.toThrow();
  });

  it('counts by the weight of its token, and is dropped where a sample leaves the browser out, but read articles', async () => {
    const sampled = { token: sampleToken(KEY, 10, now), session: SESSION };
    await send('/v2/tracking/live', { tracking: { tracking_type: 101, channel: 903, seq: 1 }, batch: sampled });
    await send('/tracking', { tracking: { tracking_type: 300, content_id: 7, seq: 2 }, batch: sampled });
    await send('/tracking/ads', { ads: { slot: 'home-1', event: 'viewable', seq: 3 }, batch: sampled });
    const left = { token: LEFT_OUT, session: SESSION };
    expect(
      (await send('/v2/tracking/live', { tracking: { tracking_type: 101, seq: 4 }, batch: left })).statusCode,
    ).toBe(200);
    await send('/tracking', { tracking: { tracking_type: 300, content_id: 8, seq: 5 }, batch: left });
    await send('/tracking/ads', { ads: { slot: 'home-1', event: 'viewable', seq: 6 }, batch: left });
    const found = await rows();
    expect(
      found.map(({ seq, weight, visitor }) => [seq, weight, visitor]).toSorted(([a], [b]) => Number(a) - Number(b)),
    ).toEqual([
      [1, 10, null],
      [2, 1, null],
      [3, 1, null],
      [5, 1, null],
      [6, 1, null],
    ]);
  });

  it('is of the same visitor all day, of another tomorrow, and of nobody once its token is over', async () => {
    const tomorrow = new Date(now.getTime() + 86_400_000);
    const visitorOf = async (token: string | null) => {
      await database.db.execute(sql`truncate tracking_events`);
      await send('/tracking', { tracking: { tracking_type: 101, seq: 1 }, batch: { session: SESSION, token } });
      return (await rows())[0]?.visitor;
    };
    const tokenOf = (ownName: string, at: Date) => trackingToken(KEY, { consent: 1, memberId: null, ownName }, at);
    const today = await visitorOf(tokenOf(SESSION, now));
    expect(today).toMatch(/^[\w-]{22}$/);
    expect(today).not.toBe(SESSION);
    expect(await visitorOf(tokenOf(SESSION, now))).toBe(today);
    expect(await visitorOf(tokenOf(SESSION, tomorrow))).not.toBe(today);
    expect(await visitorOf(tokenOf(SESSION.toUpperCase(), now))).not.toBe(today);
    expect(await visitorOf(tokenOf(SESSION, new Date(now.getTime() - 86_401_000)))).toBeNull();
  });

  it('may come from a page of the site where this base is another origin, without cookies, and is read by no other', async () => {
    const body = { tracking: { tracking_type: 100 } };
    const headers = (await send('/tracking', body, { origin: 'https://radio.example' })).headers;
    expect(headers['access-control-allow-origin']).toBe('https://radio.example');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const foreign = await send('/tracking', body, { origin: 'https://other.example' });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    expect(headers.vary).toBe('Origin');
  });

  it('is one of a robot or a monitor where its sender is', async () => {
    const { length } = await Promise.all(
      [BROWSER, 'Googlebot/2.1', 'AirwaveMonitor/1'].map((agent, seq) =>
        send(
          '/tracking',
          { tracking: { tracking_type: 100, seq }, batch: { session: SESSION } },
          { 'user-agent': agent },
        ),
      ),
    );
    expect(length).toBe(3);
    expect((await rows()).map(({ reporter }) => reporter)).toEqual([0, 1, 2]);
  });

  it('may be an error, a tag or an advertisement', async () => {
    await send('/tracking/tag', { tag_tracking: { keyword: '無', tag_type: 100, results: 0, seq: 1 } });
    await send('/tracking/playbackerror', {
      log: { datetime: new Date(now.getTime() - 9_000), user_id: 3, cause: 'network', channel: 881, seq: 2 },
      batch: { session: SESSION, sent_ts: nowTs },
    });
    await send('/tracking/ads', {
      ads: { slot: 'home-leaderboard-1', page_group: 'home', event: 'viewable', cpm: 12.5 },
    });
    const found = await rows();
    expect(found.map(({ source }) => source).toSorted((one, other) => one - other)).toEqual([2, 4, 5]);
    expect(found.find(({ source }) => source === 4)).toMatchObject({
      memberId: null,
      detail: { cause: 'network' },
      happenedAt: new Date(now.getTime() - 9_000),
      channel: 881,
    });
    expect(found.find(({ source }) => source === 5)?.detail).toEqual({
      slot: 'home-leaderboard-1',
      page_group: 'home',
      event: 'viewable',
      cpm: 12.5,
    });
  });
});

describe('what cannot be a report', () => {
  it.each([
    ['/tracking', { tracking: [] }],
    ['/tracking', { tracking: Array.from({ length: 601 }, () => ({ tracking_type: 100 })) }],
    ['/tracking', { tracking: { tracking_type: 999 } }],
    ['/tracking', { tracking: { tracking_type: 100, channel: 40_000 } }],
    ['/tracking', { tracking: { tracking_type: 100 }, batch: { session: 'x' } }],
    ['/tracking', { tracking: { tracking_type: 100 }, batch: { session: SESSION, sent_ts: '1' } }],
    ['/tracking', { tracking: { tracking_type: 100, heard: [[5, 4, 1]] } }],
    ['/tracking', { tracking: { tracking_type: 100, heard: [[1, 2]] } }],
    ['/tracking', { tracking: { tracking_type: 100, heard: [[1, 9e9, 1]] } }],
    ['/tracking/ads', { ads: { slot: 'x', event: 'nothing' } }],
    ['/tracking/tag', { tracking: { tracking_type: 100 } }],
    ['/tracking/playbackerror', { log: 'x' }],
  ])('is refused with code 1: %s %j', async (url, payload) => {
    const reply = await send(url, payload);
    expect([reply.statusCode, reply.json<{ response_code: number }>().response_code]).toEqual([400, 1]);
    expect(await rows()).toEqual([]);
  });
});

describe('the log', () => {
  let faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  beforeEach(() => {
    faults = [];
  });

  const line = (seq: number, channel: string) =>
    `${now.toISOString()}\t1\t0\t${SESSION}\t${seq}\t${now.toISOString()}\t101\t0\t\\N\t\\N\t\\N\t\\N\t1\t\\N\t\\N\t\\N\t\\N\t${channel}\t\\N\t\\N\t\\N\t{}\t\\N\t\\N\t\\N\t1\t\\N\n`;

  it('keeps the neighbours of what the table refuses', async () => {
    const log = createTrackingLog({ ...database, onFault });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => log.append(line(i, i % 13 === 5 ? '99999' : '903'), 1)),
    );
    expect(outcomes.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([5, 18, 31]);
    expect((await rows()).length).toBe(37);
    await log.close();
  });

  it('refuses what it has no room for, and loses nothing that it took', async () => {
    const log = createTrackingLog({ ...database, onFault, maxWaitingChars: 5_000 });
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => log.append(line(i, '903'), 1)));
    const kept = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length).toBeLessThan(200);
    expect(outcomes.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { errorName: 'unavailable', detail: { retry_after_seconds: 5 } },
    });
    expect((await rows()).map(({ seq }) => seq)).toEqual(kept);
    await log.close();
    await expect(log.append(line(1, '903'), 1)).rejects.toMatchObject({ errorName: 'unavailable' });
  });

  it('goes on after the connections to its database were cut', async () => {
    const log = createTrackingLog({ ...database, onFault });
    await log.append(line(1, '903'), 1);
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    let tries = 0;
    for (; tries < 20; tries++)
      if (
        (await log.append(line(2, '903'), 1).then(
          () => 'kept',
          () => 'lost',
        )) === 'kept'
      )
        break;
    expect(tries).toBeLessThan(20);
    // Operators see the reason, once for each lost group.
    expect(log.figures().refused.away).toBe(tries);
    expect(faults).toHaveLength(tries);
    await log.close();
  });
});

describe('days of reports', () => {
  const partitions = async () => {
    const { rows: found } = await database.db.execute<{ name: string }>(
      sql`select relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'tracking_events'::regclass and relkind = 'r' order by 1`,
    );
    return found.map(({ name }) => name);
  };

  it('are made ahead, take in what came before them, lose their names and end by rule', async () => {
    const on = (days: number) => new Date(now.getTime() + days * 86_400_000);
    const report = {
      source: 1,
      session: SESSION,
      happenedAt: now,
      consent: 1,
      visitor: 'v',
      network: '203.0.113.0/24',
    };
    await database.db.insert(trackingEvents).values([
      { ...report, seq: 1, receivedAt: on(33) },
      { ...report, seq: 2, receivedAt: on(0) },
    ]);
    // Weeks later, without partitions having been created.
    expect(await tendPartitions({ db: database.db, now: on(33) }, 60)).toEqual({ unplaced: 1 });
    expect(await tendPartitions({ db: database.db, now: on(33) }, 60)).toEqual({ unplaced: 0 });
    expect((await rows()).map(({ seq, visitor, network }) => [seq, visitor, network])).toEqual([
      [1, 'v', '203.0.113.0/24'],
      [2, null, null],
    ]);
    const before = await partitions();
    await tendPartitions({ db: database.db, now: on(70) }, 60);
    expect((await rows()).map(({ seq }) => seq)).toEqual([1]);
    expect((await partitions()).length).toBeLessThanOrEqual(before.length);
  });
});

it('counts each player of a minute once, by channel, and adds up over processes', async () => {
  const at = Date.UTC(2026, 10, 21, 4, 0);
  let nowMs = at;
  const counts = [1, 2].map(() =>
    createPlayerCount({
      db: database.db,
      nowMs: () => nowMs,
      onFault: (error) => {
        throw error;
      },
    }),
  );
  for (const count of counts) for (const player of ['one', 'two', 'one']) count.seen(903, player);
  counts[0]!.seen(881, 'three');
  nowMs += 60_000;
  for (const count of counts) await count.stop();
  const { rows: found } = await database.db.execute<{ stream_id: number; players: number }>(
    sql`select stream_id, sum(players)::int as players from listening_sessions where minute = ${new Date(at).toISOString()}::timestamptz group by 1 order by 1`,
  );
  expect(found).toEqual([
    { stream_id: 881, players: 1 },
    { stream_id: 903, players: 4 },
  ]);
});
