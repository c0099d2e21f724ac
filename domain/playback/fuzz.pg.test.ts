import { array, assert, asyncProperty, constantFrom, dictionary, oneof, string } from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heardSpans, playbackPositionEvents, playbackLeases } from '#db/tables/playback.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { insertStreams } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { fuzzValue, nastyValue } from '#tests/factories/server/fuzz-values.ts';
import { startLease } from './leases.ts';

// Fuzzing the player calls: no server error, and a refused call changes no lease.

const NOW = new Date('2026-11-21T12:00:00+08:00');
const NOW_S = NOW.getTime() / 1000;
let database: TestDatabase;
let app: FastifyInstance;
let cookie = '';
let leaseId = '';
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertStreams(db);
  const members = createMemberServices(db, { isSubscriber: async () => true });
  app = await createApiApp({ db, clock: () => NOW, members });
  const memberId = await insertMember(db, 'me@member.example');
  const by = { memberId, rememberMe: true, userAgent: '', remoteIp: '', now: NOW };
  const { token, sessionId } = await openSession({ db }, by);
  cookie = `__Host-session=${token}`;
  const span = { streamId: 881, startsAt: new Date(NOW.getTime() - 7_200_000), endsAt: NOW };
  const given = { memberId, sessionId, ...span, device: { key: 'device-device', name: '' }, maxDevices: 2, now: NOW };
  leaseId = (await startLease(db, given)).lease.id;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const value = fuzzValue(
  NOW_S,
  NOW_S - 3_600.001,
  881,
  '881',
  'device-device',
  [[NOW_S, NOW_S]],
  [[NOW_S - 1e-9, NOW_S]],
);
const EVENT = { sequence: 1, stream_id: 881, at_ts: NOW_S, age_s: 0, clock_ts: NOW_S, moved_s: 10, heard: [] };
/** A valid event with some fields replaced, or anything. */
const event = oneof(
  {
    weight: 4,
    arbitrary: dictionary(constantFrom(...Object.keys(EVENT)), value, { maxKeys: 3 }).map((wrong) => ({
      ...EVENT,
      ...wrong,
    })),
  },
  { weight: 1, arbitrary: value },
);
const body = oneof(
  {
    weight: 5,
    arbitrary: dictionary(
      constantFrom('lease_id', 'epoch', 'is_paused', 'is_remote', 'device_key', 'sent_ts', 'places'),
      oneof(value, array(event, { maxLength: 3 })),
      { maxKeys: 3 },
    ).map((wrong) => ({ ...right(), ...wrong })),
  },
  { weight: 3, arbitrary: array(event, { maxLength: 4 }).map((places) => ({ ...right(), places })) },
  { weight: 1, arbitrary: value },
);
function right(): Record<string, unknown> {
  return { lease_id: leaseId, epoch: 1, is_paused: false, device_key: 'device-device', sent_ts: NOW_S, places: [] };
}

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: string) =>
  app.inject({
    method,
    url,
    headers: { cookie, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload }),
  });
const rows = async () => [
  await database.db.select().from(playbackPositionEvents),
  await database.db.select().from(heardSpans),
  await database.db.select().from(playbackLeases),
];

it.each(['/api/playback/lease', '/api/playback/places'])(
  '%s answers with a code whatever is sent, and a refused call leaves everything as it was',
  async (url) => {
    const codes = new Set<number>();
    await assert(
      asyncProperty(body, async (given) => {
        const before = await rows();
        const reply = await ask('POST', url, JSON.stringify(given));
        codes.add(reply.statusCode);
        expect(reply.statusCode, `${url} ${JSON.stringify(given)}`).toBeLessThan(500);
        expect(reply.json()).toHaveProperty('response_code');
        if (reply.statusCode === 400) expect(await rows()).toEqual(before);
      }),
      { numRuns: 300, seed: 881_903_864 },
    );
    // Both outcomes occurred.
    expect([...codes]).toEqual(expect.arrayContaining([200, 400]));
  },
);

it('answers addresses and queries that are rubbish', async () => {
  const text = oneof(string({ unit: 'binary', maxLength: 40 }), nastyValue().map(String));
  await assert(
    asyncProperty(text, text, async (one, two) => {
      const [a, b] = [encodeURIComponent(one.toWellFormed()), encodeURIComponent(two.toWellFormed())];
      for (const url of [
        `/api/playback/place?stream=${a}&from=${b}&to=${NOW_S}`,
        `/api/playback/place?stream=881&from=${a}&to=${b}`,
        `/api/playback/place?${a}=${b}`,
        `/api/playback/leases?${a}=${b}`,
      ])
        expect((await ask('GET', url)).statusCode, url).toBeLessThan(500);
      expect((await ask('DELETE', `/api/playback/lease/${a}`)).statusCode, a).toBeLessThan(500);
    }),
    { numRuns: 100, seed: 881_903_864 },
  );
  expect(await database.db.select().from(playbackLeases)).toMatchObject([{ endedAt: null }]);
});
