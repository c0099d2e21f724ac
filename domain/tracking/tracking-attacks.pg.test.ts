import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { trackingEvents } from '#db/tables/tracking.ts';
import type { Tracking } from '#server/services/tracking.ts';
import { createBuckets } from '#server/counts/buckets.ts';
import { createTestTracking, createTrackingApp } from '#tests/factories/tracking.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { trackingToken } from './tracking-token.ts';

const KEY = 'a key for tests of thirty-two letters';
const SESSION = 'abcdefghijklmnopqrstuv';
const NOW = new Date(Math.floor(Date.now() / 1_000) * 1_000);

let database: TestDatabase;
let tracking: Tracking;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  tracking = createTestTracking(database, () => NOW);
  app = await createTrackingApp(tracking);
});
afterAll(async () => {
  await app.close();
  await tracking.stop();
  await database.close();
});
beforeEach(() => database.db.execute(sql`truncate tracking_events`));

const send = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/tracking') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'text/plain', ...headers } });
const rows = () => database.db.select().from(trackingEvents).orderBy(trackingEvents.seq);
const GOOD = JSON.stringify({ tracking: { tracking_type: 100, seq: 1 } });
const padded = (bytes: number) => GOOD + ' '.repeat(bytes - GOOD.length);

it('hears 64 KiB and no more, and unpacks nothing', async () => {
  expect((await send(padded(64 * 1024))).statusCode).toBe(200);
  expect((await send(padded(64 * 1024 + 1))).statusCode).toBe(413);
  const packed = { 'content-encoding': 'gzip' };
  expect((await send(gzipSync(Buffer.alloc(20_000_000, ' ')), packed)).statusCode).toBe(400);
  expect((await send(gzipSync(GOOD), packed)).statusCode).toBe(400);
  expect(await rows()).toHaveLength(1);
});

it('refuses what is no report, however deep it goes', async () => {
  const bodies = [
    '',
    'null',
    '[]',
    '"x"',
    '{"tracking":null}',
    '['.repeat(60_000),
    `{"tracking":${'['.repeat(30_000)}`,
  ];
  for (const body of bodies) expect([400, body]).toEqual([(await send(body)).statusCode, body]);
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect([400, 415]).toContain((await send(GOOD, { 'content-type': type })).statusCode);
  expect(await rows()).toEqual([]);
});

it('names nobody by a token that was made up, cut, changed in one part or signed by another key', async () => {
  const token = trackingToken(KEY, { consent: 1, memberId: null, ownName: SESSION }, NOW)!;
  const parts = token.split('.');
  const other = (one: string) => `${one.startsWith('A') ? 'B' : 'A'}${one.slice(1)}`;
  const withPart = (at: number, value: string) => parts.with(at, value).join('.');
  const shown = [
    withPart(0, 'v2'),
    withPart(1, other(parts[1]!)),
    withPart(2, '12'),
    withPart(3, '3'),
    withPart(4, String(Number(parts[4]) + 1)),
    withPart(5, other(parts[5]!)),
    withPart(5, ''),
    parts.slice(0, 5).join('.'),
    trackingToken('another key of thirty-two letters', { consent: 3, memberId: 12, ownName: SESSION }, NOW)!,
    `${token} `,
    token.repeat(50),
    'x'.repeat(60_000),
  ];
  const say = (seq: number, one: string) =>
    send(JSON.stringify({ tracking: { tracking_type: 100, seq }, batch: { session: SESSION, token: one } }));
  for (const [seq, one] of shown.entries()) expect((await say(seq, one)).statusCode).toBe(200);
  const kept = await rows();
  expect(kept).toHaveLength(shown.length);
  for (const row of kept) expect(row).toMatchObject({ visitor: null, memberId: null, consent: 0 });
  await say(99, token);
  expect((await rows()).at(-1)).toMatchObject({ consent: 1, memberId: null });
});

it('tells a flood of one sender to come later, and hears others meanwhile', async () => {
  const limited = await createTrackingApp({
    ...tracking,
    takeTurn: createBuckets({ perSecond: 2, savedSeconds: 10 }, () => 0),
  });
  const say = (payload: string) =>
    limited.inject({ method: 'POST', url: '/tracking', payload, headers: { 'content-type': 'text/plain' } });
  const flood = await Promise.all(Array.from({ length: 60 }, () => say(GOOD)));
  const late = flood.filter(({ statusCode }) => statusCode === 429);
  expect(late).toHaveLength(40);
  for (const { headers } of late) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(await rows()).toHaveLength(20);
  const token = trackingToken(KEY, { consent: 1, memberId: null, ownName: SESSION }, NOW);
  const other = await say(JSON.stringify({ tracking: { tracking_type: 100 }, batch: { session: SESSION, token } }));
  expect(other.statusCode).toBe(200);
  await limited.close();
});
