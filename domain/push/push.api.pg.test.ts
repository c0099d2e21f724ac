import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { members } from '#db/tables/members.ts';
import { noticeMails, pushSubscriptions, pushTopics } from '#db/tables/push.ts';
import { eraseDueMembers } from '#domain/privacy/privacy.ts';
import { createMemberCalls, OLD_PASSWORD, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { createMemberServices, privacyServicesOf } from '#tests/factories/accounts/member-services.ts';
import { emptyPush, keys, PUSH_SECRET, pushServicesOf, sendAt, startPushService } from '#tests/factories/push.ts';
import { MAX_DEVICES } from './push.rules.ts';
import { stopToken } from './stop-tokens.ts';

let service: Awaited<ReturnType<typeof startPushService>>;
let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let member: LoggedInMember;
let other: LoggedInMember;
beforeAll(async () => {
  service = await startPushService();
  calls = await createMemberCalls(undefined, { push: (db) => pushServicesOf(db, service.base) });
  member = await calls.member('push@member.example');
  other = await calls.member('other@member.example');
});
afterAll(async () => {
  await calls.close();
  await service.close();
});
beforeEach(async () => {
  calls.clock.now = START;
  await emptyPush(calls.db);
  await calls.db.delete(attempts);
});

async function call(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  by: LoggedInMember | null = null,
) {
  const reply = await calls.app.inject({
    method,
    url: `/api/push/${path}`,
    headers: by ? { cookie: by.cookie } : {},
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: reply.statusCode, ...reply.json<{ response: Record<string, unknown> }>() };
}
const browserOf = () => {
  const { endpoint, keys: own } = service.sandbox.subscribe({ key: keys.publicKey });
  return { endpoint, ...own };
};
const proofOf = ({ endpoint, auth }: { endpoint: string; auth: string }) => ({ endpoint, auth });
const settings = { kinds: ['news'], quiet_from: 22, quiet_until: 6, always_warned: true, per_day: 3 };
const rows = () => calls.db.select().from(pushSubscriptions);

it('gives the key of the station, which is the same each time and no secret', async () => {
  expect((await call('GET', 'key')).response).toEqual({ public_key: keys.publicKey });
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
});

it('registers a browser with the usual settings, keeps changed ones, and forgets it', async () => {
  const browser = browserOf();
  const topics = [{ kind: 'program', subject: '1' }];
  const saved = await call('PUT', 'subscription', { ...browser, topics });
  expect(saved.response).toMatchObject({ quiet_from: 23, quiet_until: 7, per_day: 5, always_warned: false });
  expect((await call('PUT', 'subscription', { ...browser, settings })).response).toEqual(settings);
  expect((await call('PUT', 'subscription', browser)).response).toEqual(settings);
  expect((await call('POST', 'state', proofOf(browser))).response).toEqual(settings);
  expect((await call('DELETE', 'subscription', proofOf(browser))).status).toBe(200);
  expect((await call('DELETE', 'subscription', proofOf(browser))).status).toBe(200);
  expect((await call('POST', 'state', proofOf(browser))).status).toBe(404);
});

it('keeps how a member is told by mail: nothing at first, and nobody else sees or sets it', async () => {
  expect((await call('GET', 'mail')).status).toBe(401);
  expect((await call('PUT', 'mail', settings)).status).toBe(401);
  expect((await call('GET', 'mail', undefined, member)).response).toMatchObject({ kinds: [], is_verified: false });
  expect((await call('PUT', 'mail', settings, member)).status).toBe(403);
  await calls.db.update(members).set({ emailVerifiedAt: START });
  expect((await call('PUT', 'mail', settings, member)).response).toEqual({ ...settings, is_verified: true });
  expect((await call('GET', 'mail', undefined, member)).response).toEqual({ ...settings, is_verified: true });
  expect((await call('GET', 'mail', undefined, other)).response).toMatchObject({ kinds: [] });
  for (const wrong of [{ kinds: ['x'] }, { quiet_from: 24 }, { per_day: 0 }, { per_day: 51 }])
    expect((await call('PUT', 'mail', { ...settings, ...wrong }, member)).status, JSON.stringify(wrong)).toBe(400);
});

it('takes no endpoint but of a known push service, no key off the curve, and nothing of another shape', async () => {
  const browser = browserOf();
  const refused = [
    { ...browser, endpoint: 'https://127.0.0.1/a' },
    { ...browser, endpoint: 'https://push.example:8443/a' },
    { ...browser, endpoint: 'http://push.example/a' },
    { ...browser, endpoint: 'http://169.254.169.254/latest/meta-data' },
    { ...browser, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { ...browser, endpoint: `${browser.endpoint}\u0000` },
    { ...browser, p256dh: 'short' },
    { ...browser, auth: 'short' },
    { ...browser, topics: Array.from({ length: 201 }, (_, i) => ({ kind: 'program', subject: String(i) })) },
    { ...browser, topics: [{ kind: 'anything', subject: '1' }] },
    { ...browser, settings: { ...settings, per_day: 0 } },
    { ...browser, settings: { ...settings, quiet_from: 24 } },
    { ...browser, settings: { ...settings, kinds: ['everything'] } },
    {},
  ];
  for (const body of refused) expect((await call('PUT', 'subscription', body)).status, JSON.stringify(body)).toBe(400);
  expect((await call('POST', 'state', { endpoint: 'a\u0000', auth: browser.auth })).status).toBe(400);
  expect((await call('POST', 'stop', { token: '\u0000' })).status).toBe(400);
  expect(await rows()).toEqual([]);
});

it('lets nobody read, test or change the browser of another, by whatever they know of it', async () => {
  const browser = browserOf();
  await call('PUT', 'subscription', browser, member);
  const wrong = { ...browser, auth: browserOf().auth };
  for (const by of [null, other, member]) {
    expect((await call('POST', 'state', proofOf(wrong), by)).status).toBe(404);
    expect((await call('POST', 'test', proofOf(wrong), by)).status).toBe(404);
    expect((await call('PUT', 'subscription', wrong, by)).status).toBe(403);
    expect((await call('DELETE', 'subscription', proofOf(wrong), by)).status).toBe(200);
  }
  // The same answer as for what is not there, also to who shares the browser.
  for (const by of [null, other]) expect((await call('POST', 'state', proofOf(browser), by)).status).toBe(404);
  expect((await call('POST', 'state', proofOf(browser), member)).status).toBe(200);
});

it('belongs to whoever uses the browser: a log-in takes over a guest’s settings without topics, and no other member’s', async () => {
  const browser = browserOf();
  const topics = [
    { kind: 'program', subject: '1' },
    { kind: 'program', subject: '1' },
  ];
  await call('PUT', 'subscription', { ...browser, topics, settings });
  expect(await calls.db.select().from(pushTopics)).toHaveLength(1);
  expect((await call('POST', 'state', proofOf(browser), member)).response).toEqual(settings);
  expect((await call('PUT', 'subscription', { ...browser, topics }, member)).response).toEqual(settings);
  expect(await calls.db.select().from(pushTopics)).toEqual([]);
  expect(await rows()).toMatchObject([{ memberId: member.memberId, sessionId: member.sessionId }]);
  expect((await call('PUT', 'subscription', browser, other)).response).toMatchObject({ per_day: 5, quiet_from: 23 });
});

it('ends with the session in which it was made: after log-out the browser is told nothing', async () => {
  const gone = await calls.session(member.memberId);
  const [first, second] = [browserOf(), browserOf()];
  await call('PUT', 'subscription', first, gone);
  await call('PUT', 'subscription', second, member);
  await calls.call(gone, 'user/logout', {});
  expect(await rows()).toMatchObject([{ endpoint: second.endpoint }]);
});

it('keeps the newest devices of a member', async () => {
  const browsers = Array.from({ length: MAX_DEVICES + 2 }, browserOf);
  for (const [i, browser] of browsers.entries()) {
    calls.clock.now = new Date(START.getTime() + i * 1_000);
    await call('PUT', 'subscription', browser, member);
  }
  const kept = (await rows()).map(({ endpoint }) => endpoint).toSorted();
  expect(kept).toEqual(
    browsers
      .slice(2)
      .map(({ endpoint }) => endpoint)
      .toSorted(),
  );
});

it('turns one kind off in one browser by the token of a notification, logged out, and does nothing else', async () => {
  const [browser, untouched] = [browserOf(), browserOf()];
  await call('PUT', 'subscription', browser, member);
  await call('PUT', 'subscription', untouched, member);
  const [row] = await calls.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, browser.endpoint));
  const token = stopToken(PUSH_SECRET, row!.id, 'replay');
  for (const time of [1, 2]) expect((await call('POST', 'stop', { token })).status, String(time)).toBe(200);
  const kindsOf = async (of: typeof browser) => (await call('POST', 'state', proofOf(of), member)).response['kinds'];
  expect(await kindsOf(browser)).toEqual(['on_air', 'song', 'tunnel', 'sale', 'news', 'weather']);
  expect(await kindsOf(untouched)).toContain('replay');
  const forged = [
    token.replace('replay', 'news'),
    token.replace(/^\d+/, String(row!.id + 1)),
    `${token}a`,
    'x',
    `${row!.id}.replay.`,
  ];
  for (const one of forged) expect((await call('POST', 'stop', { token: one })).status, one).toBe(404);
  expect(await kindsOf(browser)).toContain('news');
});

it('sends a test at any hour, five an hour at most', async () => {
  const browser = browserOf();
  await call('PUT', 'subscription', { ...browser, settings: { ...settings, quiet_from: 0, quiet_until: 23 } });
  for (let i = 0; i < 5; i++) {
    calls.clock.now = new Date(START.getTime() + i * 1_000);
    expect((await call('POST', 'test', proofOf(browser))).status).toBe(200);
  }
  expect((await call('POST', 'test', proofOf(browser))).status).toBe(429);
  await sendAt(calls.database, calls.clock.now);
  expect(service.shownTo(browser)).toHaveLength(5);
});

it('is in an export without its secrets, and goes with the account', async () => {
  const browser = browserOf();
  await call('PUT', 'subscription', browser, other);
  const text = JSON.stringify((await calls.call(other, 'userinfo/personalData')).response);
  expect(text).toContain('"quiet_from":23');
  for (const secret of [browser.endpoint, browser.auth, browser.p256dh]) expect(text).not.toContain(secret);
  await calls.call(other, 'userinfo/askDeletion', { password: OLD_PASSWORD });
  const services = privacyServicesOf(createMemberServices(calls.db));
  expect(await eraseDueMembers(services, new Date(START.getTime() + 31 * 86_400_000))).toBe(1);
  expect(await rows()).toEqual([]);
});

it('changes only what is named: two pages that show the same do not undo each other', async () => {
  const browser = browserOf();
  await call('PUT', 'subscription', { ...browser, settings });
  await Promise.all([
    call('PUT', 'subscription', { ...browser, settings: { kinds_on: ['sale'] } }),
    call('PUT', 'subscription', { ...browser, settings: { kinds_off: ['news'] } }),
    call('PUT', 'subscription', { ...browser, settings: { per_day: 9 } }),
    call('PUT', 'subscription', browser),
  ]);
  const changed = { ...settings, kinds: ['sale'], per_day: 9 };
  expect((await call('POST', 'state', proofOf(browser))).response).toEqual(changed);

  await calls.db.update(members).set({ emailVerifiedAt: START });
  await calls.db.delete(noticeMails);
  const changes = [{ kinds_on: ['sale'] }, { kinds_on: ['news'] }, { per_day: 9 }, { quiet_from: 22 }];
  await Promise.all(changes.map((change) => call('PUT', 'mail', change, member)));
  expect((await call('GET', 'mail', undefined, member)).response).toMatchObject({
    kinds: ['sale', 'news'],
    per_day: 9,
    quiet_from: 22,
    quiet_until: 7,
  });
  expect((await call('PUT', 'mail', { kinds_on: ['everything'] }, member)).status).toBe(400);
});

it('turns on no browser that was turned off by a change of some of its settings', async () => {
  const browser = browserOf();
  for (const some of [{ kinds_off: ['news'] }, { per_day: 9 }, {}])
    expect((await call('PUT', 'subscription', { ...browser, settings: some })).status).toBe(404);
  expect(await rows()).toEqual([]);
  expect((await call('PUT', 'subscription', { ...browser, settings })).response).toEqual(settings);
  expect((await call('PUT', 'subscription', { ...browser, settings: { per_day: 9 } })).status).toBe(200);
});

it('changes settings from what they are once another change of them is over', async () => {
  const browser = browserOf();
  await call('PUT', 'subscription', { ...browser, settings });
  await calls.db.update(members).set({ emailVerifiedAt: START });
  await call('PUT', 'mail', settings, member);
  const changes = [
    () => call('PUT', 'subscription', { ...browser, settings: { kinds_on: ['sale'] } }),
    () => call('PUT', 'mail', { kinds_on: ['sale'] }, member),
  ];
  for (const [at, table] of [pushSubscriptions, noticeMails].entries()) {
    const answer = await calls.db.transaction(async (tx) => {
      await tx.update(table).set({ perDay: 9 });
      const coming = changes[at]!();
      await expect
        .poll(async () => {
          const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return (await calls.db.execute(waits)).rows.length;
        })
        .toBe(1);
      return { coming };
    });
    expect((await answer.coming).response).toMatchObject({ kinds: ['sale', 'news'], per_day: 9 });
  }
});
