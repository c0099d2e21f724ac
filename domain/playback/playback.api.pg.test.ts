import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { playbackPositionEvents, playbackLeases } from '#db/tables/playback.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyPlayback, insertStreams, playbackServicesOf } from '#tests/factories/playback/playback.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { readGrant, sessionHashOf } from './grants/grants.ts';
import { type PlaybackServices } from './playback.ts';
import { startLease } from './leases.ts';

const NOW = new Date('2026-11-21T12:00:00+08:00');
const NOW_S = NOW.getTime() / 1000;
const span = {
  streamId: 881,
  startsAt: new Date('2026-11-21T08:00:00+08:00'),
  endsAt: new Date('2026-11-21T10:00:00+08:00'),
};
const START_S = span.startsAt.getTime() / 1000;
const AGENT = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface Player {
  memberId: number;
  sessionId: number;
  token: string;
  key: string;
}

let database: TestDatabase;
let app: FastifyInstance;
let playback: PlaybackServices;
let now = NOW;
let waitSeconds = 0;
let replayNow: PlaybackServices['replayNow'];
let needsPlan = true;
const subscribers = new Set<number>();

beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
  const members = createMemberServices(database.db, { isSubscriber: async (id) => subscribers.has(id) });
  playback = playbackServicesOf(database.db, {
    takeTurn: () => waitSeconds,
    needsPlan: async () => needsPlan,
    replayNow: (...asked) => replayNow(...asked),
  });
  app = await createApiApp({ db: database.db, clock: () => now, members, playback });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  now = NOW;
  waitSeconds = 0;
  needsPlan = true;
  replayNow = async (_actor, replay, at) => ({ ...replay, isOpen: replay.endsAt > at });
  await emptyPlayback(database.db);
});

async function player(email: string, { pays = true, key = `device-of-${email.split('@')[0]}` } = {}): Promise<Player> {
  const memberId = await insertMember(database.db, email);
  if (pays) subscribers.add(memberId);
  return { ...(await logIn(memberId)), key };
}
async function logIn(memberId: number): Promise<Omit<Player, 'key'>> {
  const by = { memberId, rememberMe: true, userAgent: '', remoteIp: '203.0.113.9', now };
  const { sessionId, token } = await openSession({ db: database.db }, by);
  return { memberId, sessionId, token };
}
const start = async ({ memberId, sessionId, key }: Player) => {
  const given = { memberId, sessionId, ...span, device: { key, name: 'a device' }, maxDevices: 2, now };
  return (await startLease(database.db, given)).lease;
};

interface Reply {
  status: number;
  code: number | string;
  // Tests inspect the raw answer of a call.
  // oxlint-disable-next-line no-explicit-any
  response: any;
  cache: unknown;
}
async function ask(as: Player | null, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Reply> {
  const reply = await app.inject({
    method,
    url: `/api/playback/${path}`,
    headers: { 'user-agent': AGENT, ...(as ? { cookie: `__Host-session=${as.token}` } : {}) },
    ...(body ? { payload: body } : {}),
  });
  const { response_code: code, response } = reply.json<{ response_code: number | string; response: unknown }>();
  return { status: reply.statusCode, code, response, cache: reply.headers['cache-control'] };
}
const renewal = (
  { key }: Player,
  { id, epoch }: { id: string; epoch: number },
  over: Record<string, unknown> = {},
) => ({ lease_id: id, epoch, is_paused: false, device_key: key, sent_ts: now.getTime() / 1000, ...over });
const heardEvent = (sequence: number, atS: number, over: Record<string, unknown> = {}) => ({
  sequence,
  stream_id: 881,
  at_ts: atS,
  age_s: 0,
  clock_ts: now.getTime() / 1000,
  moved_s: 10,
  ...over,
});
const positionPath = `place?stream=881&from=${START_S}&to=${START_S + 7_200}`;

it('renews a playback, keeps its position and signs the next addresses for this session, in one call', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  const places = [heardEvent(1, START_S + 600.25, { heard: [[START_S, START_S + 600.25]] })];
  const reply = await ask(me, 'POST', 'lease', renewal(me, lease, { places }));
  expect(reply).toMatchObject({ status: 200, code: 200, cache: 'no-store' });
  expect(reply.response).toMatchObject({
    lease_id: lease.id,
    epoch: 1,
    renew_s: 10,
    stream_id: 881,
    start_ts: START_S,
    end_ts: START_S + 7_200,
    is_open: false,
    grant_expires_ts: NOW_S + 300,
    acknowledged: 1,
  });
  const grant = readGrant(playback.keys(), reply.response.grant, NOW.getTime())!;
  expect(grant).toMatchObject({ streamId: 881, leaseId: lease.id, remoteSerial: null, open: false });
  expect([grant.from, grant.to]).toEqual([span.startsAt.getTime(), span.endsAt.getTime()]);
  expect(grant.sessionHash).toEqual(sessionHashOf(me.token));
  expect((await ask(me, 'GET', positionPath)).response).toEqual({
    place: { at_ts: START_S + 600.25, heard_ts: NOW_S, device_name: 'Chrome 142 · Windows', other: null },
    heard: [[START_S, START_S + 600.25]],
  });
});

it('signs for another machine as long as the span takes to play slowly, four hours at most, and for no session', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  const { response } = await ask(me, 'POST', 'lease', renewal(me, lease, { is_remote: true }));
  expect(response.grant_expires_ts).toBe(NOW_S + 4 * 3_600);
  expect(readGrant(playback.keys(), response.grant, NOW.getTime())).toMatchObject({
    remoteSerial: 1,
    sessionHash: null,
  });
  const again = await ask(me, 'POST', 'lease', renewal(me, lease, { is_remote: true }));
  expect(readGrant(playback.keys(), again.response.grant, NOW.getTime())).toMatchObject({ remoteSerial: 2 });
});

it('signs nothing for who stands paused', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  const { response } = await ask(me, 'POST', 'lease', renewal(me, lease, { is_paused: true }));
  expect(response).toMatchObject({ grant: null, grant_expires_ts: null });
  expect((await ask(me, 'GET', 'leases')).response.leases).toMatchObject([{ is_paused: true }]);
});

it('signs for the end that a replay has by now, and says that it is still on air', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  const endsAt = new Date(NOW.getTime() + 600_000);
  replayNow = async (_actor, replay) => ({ ...replay, endsAt, isOpen: true });
  const { response } = await ask(me, 'POST', 'lease', renewal(me, lease));
  expect(response).toMatchObject({ is_open: true, end_ts: NOW_S + 600 });
  const grant = readGrant(playback.keys(), response.grant, NOW.getTime());
  expect(grant).toMatchObject({ open: true, to: endsAt.getTime() });
  expect((await ask(me, 'GET', 'leases')).response.leases).toMatchObject([{ end_ts: NOW_S + 600 }]);
});

it('ends a playback whose right is over with 121001, as text', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  replayNow = async () => null;
  expect(await ask(me, 'POST', 'lease', renewal(me, lease))).toMatchObject({ status: 403, code: '121001' });
  expect((await ask(me, 'GET', 'leases')).response.leases).toEqual([]);
});

it('lets who has no plan go on with what was bought alone, and signs for no more and no longer than its right', async () => {
  const me = await player('me@member.example', { pays: false });
  const lease = await start(me);
  expect(await ask(me, 'POST', 'lease', renewal(me, lease))).toMatchObject({ status: 403, code: 20003 });
  needsPlan = false;
  const first = { startsAt: span.startsAt, endsAt: new Date(span.startsAt.getTime() + 60_000) };
  const until = new Date(NOW.getTime() + 30_000);
  replayNow = async (_actor, replay) => ({ ...replay, isOpen: false, signed: first, until });
  const { response } = await ask(me, 'POST', 'lease', renewal(me, lease));
  expect(response).toMatchObject({ start_ts: START_S, end_ts: START_S + 7_200, grant_expires_ts: NOW_S + 30 });
  const grant = readGrant(playback.keys(), response.grant, NOW.getTime());
  expect(grant).toMatchObject({
    from: first.startsAt.getTime(),
    to: first.endsAt.getTime(),
    expiresAt: until.getTime(),
  });
});

it('says that something moved only of what moved lately, of this stream, by who is not paused', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  const said: boolean[] = [];
  replayNow = async (_actor, replay, _now, { isMoving }) => {
    said.push(isMoving);
    return { ...replay, isOpen: false };
  };
  const bodies = [
    {},
    { places: [heardEvent(1, START_S + 60)] },
    { is_paused: true, places: [heardEvent(2, START_S + 61)] },
    { places: [heardEvent(3, START_S + 62, { age_s: 7_200 })] },
    { places: [heardEvent(4, START_S + 63, { stream_id: 903 })] },
    { places: [heardEvent(5, START_S + 64, { moved_s: 0 })] },
  ];
  for (const body of bodies) await ask(me, 'POST', 'lease', renewal(me, lease, body));
  expect(said).toEqual([false, true, false, false, false, false]);
});

it('keeps what was heard even where the playback may not go on', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  subscribers.delete(me.memberId);
  const again = { ...me, ...(await logIn(me.memberId)) };
  const body = renewal(me, lease, { places: [heardEvent(1, START_S + 60)] });
  expect(await ask(again, 'POST', 'lease', body)).toMatchObject({ status: 403, code: 20003 });
  expect((await ask(again, 'GET', positionPath)).response.place).toMatchObject({ at_ts: START_S + 60 });
});

it('tells where the sound went with 121003, as text, and who plays where no device slot is free', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  const desk = await start({ ...me, key: 'desk-desk' });
  const given = {
    memberId: me.memberId,
    sessionId: me.sessionId,
    ...span,
    device: { key: 'car-car-car', name: 'a car' },
  };
  now = new Date(NOW.getTime() + 1_000);
  await startLease(database.db, { ...given, takeOver: { leaseId: lease.id, epoch: 1 }, maxDevices: 2, now });
  expect(await ask(me, 'POST', 'lease', renewal(me, lease))).toMatchObject({
    status: 409,
    code: '121003',
    response: { detail: { why: 'taken_over', device_name: 'a car' } },
  });
  now = new Date(NOW.getTime() + 90_000);
  await start({ ...me, key: 'one-one-one' });
  await start({ ...me, key: 'two-two-two' });
  const lapsed = await ask(me, 'POST', 'lease', renewal(me, desk, { device_key: 'desk-desk' }));
  expect(lapsed).toMatchObject({ status: 409, code: '121003' });
  expect(lapsed.response.detail.playing).toHaveLength(2);
});

it('lists what the devices of a member play, and ends one from another', async () => {
  const me = await player('me@member.example');
  const phone = { ...(await logIn(me.memberId)), key: 'phone-phone' };
  const lease = await start(phone);
  const { response } = await ask(me, 'GET', 'leases');
  expect(response).toEqual({
    max_devices: 2,
    leases: [
      {
        lease_id: lease.id,
        epoch: 1,
        device_name: 'a device',
        is_this_session: false,
        is_paused: false,
        stream_id: 881,
        start_ts: START_S,
        end_ts: START_S + 7_200,
        started_ts: NOW_S,
      },
    ],
  });
  expect(await ask(me, 'DELETE', `lease/${lease.id}`)).toMatchObject({ status: 200 });
  expect((await ask(me, 'GET', 'leases')).response.leases).toEqual([]);
});

it('takes what was heard without a network, numbered once, and tells who numbered anew how to go on', async () => {
  const me = await player('me@member.example', { pays: false });
  const handIn = (places: object[]) => ask(me, 'POST', 'places', { device_key: me.key, sent_ts: NOW_S + 600, places });
  const events = [1, 2, 3].map((i) =>
    // Its clock is ten minutes fast, and it crashed since.
    heardEvent(i, START_S + i * 100, { age_s: null, clock_ts: NOW_S + 600 - 3_600 + i * 10 }),
  );
  expect(await handIn(events)).toMatchObject({ status: 200, response: { acknowledged: 3 } });
  expect(await handIn(events)).toMatchObject({ status: 200, response: { acknowledged: 3 } });
  expect((await ask(me, 'GET', positionPath)).response.place).toMatchObject({
    at_ts: START_S + 300,
    heard_ts: NOW_S - 3_570,
  });
  expect(await handIn([heardEvent(3, START_S + 900)])).toMatchObject({
    status: 409,
    response: { detail: { sequence: 3, next_sequence: 4 } },
  });
  expect(await database.db.select().from(playbackPositionEvents)).toHaveLength(3);
});

it('lets another member neither see nor change a playback or a position, by any call', async () => {
  const me = await player('me@member.example');
  const other = await player('other@member.example');
  const lease = await start(me);
  await ask(me, 'POST', 'lease', renewal(me, lease, { places: [heardEvent(1, START_S + 60)] }));
  const rows = async () => [
    await database.db.select().from(playbackLeases),
    await database.db.select().from(playbackPositionEvents),
  ];
  const before = await rows();

  expect(await ask(other, 'POST', 'lease', renewal(other, lease))).toMatchObject({ status: 404, code: 6 });
  expect(await ask(other, 'POST', 'lease', renewal(me, lease))).toMatchObject({ status: 404, code: 6 });
  expect(await ask(other, 'POST', 'lease', renewal(me, lease, { is_remote: true }))).toMatchObject({ status: 404 });
  expect(await ask(other, 'DELETE', `lease/${lease.id}`)).toMatchObject({ status: 404, code: 6 });
  expect((await ask(other, 'GET', 'leases')).response.leases).toEqual([]);
  expect((await ask(other, 'GET', positionPath)).response).toEqual({ place: null, heard: [] });
  expect(await rows()).toEqual(before);

  // Same device key and number, but another member's: a different event.
  const theirs = { device_key: me.key, sent_ts: NOW_S, places: [heardEvent(1, START_S + 999)] };
  expect(await ask(other, 'POST', 'places', theirs)).toMatchObject({ status: 200 });
  expect((await ask(me, 'GET', positionPath)).response.place).toMatchObject({ at_ts: START_S + 60, other: null });
});

it('tells guests 10004 by every call, and a member without a plan 20003 where sound is paid for', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  const calls = [
    ['POST', 'lease', renewal(me, lease)],
    ['DELETE', `lease/${lease.id}`],
    ['GET', 'leases'],
    ['POST', 'places', { device_key: me.key, sent_ts: NOW_S, places: [] }],
    ['GET', positionPath],
  ] as const;
  for (const [method, path, body] of calls)
    expect([path, await ask(null, method, path, body)]).toMatchObject([path, { status: 401, code: 10004 }]);
  const plain = await player('plain@member.example', { pays: false });
  expect(await ask(plain, 'POST', 'lease', renewal(plain, lease))).toMatchObject({ status: 403, code: 20003 });
});

it('tells who calls too often to wait', async () => {
  const me = await player('me@member.example');
  const lease = await start(me);
  waitSeconds = 2.5;
  const body = { device_key: me.key, sent_ts: NOW_S, places: [heardEvent(1, START_S + 60)] };
  for (const reply of [await ask(me, 'POST', 'lease', renewal(me, lease)), await ask(me, 'POST', 'places', body)])
    expect(reply).toMatchObject({ status: 429, response: { detail: { retry_after_seconds: 3 } } });
  expect(await database.db.select().from(playbackPositionEvents)).toEqual([]);
});

it('refuses what no player sends, and keeps nothing of it', async () => {
  const me = await player('me@member.example');
  const send = (...places: object[]) => ask(me, 'POST', 'places', { device_key: me.key, sent_ts: NOW_S, places });
  const at = START_S + 60;
  const wrong = [
    [heardEvent(0, at)],
    [heardEvent(1.5, at)],
    [heardEvent(1, at, { stream_id: 0 })],
    [heardEvent(1, at, { stream_id: 2 ** 31 })],
    [heardEvent(1, at, { moved_s: -1 })],
    [heardEvent(1, at, { moved_s: 86_401 })],
    [heardEvent(1, at, { age_s: -1 })],
    [heardEvent(1, 1e12)],
    [heardEvent(1, at, { clock_ts: 'now' })],
    [heardEvent(1, at, { heard: [[at, at - 1]] })],
    [heardEvent(1, at, { heard: [[at, at + 86_401]] })],
    [heardEvent(1, at, { heard: Array.from({ length: 21 }, () => [at, at + 1]) })],
    [heardEvent(1, at), heardEvent(1, at)],
    Array.from({ length: 101 }, (_, i) => heardEvent(i + 1, at)),
  ];
  for (const places of wrong) expect([places, (await send(...places)).status]).toEqual([places, 400]);
  expect(await send(heardEvent(1, at, { stream_id: 77 }))).toMatchObject({ status: 404, code: 6 });
  for (const key of ['', 'short', 'with space', 'x'.repeat(65)])
    expect((await ask(me, 'POST', 'places', { device_key: key, sent_ts: NOW_S, places: [] })).status).toBe(400);
  for (const query of ['stream=881', 'stream=x&from=0&to=1', 'stream=881&from=2&to=1', 'stream=881&from=0&to=999999'])
    expect([query, (await ask(me, 'GET', `place?${query}`)).status]).toEqual([query, 400]);
  expect((await ask(me, 'DELETE', 'lease/1')).status).toBe(400);
  expect(await database.db.select().from(playbackPositionEvents)).toEqual([]);
});
