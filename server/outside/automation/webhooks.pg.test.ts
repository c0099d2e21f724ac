import { eq, sql } from 'drizzle-orm';
import { assert, asyncProperty, dictionary, constantFrom, jsonValue, oneof, string } from 'fast-check';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { automationReports } from '#db/tables/archive.ts';
import { onAirMarks, playedSongs } from '#db/tables/songs.ts';
import { webhooks } from '#db/tables/webhooks.ts';
import { handleWebhook } from '#domain/webhooks/webhooks.ts';
import { installErrors } from '#server/web/errors.ts';
import { webhookRoutes, webhookHandlers } from '#server/web/webhook-routes.ts';
import { insertSmallStation, SATURDAY_1426 } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { automationWebhooks } from './webhooks.ts';
import { automationSignature } from './signature.ts';

const SECRET = 'a secret of automation for tests';
const provider = automationWebhooks({ secret: SECRET, airDelayMs: { 881: 1_500, 903: 0, 864: 0 } });
const now = SATURDAY_1426;
const NOW_TS = now.getTime() / 1000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  app = fastify();
  installErrors(app);
  const inbox = { db: database.db, siteUrl: 'https://radio.example', clock: () => now };
  await app.register((scope) => webhookRoutes(scope, provider, inbox));
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.delete(webhooks);
  await database.db.delete(automationReports);
  await database.db.delete(onAirMarks);
  await database.db.execute(sql`delete from graphile_worker._private_jobs`);
});

const report = (values: object = {}) => ({
  id: 'log-1',
  revision: 1,
  sent_at: NOW_TS,
  kind: 'programme',
  program_id: 1,
  start_ts: NOW_TS - 60,
  ...values,
});

async function send(body: unknown, { channel = 881, signature }: { channel?: number; signature?: string } = {}) {
  const url = `/api/automation/${channel}`;
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'x-airwave-signature': signature ?? automationSignature(SECRET, url, payload),
  };
  return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
}

async function work(): Promise<void> {
  const waiting = await database.db.select().from(webhooks).orderBy(webhooks.id);
  for (const { id } of waiting)
    await handleWebhook({ db: database.db, now, handlers: webhookHandlers([provider]) }, id).catch(() => {});
}
const known = () => database.db.select().from(automationReports);

it('takes what is signed with the air delay of its channel, and has the archive cut again', async () => {
  expect(await send(report())).toBe(200);
  await work();
  const [row] = await known();
  expect(row).toMatchObject({ channelId: 881, programId: 1, endsAt: null, revision: 1 });
  expect(row?.startsAt.getTime()).toBe(now.getTime() - 60_000 + 1_500);
  const jobs = await database.db.execute(sql`select 1 from graphile_worker.jobs where task_identifier = 'cut-archive'`);
  expect(jobs.rows).toHaveLength(1);
});

it('refuses what is not signed, or signed for another channel or other words', async () => {
  const body = JSON.stringify(report());
  const right = automationSignature(SECRET, '/api/automation/881', body);
  expect(await send(body, { signature: '' })).toBe(403);
  expect(await send(body, { signature: automationSignature('another', '/api/automation/881', body) })).toBe(403);
  expect(await send(body, { channel: 903, signature: right })).toBe(403);
  expect(await send(`${body} `, { signature: right })).toBe(403);
  expect(await database.db.select().from(webhooks)).toEqual([]);
});

it('takes a repeated one once, and a late one with a lower revision not at all', async () => {
  await send(report({ revision: 2, end_ts: NOW_TS }));
  await send(report({ revision: 2, end_ts: NOW_TS }));
  await send(report({ revision: 1 }));
  await work();
  expect((await known()).map((row) => [row.revision, row.endsAt !== null])).toEqual([[2, true]]);
  await send(report({ revision: 3, end_ts: NOW_TS + 60 }));
  await work();
  expect((await known()).map((row) => row.revision)).toEqual([3]);
});

it('takes a report back by its next revision, and hears it again by a later one', async () => {
  await send(report());
  await send(report({ revision: 2, is_withdrawn: true }));
  await work();
  expect(await known()).toMatchObject([{ revision: 2, isWithdrawn: true }]);
  await send(report({ revision: 1 }));
  await send(report({ revision: 3 }));
  await work();
  expect(await known()).toMatchObject([{ revision: 3, isWithdrawn: false }]);
});

it('keeps a report of a programme that the channel has not, and says so to the operator', async () => {
  await send(report({ program_id: 4 }));
  await work();
  expect(await known()).toEqual([]);
  const [notice] = await database.db.select().from(webhooks);
  expect(notice).toMatchObject({ handledAt: null, error: expect.stringContaining('programme 4') });
});

it.each([
  ['no JSON', '{'],
  ['a programme without a number', report({ program_id: undefined })],
  ['an end before the beginning', report({ end_ts: NOW_TS - 120 })],
  ['more than a day', report({ end_ts: NOW_TS + 90_000 })],
  ['a NUL', report({ title: 'a\0b' })],
  ['no id', report({ id: '' })],
  ['a word for yes', report({ is_withdrawn: 'yes' })],
])('refuses %s', async (_what, body) => {
  expect(await send(body)).toBe(400);
  expect(await database.db.select().from(webhooks).where(eq(webhooks.provider, 'automation'))).toEqual([]);
});

const song = (values: object = {}) => ({
  ...report({ kind: 'song', program_id: undefined, title: '慢船去坪洲', artist: '燈塔值班員' }),
  ...values,
});

it('takes songs, bulletins and breaks beside programmes of the same number, with the air delay, and the archive hears nothing of them', async () => {
  const { db } = database;
  await send(report());
  await send(song());
  await send(song({ id: 'log-2', kind: 'advertisement', title: '廣告時間', artist: undefined, end_ts: NOW_TS }));
  await work();
  expect((await known()).map(({ kind }) => kind)).toEqual(['programme']);
  const marks = await db.select().from(onAirMarks).orderBy(onAirMarks.kind);
  expect(
    marks.map(({ kind, startsAt, endsAt }) => [kind, startsAt.getTime() - now.getTime(), endsAt === null]),
  ).toEqual([
    ['advertisement', -58_500, false],
    ['programme', -58_500, true],
    ['song', -58_500, true],
  ]);
  expect(await db.select().from(playedSongs)).toMatchObject([{ title: '慢船去坪洲', artist: '燈塔值班員' }]);
});

it.each([
  ['a song without a title', song({ title: ' ' })],
  ['an artist of two lines', song({ artist: 'a\nb' })],
  ['half a character', song({ title: '\ud800' })],
  ['a song of two hours', song({ end_ts: NOW_TS + 7_200 })],
  ['a revision that no row can hold', song({ revision: 2_147_483_648 })],
])('refuses %s', async (_what, body) => {
  expect(await send(body)).toBe(400);
});

it('answers whatever is signed with a code', async () => {
  const value = oneof(jsonValue(), string({ unit: 'binary', maxLength: 40 }));
  await assert(
    asyncProperty(dictionary(constantFrom(...Object.keys(report()), 'end_ts', 'title'), value), async (body) => {
      expect(await send({ ...report(), ...body })).toBeLessThan(500);
    }),
    { numRuns: 80, seed: 903 },
  );
});
