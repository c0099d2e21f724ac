import { fastify, type FastifyBaseLogger, type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberSessions } from '#db/tables/auth.ts';
import { registrations } from '#db/tables/registration.ts';
import { subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { createLog } from '#server/operations/log.ts';
import { frameworkErrors } from '#server/web/errors.ts';
import { mailsTo, workOffAccountJobs } from '#tests/factories/accounts/account-mail.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyAccounts } from '#tests/factories/accounts/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { MemberServices } from '#domain/members/members.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const PASSWORD = 'harbour-tram-5';
let database: TestDatabase;
let services: MemberServices;
let app: FastifyInstance;
let logged: string;
let memberId: number;
let passwordHash: string;

beforeAll(async () => {
  database = await createTestDatabase();
  services = createMemberServices(database.db);
  passwordHash = await hashPassword(PASSWORD);
  const log = createLog('trace', { write: (line: string) => void (logged += line) }) as FastifyBaseLogger;
  app = await createApiApp({
    db: database.db,
    clock: () => NOW,
    members: services,
    app: fastify({ frameworkErrors, loggerInstance: log }),
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  await emptyAccounts(database);
  services.sessions.dropAll();
  logged = '';
  memberId = await insertMember(database.db, 'chan@example.com', { passwordHash });
});

async function call(method: 'GET' | 'POST', path: string, payload?: object, headers: Record<string, string> = {}) {
  const options: InjectOptions = { method, url: `/api/user/${path}`, headers, ...(payload ? { payload } : {}) };
  const reply = await app.inject(options);
  const { response_code, response } = reply.json<{ response_code: number; response: unknown }>();
  return { status: reply.statusCode, code: response_code, response, headers: reply.headers, body: reply.body };
}
const cookiesOf = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat().map(String);
const logIn = async (over: object = {}) => {
  const reply = await call('POST', 'login', {
    email: 'chan@example.com',
    password: PASSWORD,
    rememberMe: false,
    ...over,
  });
  const cookie = cookiesOf(reply.headers)
    .map((one) => one.split(';')[0])
    .join('; ');
  return { ...reply, cookie };
};
const registration = {
  email: 'lee@example.com',
  surname: '李',
  given_name: '小明',
  dispaly_name: '小明',
  phone_no_country: '852',
  phone_no: '61234567',
  verify_sms: false,
  gender: 'F',
  dob: '1990-01-31',
  is_subscribe_edm: false,
  under_18_terms: false,
  turnstileToken: 'token',
};

describe('log-in', () => {
  it('sets a __Host- cookie that scripts and other sites do not get; for thirty days only when remembered', async () => {
    const reply = await logIn();
    expect(reply).toMatchObject({ status: 200, code: 200, response: { user_id: memberId, display_name: '大文' } });
    const [session, known] = cookiesOf(reply.headers);
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    expect(known).toMatch(/^__Host-known=[\w.~-]+; Path=\/; Max-Age=34560000; Secure; HttpOnly; SameSite=Lax$/);
    const [remembered] = cookiesOf((await logIn({ rememberMe: true })).headers);
    expect(remembered).toContain('; Max-Age=2592000;');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('frees who has a plan from advertisements with its own reply, and nobody else', async () => {
    const adFree = async () => cookiesOf((await logIn()).headers).filter((one) => one.startsWith('ad_free='));
    expect(await adFree()).toEqual([]);
    const { db } = database;
    const [plan] = await db.insert(subscriptionPlans).values({ name: '月費', priceCents: 4_800, days: 30 }).returning();
    const paid = { memberId, planId: plan!.id, source: 'hand' as const, startsAt: NOW };
    await db.insert(subscriptions).values({ ...paid, endsAt: new Date(NOW.getTime() + 86_400_000) });
    expect(await adFree()).toEqual(['ad_free=1; Path=/; Max-Age=31536000; Secure; SameSite=Lax']);
    await db.delete(subscriptions);
    expect(await adFree()).toEqual([]);
  });

  it('is 10006 for a name nobody has as for a wrong password, byte by byte but for the id of the request', async () => {
    const wrong = await logIn({ password: 'wrong-password' });
    const nobody = await logIn({ email: 'nobody@example.com' });
    expect(wrong).toMatchObject({ status: 400, code: 10006 });
    const bare = (body: string) => body.replace(/"request_id":"[^"]+"/, '');
    expect(bare(nobody.body)).toBe(bare(wrong.body));
    expect(nobody.status).toBe(wrong.status);
  });

  it('opens a session under a new token each time, never under one that the browser brought', async () => {
    const planted = 'p'.repeat(43);
    const tokens = new Set<string | undefined>();
    for (let i = 0; i < 3; i++) {
      const body = { email: 'chan@example.com', password: PASSWORD, rememberMe: false };
      const { headers } = await call('POST', 'login', body, { cookie: `__Host-session=${planted}` });
      tokens.add(/^__Host-session=([\w-]{43});/.exec(cookiesOf(headers)[0] ?? '')?.[1]);
    }
    expect(tokens.size).toBe(3);
    expect(tokens).not.toContain(planted);
    expect(tokens).not.toContain(undefined);
    const asPlanted = await call('GET', 'subscribed', undefined, { cookie: `__Host-session=${planted}` });
    expect(asPlanted).toMatchObject({ status: 401, code: 10004 });
  });

  it('is 10001 for who is logged in, and 429 with the seconds to wait after too many tries', async () => {
    const { cookie } = await logIn();
    expect(
      await call('POST', 'login', { email: 'a@b.hk', password: 'x', rememberMe: false }, { cookie }),
    ).toMatchObject({ status: 409, code: 10001 });
    for (let i = 0; i < 10; i++) await logIn({ password: 'wrong-password' });
    const refused = await logIn();
    expect(refused).toMatchObject({ status: 429, code: 1 });
    expect(refused.headers['retry-after']).toBe('900');
  });

  it.each([
    [{}, 'email'],
    [{ email: 1, password: 'x', rememberMe: true }, 'email'],
    [{ email: 'a b', password: 'x', rememberMe: true }, 'email'],
    [{ email: 'a@b.hk', password: 'x', rememberMe: 'yes' }, 'rememberMe'],
    [{ email: 'a@b.hk', password: ['x'], rememberMe: true }, 'password'],
    [{ email: 'a@b.hk', password: 'x'.repeat(1_500), rememberMe: true }, 'password'],
  ])('of %j is 1 with the field that is wrong', async (body, field) => {
    const reply = await call('POST', 'login', body);
    expect(reply).toMatchObject({ status: 400, code: 1 });
    expect(JSON.stringify(reply.response)).toContain(`"field":"${field}"`);
  });
});

describe('log-out', () => {
  it.each(['POST', 'GET'] as const)('ends the session by %s and takes the cookie away (R-351)', async (method) => {
    const { cookie } = await logIn();
    const reply = await call(method, 'logout', undefined, { cookie });
    expect(reply).toMatchObject({ status: 200, code: 200 });
    expect(cookiesOf(reply.headers)).toEqual(['__Host-session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax']);
    expect(await call('GET', 'subscribed', undefined, { cookie })).toMatchObject({ status: 401, code: 10004 });
    expect(await database.db.select().from(memberSessions)).toEqual([]);
  });

  it('by GET is not done for another site', async () => {
    const { cookie } = await logIn();
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      // Browsers from before 2023 send only the referrer.
      { referer: 'https://evil.example/' },
      { referer: 'no address' },
    ];
    for (const headers of elsewhere)
      expect(await call('GET', 'logout', undefined, { cookie, ...headers })).toMatchObject({ status: 403 });
    expect(await call('GET', 'subscribed', undefined, { cookie })).toMatchObject({ status: 200 });
    const here = { cookie, host: 'radio.example', referer: 'https://radio.example/live/903' };
    expect(await call('GET', 'logout', undefined, here)).toMatchObject({ status: 200 });
  });

  it('is 10004 for a guest', async () => {
    expect(await call('POST', 'logout')).toMatchObject({ status: 401, code: 10004 });
  });
});

describe('keep-alive', () => {
  const keepAlive = (cookie?: string) =>
    app.inject({ method: 'GET', url: '/api/keepalive', headers: cookie === undefined ? {} : { cookie } });
  const lastSeen = async () => (await database.db.select().from(memberSessions))[0]?.seenAt.getTime();

  it('is a use of the session, which ends no later than it ever would', async () => {
    const { cookie } = await logIn();
    const longAgo = new Date(NOW.getTime() - 3_600_000);
    await database.db.update(memberSessions).set({ seenAt: longAgo });
    services.sessions.dropAll();
    expect((await keepAlive(cookie)).json()).toMatchObject({ response_code: 200, response: {} });
    expect(await lastSeen()).toBe(NOW.getTime());

    const born = new Date(NOW.getTime() - 365 * 86_400_000 + 60_000);
    await database.db.update(memberSessions).set({ seenAt: longAgo, createdAt: born });
    services.sessions.dropAll();
    await keepAlive(cookie);
    const [session] = await database.db.select().from(memberSessions);
    expect(session?.expiresAt.getTime()).toBe(NOW.getTime() + 60_000);
  });

  it('wakes no session that is over, and answers a guest alike', async () => {
    const { cookie } = await logIn();
    const before = new Date(NOW.getTime() - 1);
    await database.db.update(memberSessions).set({ expiresAt: before, seenAt: before });
    services.sessions.dropAll();
    const replies = [await keepAlive(cookie), await keepAlive()];
    expect(replies.map((reply) => [reply.statusCode, reply.json<object>()])).toEqual(
      Array.from({ length: 2 }, () => [200, { response_code: 200, response_message: 'ok', response: {} }]),
    );
    expect(await lastSeen()).toBe(before.getTime());
  });
});

describe('registration', () => {
  it('replies alike for an address with an account and one without: status, headers and body', async () => {
    const seen = [];
    for (const email of ['chan@example.com', 'nobody@example.com']) {
      const { status, body, headers } = await call('POST', 'register', { ...registration, email });
      const names = Object.keys(headers).toSorted((a, b) => a.localeCompare(b));
      const cookie = cookiesOf(headers).map((one) => one.replace(/=[\w-]{43};/, '=SALT;'));
      seen.push({ status, names, cookie, body: body.replace(/"random_salt":"[\w-]{43}"/, '') });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.cookie).toEqual([
      '__Host-registration=SALT; Path=/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax',
    ]);
  });

  it('leads by its mail to an account that can log in, and its link is 10005 the second time', async () => {
    const { cookie } = await (async () => {
      const reply = await call('POST', 'register', registration);
      return { cookie: cookiesOf(reply.headers)[0]!.split(';')[0]! };
    })();
    expect(await call('POST', 'resendWelcomeEmail', undefined, { cookie })).toMatchObject({ status: 429 });
    await workOffAccountJobs(database, services, NOW);
    await database.db.update(registrations).set({ mailedAt: new Date(NOW.getTime() - 60_000) });
    expect(await call('POST', 'resendWelcomeEmail', undefined, { cookie })).toMatchObject({ status: 200 });
    await workOffAccountJobs(database, services, NOW);
    const [again, first] = await mailsTo(database, 'lee@example.com');
    const body = { password: 'pier-seven-42', confirmed_password: 'pier-seven-42', verify_code: again!.code };
    // The newer link replaces the first.
    expect(await call('POST', 'resetPassword', { ...body, verify_code: first!.code })).toMatchObject({ code: 10005 });
    expect(await call('POST', 'resetPassword', body)).toMatchObject({ status: 200, response: {} });
    for (const code of [first!.code, again!.code])
      expect(await call('POST', 'resetPassword', { ...body, verify_code: code })).toMatchObject({
        status: 400,
        code: 10005,
      });
    expect(await logIn({ email: 'lee@example.com', password: 'pier-seven-42' })).toMatchObject({ status: 200 });
  });

  it('mails links of this site, whatever host the request names', async () => {
    const named = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    await call('POST', 'register', registration, named);
    await call('POST', 'forgetPassword', { email: 'chan@example.com', turnstileToken: 'token' }, named);
    await workOffAccountJobs(database, services, NOW);
    for (const email of ['lee@example.com', 'chan@example.com']) {
      const [mail] = await mailsTo(database, email);
      expect(mail?.text).toMatch(/https:\/\/radio\.example\/\S+\?code=/);
      expect(mail?.text).not.toContain('evil.example');
    }
  });

  it.each([
    [{ email: 'a+b@example.com' }, 40004],
    [{ email: 'a@exa_mple.com' }, 40005],
    [{ phone_no: '21234567' }, 10016],
    [{ phone_no_country: 852 }, 1],
    [{ gender: 'X' }, 1],
    [{ dob: '1990/1/1' }, 1],
    [{ email: 'a+b@example.com', gender: 'X' }, 1],
  ])('with %j is refused by %i', async (over, code) => {
    expect(await call('POST', 'register', { ...registration, ...over })).toMatchObject({ status: 400, code });
  });

  it('takes the name as the wire spells it (R-352)', async () => {
    const { dispaly_name: display_name, ...rest } = registration;
    const reply = await call('POST', 'register', { ...rest, display_name });
    expect(JSON.stringify(reply.response)).toContain('"field":"dispaly_name","message":"required"');
  });
});

describe('the other calls', () => {
  it('forgetPassword replies alike whoever is asked for', async () => {
    const bodies = [];
    for (const names of [{ email: 'chan@example.com' }, { email: 'nobody@example.com' }, { acc881: 'nobody' }])
      bodies.push((await call('POST', 'forgetPassword', { ...names, turnstileToken: 'token' })).body);
    expect(new Set(bodies).size).toBe(1);
  });

  it('resetPassword says what is wrong with a password (10026, 10006)', async () => {
    const verify_code = 'x'.repeat(43);
    expect(
      await call('POST', 'resetPassword', { password: 'short', confirmed_password: 'short', verify_code }),
    ).toMatchObject({ code: 10026 });
    expect(
      await call('POST', 'resetPassword', { password: PASSWORD, confirmed_password: 'other', verify_code }),
    ).toMatchObject({ code: 10006 });
  });

  it('checkMX takes any domain of the world and refuses what is none', async () => {
    expect(await call('POST', 'checkMX', { domain: 'example.com' })).toMatchObject({ status: 200, code: 200 });
    expect(await call('POST', 'checkMX', {})).toMatchObject({ status: 400, code: 1 });
    const strict = await createApiApp({
      db: database.db,
      clock: () => NOW,
      members: createMemberServices(database.db, { mailDomains: { check: async () => 'noMailExchange' } }),
    });
    const reply = await strict.inject({ method: 'POST', url: '/api/user/checkMX', payload: { domain: 'a.hk' } });
    expect(reply.json()).toMatchObject({ response_code: 40003 });
    await strict.close();
  });

  it('resendWelcomeEmail without a registration in this browser is 10002: the catalogue has no field that could be missing', async () => {
    expect(await call('POST', 'resendWelcomeEmail')).toMatchObject({ status: 404, code: 10002 });
    expect(await call('POST', 'resendWelcomeEmail', { random_salt: 'x'.repeat(43) })).toMatchObject({ status: 200 });
  });

  it('state is a guest or the member with flags, and for no cache', async () => {
    const guest = await call('GET', 'state');
    expect(guest).toMatchObject({ status: 200, response: { user: null, subscribed: false } });
    const { cookie } = await logIn();
    const reply = await call('GET', 'state', undefined, { cookie });
    expect(reply.response).toEqual({
      user: {
        user_id: memberId,
        display_name: '大文',
        login_status: true,
        user_setting: {},
        mobileDefaultResolution: 1,
      },
      is_email_verified: false,
      subscribed: false,
      allowed_to_add_to_playlist: false,
      show_card_expiring: false,
      show_boc_reminder: false,
      show_archive_tutorial: false,
      show_archive_offer: false,
      tracking_token: null,
    });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('subscribed is for members (R-361)', async () => {
    expect(await call('GET', 'subscribed')).toMatchObject({ status: 401, code: 10004 });
    const { cookie } = await logIn();
    expect(await call('GET', 'subscribed', undefined, { cookie })).toMatchObject({
      status: 200,
      response: { subscribed: false },
    });
  });
});

it('writes no password, code, token or address into the log, not even of a call that breaks', async () => {
  const { cookie } = await logIn();
  await call('POST', 'register', registration);
  await workOffAccountJobs(database, services, NOW);
  const [mail] = await mailsTo(database, 'lee@example.com');
  const body = { password: 'pier-seven-42', confirmed_password: 'pier-seven-42', verify_code: mail!.code };
  await database.pool.query('alter table mailed_links rename to mailed_links_away');
  await database.pool.query('alter table member_sessions rename to member_sessions_away');
  services.sessions.dropAll();
  try {
    expect(await call('POST', 'resetPassword', body)).toMatchObject({ status: 500 });
    expect(await call('GET', 'subscribed', undefined, { cookie })).toMatchObject({ status: 500 });
    expect(await logIn()).toMatchObject({ status: 500 });
  } finally {
    await database.pool.query('alter table mailed_links_away rename to mailed_links');
    await database.pool.query('alter table member_sessions_away rename to member_sessions');
  }
  expect(logged).toContain('request failed');
  const token = /__Host-session=([\w-]+)/.exec(cookie)?.[1] ?? 'none';
  const hash = Buffer.from(mail!.code).toString('hex');
  for (const secret of [PASSWORD, 'pier-seven-42', mail!.code, token, hash, 'chan@example.com', 'lee@example.com'])
    expect(logged).not.toContain(secret);
});
