import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveOverride, removeOverride } from '#domain/timetable/timetable-writing.ts';
import type { BotVerdict } from '#shared/outside/bot-check.ts';
import { instantHk } from '#shared/hk-time.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertSmallStation, SATURDAY_1426 } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { liveChannelReplySchema, liveScheduleSchema, toolbarReplySchema } from './live.schema.ts';

const TODAY = '2026-11-21';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
let now = SATURDAY_1426;
let verdict: BotVerdict = { verdict: 'passed' };
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  app = await createApiApp({ db: database.db, clock: () => now, botCheck: { verify: async () => verdict } });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(() => {
  now = SATURDAY_1426;
  verdict = { verdict: 'passed' };
});

const get = async (url: string) => {
  const reply = await app.inject({ url });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.json<{ response_code: number; response: unknown }>(),
  };
};
const toolbar = async () => toolbarReplySchema.parse((await get('/api/live/toolbar')).body.response);
const namesOnAir = async () =>
  (await toolbar()).channelTimetableList.map(({ channel_id, timetableList }) => [
    channel_id,
    timetableList[0]?.program_name,
  ]);

describe('GET /api/live/toolbar', () => {
  it('says what the three channels have on air, and who streams video', async () => {
    expect(await namesOnAir()).toEqual([
      [881, '的士高峰'],
      [903, '放學後電台'],
      [864, 'Peak Hour Jazz'],
    ]);
    expect((await toolbar()).liveScheduleList).toEqual([{ channel_id: 903 }]);
  });

  it('has the exact fields of a timetable item', async () => {
    const item = (await toolbar()).channelTimetableList[0]?.timetableList[0];
    expect(item).toMatchObject({
      start_ts: instantHk(TODAY, 840).getTime() / 1000,
      end_ts: instantHk(TODAY, 960).getTime() / 1000,
      start_datetime: '2026-11-21 14:00:00',
      end_datetime: '2026-11-21 16:00:00',
      display_start_time: '14:00',
      display_end_time: '16:00',
      program_id: 1,
      program_name: '的士高峰',
    });
  });

  it('carries the clock of the very request, to the millisecond', async () => {
    await toolbar();
    now = new Date(SATURDAY_1426.getTime() + 1234);
    expect((await toolbar()).currentTimestamp).toBe(now.getTime() / 1000);
  });

  it('changes at a programme boundary and when the video ends', async () => {
    await toolbar();
    now = instantHk(TODAY, 960);
    expect((await namesOnAir())[0]).toEqual([881, '是但傾']);
    expect((await toolbar()).liveScheduleList).toEqual([{ channel_id: 903 }]);
    now = instantHk(TODAY, 1020);
    expect((await toolbar()).liveScheduleList).toEqual([]);
  });

  it('shows a change of the timetable at once', async () => {
    await toolbar();
    const { id } = await saveOverride({ db: database.db }, 881, {
      programId: 2,
      kind: 'special',
      title: '特備',
      dayFrom: TODAY,
      dayTo: TODAY,
      startMinute: 860,
      endMinute: 900,
    });
    expect((await namesOnAir())[0]).toEqual([881, '特備']);
    await removeOverride({ db: database.db }, 881, id);
    expect((await namesOnAir())[0]).toEqual([881, '的士高峰']);
  });

  it('tells caches to keep none of it', async () => {
    expect((await get('/api/live/toolbar')).headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });
});

describe('GET /api/live/{channel}', () => {
  it('gives an unbroken list from eight hours ago to five in the morning after today', async () => {
    const { body } = await get('/api/live/881');
    const { timetableList, currentTimestamp } = liveChannelReplySchema.parse(body.response);
    expect(currentTimestamp).toBe(now.getTime() / 1000);
    expect(timetableList[0]?.start_ts).toBeLessThanOrEqual(currentTimestamp - 8 * 3600);
    expect(timetableList.at(-1)?.end_ts).toBeGreaterThanOrEqual(instantHk(TODAY, 1740).getTime() / 1000);
    timetableList.slice(1).forEach((item, index) => expect(item.start_ts).toBe(timetableList[index]?.end_ts));
  });

  it('still holds what follows just before the day ends', async () => {
    now = instantHk(TODAY, 1739);
    const { body } = await get('/api/live/881');
    const { timetableList } = liveChannelReplySchema.parse(body.response);
    const current = timetableList.findIndex((item) => item.end_ts > now.getTime() / 1000);
    expect(timetableList.length - current).toBeGreaterThan(2);
    expect(timetableList[0]?.start_ts).toBeLessThanOrEqual(now.getTime() / 1000 - 8 * 3600);
  });

  it('is of the calendar’s day after midnight too, with the evening before as far as it can be heard', async () => {
    now = instantHk('2026-11-22', 120);
    const { body } = await get('/api/live/881');
    const { timetableList } = liveChannelReplySchema.parse(body.response);
    expect(timetableList.map((item) => item.start_datetime.slice(5, 16))).toEqual([
      '11-21 18:00',
      '11-21 23:00',
      '11-22 01:00',
      '11-22 05:00',
      '11-22 14:00',
      '11-22 16:00',
      '11-22 18:00',
      '11-22 23:00',
      '11-23 01:00',
    ]);
  });

  it.each([
    ['882', 404, 6],
    ['0', 404, 6],
    ['99999999999999999999', 404, 6],
    ['abc', 400, 1],
    ['881.0', 400, 1],
    ['%F0%9F%93%BB', 400, 1],
  ])('refuses channel %s with %d code %d', async (channel, status, code) => {
    expect(await get(`/api/live/${channel}`)).toMatchObject({ status, body: { response_code: code } });
  });
});

describe('GET /api/live/src/{channel}', () => {
  it('points at the sound, and at the picture while there is one', async () => {
    expect((await get('/api/live/src/864')).body.response).toEqual({ livePlaylistUrl: '/media/864/audio.m3u8' });
    expect((await get('/api/live/src/903?type=video')).body.response).toEqual({
      livePlaylistUrl: '/media/903/video.m3u8',
    });
  });

  it('says code 20 outside the hours of video and code 6 where there never is any', async () => {
    now = instantHk(TODAY, 1020);
    expect(await get('/api/live/src/903?type=video')).toMatchObject({ status: 503, body: { response_code: 20 } });
    expect(await get('/api/live/src/881?type=video')).toMatchObject({ status: 404, body: { response_code: 6 } });
    expect(await get('/api/live/src/881?type=smell')).toMatchObject({ status: 400, body: { response_code: 1 } });
    expect(await get('/api/live/src/1')).toMatchObject({ status: 404, body: { response_code: 6 } });
  });
});

describe('GET /live/schedule', () => {
  it('calls the named function with the unwrapped payload, also one inside an object', async () => {
    const reply = await app.inject({ url: '/live/schedule?callback=radio.on_1' });
    expect(reply.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.body.startsWith('/**/')).toBe(true);
    const got: unknown[] = [];
    runInNewContext(reply.body, { radio: { on_1: (payload: unknown) => got.push(payload) } });
    expect(liveScheduleSchema.parse(JSON.parse(JSON.stringify(got[0])))).toEqual({
      liveScheduleList: [{ channel_id: 903 }],
      currentTimestamp: now.getTime() / 1000,
    });
  });

  it.each([
    '',
    'a b',
    'alert(1)',
    'a..b',
    '.a',
    'a.',
    '1a',
    'a-b',
    'a$b',
    '<script>',
    'a;b',
    'delete',
    'a.function',
    'ａ',
    'x'.repeat(65),
    'a\n',
  ])('refuses the callback %j as wrapped JSON', async (callback) => {
    const { status, body } = await get(`/live/schedule?${new URLSearchParams({ callback })}`);
    expect([status, body.response_code]).toEqual([400, 1]);
  });

  it('refuses to answer without a callback', async () => {
    expect(await get('/live/schedule')).toMatchObject({ status: 400, body: { response_code: 1 } });
  });
});

describe('POST /api/live/verifyrecaptcha', () => {
  const post = (payload: unknown) =>
    app.inject({ method: 'POST', url: '/api/live/verifyrecaptcha', payload: payload as object });

  it('lets a visitor pass whose token is good', async () => {
    const reply = await post({ token: 'good' });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { response_code: 200, response_message: 'ok', response: {} },
    ]);
  });

  it('refuses a bad token, and says so when the checker is unavailable', async () => {
    verdict = { verdict: 'refused', reasons: ['timeout-or-duplicate'] };
    expect((await post({ token: 'bad' })).statusCode).toBe(400);
    verdict = { verdict: 'unavailable', reason: 'timeout' };
    const away = await post({ token: 'good' });
    expect([away.statusCode, away.json<{ response_code: number }>().response_code]).toEqual([503, 3]);
  });

  it.each([{}, { token: '' }, { token: 1 }, { token: 'x'.repeat(2049) }, { token: null }, []])(
    'refuses %j before it asks anybody',
    async (payload) => {
      verdict = { verdict: 'unavailable', reason: 'must not be asked' };
      expect((await post(payload)).statusCode).toBe(400);
    },
  );
});
