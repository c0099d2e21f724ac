import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertSmallStation, SATURDAY_1426 } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { programReplySchema, programsReplySchema } from './programs.schema.ts';
import { listCategories, listPrograms } from './programs.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  app = await createApiApp({ db: database.db, clock: () => SATURDAY_1426 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const get = async (url: string) => {
  const reply = await app.inject({ url });
  return { status: reply.statusCode, body: reply.json<{ response_code: number; response: unknown }>() };
};
const idsOf = async (query: string) => {
  const { body } = await get(`/api/programs?${query}`);
  return programsReplySchema.parse(body.response).programs.map((program) => program.program_id);
};

describe('GET /api/programs', () => {
  it('lists active main programmes in house order, ten unless asked otherwise', async () => {
    expect(await idsOf('')).toEqual([1, 2, 3, 4, 5, 9, 11, 12, 13]);
    expect(await idsOf('count=2')).toEqual([1, 2]);
  });

  it('keeps to a category', async () => {
    expect(await idsOf('category_id=2')).toEqual([3, 4, 9]);
    expect(await idsOf('category_id=99999999999999999999')).toEqual([]);
  });

  it.each([
    ['a title', '放學', [3]],
    ['a Chinese title behind an English one', '繁忙', [4]],
    ['letters of another case and width', 'ｐＥＡＫ', [4]],
    ['a host, who may have several programmes, without those switched off', '馬仔', [1, 5]],
    ['the English name of a host', 'pak yin', [1]],
    ['a title of a part', '乘客', [6]],
    ['wildcards as plain signs', '100%_', [9]],
    ['a backslash as a plain sign', '\\夜', [9]],
    ['an underscore as nothing but itself', '的_高峰', []],
    ['nobody who has left', '離職', []],
  ])('finds %s', async (_what, keyword, ids) => {
    expect(await idsOf(new URLSearchParams({ keyword }).toString())).toEqual(ids);
  });

  it('ignores parameters it does not know', async () => {
    expect(await idsOf('count=1&utm_source=x&__proto__=1')).toEqual([1]);
  });

  it.each([
    'count=0',
    'count=101',
    'count=1.5',
    'count=x',
    'count=1&count=2',
    'category_id=a',
    'category_id=-1',
    `keyword=${'字'.repeat(51)}`,
    'keyword=%00',
  ])('refuses %s with code 1', async (query) => {
    expect(await get(`/api/programs?${query}`)).toMatchObject({ status: 400, body: { response_code: 1 } });
  });
});

describe('GET /api/programs/related', () => {
  it('puts a shared host before a shared category, and a programme never next to itself or its parent', async () => {
    const related = async (id: number) => {
      const { body } = await get(`/api/programs/related?program_id=${id}`);
      return programsReplySchema.parse(body.response).programs.map((program) => program.program_id);
    };
    expect((await related(1))[0]).toBe(5);
    expect(await related(1)).not.toContain(1);
    expect(await related(6)).not.toContain(1);
  });

  it('refuses a missing id with code 1 and an unknown one with code 6', async () => {
    expect(await get('/api/programs/related')).toMatchObject({ status: 400, body: { response_code: 1 } });
    expect(await get('/api/programs/related?program_id=1&count=51')).toMatchObject({ status: 400 });
    expect(await get('/api/programs/related?program_id=404')).toMatchObject({
      status: 404,
      body: { response_code: 6 },
    });
  });
});

describe('GET /api/programs/{id}', () => {
  it('gives the programme with its exact field names', async () => {
    const { status, body } = await get('/api/programs/1');
    expect(status).toBe(200);
    const { program } = programReplySchema.parse(body.response);
    expect(program).toMatchObject({
      program_id: 1,
      title: '的士高峰',
      channel_bitwise: 1,
      keyart_url: { aspect_ratio: '16:9' },
      parent_program: null,
      schedule: [
        { channel: 881, weekday_bitwise: 127, start_time: '14:00', end_time: '16:00', horse_racing_skip: false },
      ],
      hosts: [
        { id: 1, name: '區柏言' },
        { id: 2, name: '馬仔' },
      ],
      sub_programs: [{ program_id: 6, parent_program: { program_id: 1, title: '的士高峰' } }],
    });
  });

  it.each(['404', '7', '8', '2147483648', '99999999999999999999'])('answers 404 code 6 for %s', async (id) => {
    expect(await get(`/api/programs/${id}`)).toMatchObject({ status: 404, body: { response_code: 6 } });
  });

  it.each(['abc', '1a', '-1', '1.0', '%20', '０１'])('answers 400 code 1 for %s, which is not digits', async (id) => {
    expect(await get(`/api/programs/${encodeURI(id)}`)).toMatchObject({ status: 400, body: { response_code: 1 } });
  });
});

describe('the door', () => {
  it('counts all that match while giving one page', async () => {
    const { programs, total } = await listPrograms({ db: database.db }, { limit: 2, offset: 2 });
    expect(programs.map((program) => program.id)).toEqual([3, 4]);
    expect(total).toBe(9);
  });

  it('keeps to a channel', async () => {
    const { programs } = await listPrograms({ db: database.db }, { channelId: 903, limit: 10 });
    expect(programs.map((program) => program.id)).toEqual([3, 5, 12]);
  });

  it('counts the active main programmes of each category', async () => {
    expect(await listCategories({ db: database.db })).toEqual([
      { id: 1, name: '資訊', programCount: 6 },
      { id: 2, name: '音樂', programCount: 3 },
    ]);
  });
});
