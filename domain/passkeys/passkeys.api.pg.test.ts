import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { members } from '#db/tables/members.ts';
import { passkeyChallenges, passkeys } from '#db/tables/passkeys.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createAuthenticator, type Authenticator } from '#tests/factories/accounts/authenticator.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { openSession } from '#domain/auth/sessions.ts';

let database: TestDatabase;
let app: FastifyInstance;
let cookie = '';
let memberId = 0;
const now = new Date('2026-11-21T12:00:00+08:00');

beforeAll(async () => {
  database = await createTestDatabase();
  const services = createMemberServices(database.db, { siteUrl: 'https://radio.example' });
  app = await createApiApp({ db: database.db, clock: () => now, members: services });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  await db.delete(members);
  await db.delete(passkeyChallenges);
  await db.delete(attempts);
  memberId = await insertMember(db, 'me@member.example');
  const { token } = await openSession({ db }, { memberId, rememberMe: false, userAgent: '', remoteIp: '', now });
  cookie = `__Host-session=${token}`;
});

async function post(path: string, payload: object, withCookie = cookie) {
  const url = `/api/user/passkeys/${path}`;
  const reply = await app.inject({ method: 'POST', url, headers: { cookie: withCookie }, payload });
  return { status: reply.statusCode, cookies: [reply.headers['set-cookie'] ?? []].flat(), ...reply.json<Reply>() };
}
interface Reply {
  response_code: number;
  response: { challenge: string; user: { id: string }; passkey_id: number; user_id: number };
}
async function addKey(name = '電話'): Promise<{ authenticator: Authenticator; id: number }> {
  const authenticator = createAuthenticator({ origin: 'https://radio.example', rpId: 'radio.example' });
  const credential = authenticator.create((await post('addOptions', {})).response);
  const { response } = await post('add', { name, credential });
  return { authenticator, id: response.passkey_id };
}
const list = async () =>
  (await app.inject({ url: '/api/user/passkeys', headers: { cookie } })).json<{ response: { passkeys: object[] } }>()
    .response.passkeys;

it('adds, names, uses and removes a key over the wire', async () => {
  const { authenticator, id } = await addKey();
  expect(await list()).toMatchObject([{ passkey_id: id, name: '電話', used_ts: null }]);
  expect(await post('rename', { passkey_id: id, name: '  手提 ' })).toMatchObject({ status: 200 });

  const options = await post('logInOptions', {}, '');
  const credential = authenticator.get(options.response);
  const entered = await post('logIn', { credential, rememberMe: true }, '');
  expect(entered).toMatchObject({ status: 200, response: { user_id: memberId } });
  const session = entered.cookies.find((text) => text.startsWith('__Host-session='));
  expect(session).toMatch(/; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/);
  const mine = await app.inject({ url: '/api/userinfo/profile', headers: { cookie: session!.split(';')[0]! } });
  expect(mine.json()).toMatchObject({ response: { user_id: memberId } });
  expect(await list()).toMatchObject([{ name: '手提', used_ts: now.getTime() / 1000 }]);

  expect(await post('remove', { passkey_id: id })).toMatchObject({ status: 200 });
  expect(await list()).toEqual([]);
  const again = authenticator.get((await post('logInOptions', {}, '')).response);
  expect(await post('logIn', { credential: again }, '')).toMatchObject({ status: 400, response_code: 10006 });
});

it('tells guests 10004 where a member is needed, and members 10001 where a guest is', async () => {
  for (const path of ['addOptions', 'add', 'rename', 'remove'])
    expect([path, await post(path, {}, '')]).toMatchObject([path, { status: 401, response_code: 10004 }]);
  expect((await app.inject({ url: '/api/user/passkeys' })).statusCode).toBe(401);
  const { authenticator } = await addKey();
  const credential = authenticator.get((await post('logInOptions', {}, '')).response);
  expect(await post('logIn', { credential })).toMatchObject({ response_code: 10001 });
});

it('answers rubbish with 400 and keeps nothing of it', async () => {
  const { authenticator } = await addKey();
  const good = authenticator.get((await post('logInOptions', {}, '')).response);
  const { response } = good;
  const bad: unknown[] = [
    null,
    [],
    {},
    'x',
    { ...good, id: '' },
    { ...good, id: 'x'.repeat(5_000) },
    { ...good, type: 'password' },
    { ...good, response: null },
    { ...good, response: { ...response, signature: '' } },
    { ...good, response: { ...response, signature: 'AAAA' } },
    { ...good, response: { ...response, authenticatorData: 'AAAA' } },
    { ...good, response: { ...response, clientDataJSON: 'bnVsbA' } },
    { ...good, response: { ...response, clientDataJSON: 'eyJjaGFsbGVuZ2UiOnsiYSI6MX19' } },
    { ...good, response: { ...response, userHandle: '\u0000' } },
  ];
  for (const credential of bad) {
    const reply = await post('logIn', { credential }, '');
    expect([credential, reply.status, reply.cookies]).toEqual([credential, 400, []]);
  }
  for (const credential of bad) expect((await post('add', { name: 'x', credential })).status).toBe(400);
  expect(await database.db.select().from(passkeys)).toHaveLength(1);
});

it('gives no more challenges to one address than pages can open', async () => {
  await database.db
    .insert(attempts)
    .values({ key: 'passkey:options:127.0.0.1', count: 299, endsAt: new Date(now.getTime() + 60_000) });
  expect((await post('logInOptions', {}, '')).status).toBe(200);
  expect((await post('logInOptions', {}, '')).status).toBe(429);
});
