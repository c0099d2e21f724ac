import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { mailedLinks } from '#db/tables/mailed-links.ts';
import { memberConsents, memberDevices, members } from '#db/tables/members.ts';
import { minutesOn, OLD_PASSWORD, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { beforeMemberTests, type MemberTest } from '#tests/factories/accounts/member-tests.ts';
import { verifyPassword } from '#domain/passwords/passwords.ts';

const DAY_MINUTES = 1_440;

let calls: MemberTest['calls'];
let me: LoggedInMember;
let other: LoggedInMember;
beforeMemberTests((test) => ({ calls, me, other } = test));

const call = (path: string, body?: object, as: LoggedInMember | null = me) => calls.call(as, path, body);
const change = (path: string, body: object = {}, as: LoggedInMember | null = me) => call(`userinfo/${path}`, body, as);
const profile = async (as = me) => (await call('userinfo/profile', undefined, as)).response as Record<string, unknown>;
const rowOf = async ({ memberId }: LoggedInMember) => {
  const [row] = await calls.db.select().from(members).where(eq(members.id, memberId));
  return row;
};

const CALLS = [
  'changePreference',
  'stopRecurring',
  'updatePassword',
  'updateDisplayName',
  'updateRealName',
  'updateDob',
  'mobileDefaultResolution',
  'updateGender',
  'sendVerifyEmail',
  'removePaidContentUserDevice',
  'markArchiveTutorialAsRead',
  'updateUserSetting',
  'endSession',
  'endOtherSessions',
  'askDeletion',
  'takeBackDeletion',
];
const READS = ['profile', 'memberHistory', 'sessions', 'devices', 'securityEvents', 'consents', 'personalData'];

describe('who may', () => {
  it('tells a guest 10004 with status 401 before anything else is looked at', async () => {
    for (const path of CALLS)
      expect([path, await change(path, { rubbish: true }, null)]).toMatchObject([
        path,
        { status: 401, response_code: 10004 },
      ]);
    for (const path of READS)
      expect([path, await call(`userinfo/${path}`, undefined, null)]).toMatchObject([
        path,
        { status: 401, response_code: 10004 },
      ]);
  });

  it('lets no cache keep what it says of a member', async () => {
    for (const path of READS) expect((await call(`userinfo/${path}`)).headers['cache-control'], path).toBe('no-store');
  });

  it('changes nothing of anybody else', async () => {
    const before = await rowOf(other);
    await change('updateDisplayName', { display_name: '新名', user_id: other.memberId, memberId: other.memberId });
    await change('updateGender', { gender: 'M' });
    expect(await rowOf(other)).toEqual(before);
    expect(await profile()).toMatchObject({ display_name: '新名', gender: 'M' });
  });
});

describe('the profile', () => {
  it('shows each change at once (R-366 to R-370)', async () => {
    await change('updateDisplayName', { display_name: '字'.repeat(20) });
    await change('updateRealName', { surname: '歐陽', given_name: '小玲' });
    await change('updateDob', { dob: '2000-02-29' });
    await change('mobileDefaultResolution', { mobileDefaultResolution: 2 });
    await change('updateUserSetting', { user_setting: { player: { volume: 0.5 }, tabs: ['a'] } });
    expect(await profile()).toMatchObject({
      user_id: me.memberId,
      display_name: '字'.repeat(20),
      surname: '歐陽',
      given_name: '小玲',
      dob: '2000-02-29',
      mobileDefaultResolution: 2,
      user_setting: { player: { volume: 0.5 }, tabs: ['a'] },
      email: 'me@member.example',
      has_password: true,
      subscribed: false,
      erase_ts: null,
    });
  });

  it.each([
    ['updateDisplayName', { display_name: '字'.repeat(21) }, 1],
    ['updateDisplayName', { display_name: ' ' }, 1],
    ['updateDisplayName', {}, 1],
    ['updateRealName', { surname: '陳' }, 1],
    ['updateRealName', { surname: 'x'.repeat(51), given_name: 'y' }, 1],
    ['updateDob', { dob: '2026-11-21' }, 1],
    ['updateDob', { dob: '2001-02-29' }, 1],
    ['updateDob', { dob: '2010-01-01' }, 1],
    ['updateGender', { gender: 'X' }, 1],
    ['mobileDefaultResolution', { mobileDefaultResolution: 3 }, 1],
    ['changePreference', { is_subscribe_edm: 'yes' }, 1],
    ['updatePassword', { old_password: OLD_PASSWORD, new_password: 'short', confirmed_password: 'short' }, 10026],
    [
      'updatePassword',
      { old_password: OLD_PASSWORD, new_password: 'long-enough-1', confirmed_password: 'long-enough-2' },
      10006,
    ],
    [
      'updatePassword',
      { old_password: 'wrong-one', new_password: 'long-enough-1', confirmed_password: 'long-enough-1' },
      10011,
    ],
    ['sendVerifyEmail', { type: 3, email: 'x@member.example' }, 1],
    ['sendVerifyEmail', { type: 8, email: 'x+y@member.example' }, 40004],
    ['sendVerifyEmail', { type: 8, email: 'me@member.example' }, 10012],
    ['removePaidContentUserDevice', { device_ids: [] }, 1],
    ['removePaidContentUserDevice', { device_ids: [1] }, 6],
    ['updateUserSetting', { user_setting: [] }, 1],
    ['updateUserSetting', { user_setting: { a: 'x'.repeat(10_240) } }, 1],
    ['updateUserSetting', { user_setting: { a: 'NUL \u0000' } }, 1],
    ['updateUserSetting', { user_setting: { a: { 'half \ud800': 1 } } }, 1],
    ['updateUserSetting', { user_setting: { constructor: { x: 1 } } }, 1],
    ['stopRecurring', {}, 30006],
    ['endSession', { session_id: 1_000_000 }, 6],
  ])('refuses %s %j with %i and changes nothing', async (path, body, code) => {
    const before = await rowOf(me);
    const reply = await change(path, body);
    expect(reply.response_code).toBe(code);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(await rowOf(me))?.toEqual(before);
    expect(await calls.db.select().from(memberConsents)).toEqual([]);
  });

  it('takes no field that a call does not name: nobody writes their own state', async () => {
    const before = await rowOf(me);
    const wanted = { is_email_verified: true, emailVerifiedAt: 1, state: 'active', member_id: other.memberId };
    const more = {
      phone_verified_ts: 1,
      email: 'x@mail.example',
      password_hash: 'x',
      subscribed: true,
      id: other.memberId,
    };
    const given = { display_name: '小美', ...wanted, ...more };
    expect(await change('updateDisplayName', given)).toMatchObject({ status: 200 });
    const { displayName, updatedAt: _at, ...rest } = (await rowOf(me))!;
    expect(displayName).toBe('小美');
    expect(before).toMatchObject(rest);
  });

  it('refuses a setting that reaches for prototypes, also as raw text', async () => {
    const reply = await calls.app.inject({
      method: 'POST',
      url: '/api/userinfo/updateUserSetting',
      headers: { cookie: me.cookie, 'content-type': 'application/json' },
      payload: '{"user_setting":{"a":{"__proto__":{"admin":true}}}}',
    });
    expect(reply.statusCode).toBe(400);
    expect((await rowOf(me))?.userSetting).toEqual({});
  });

  it('takes a day of birth under 18 only where a parent or guardian agreed (VA-36)', async () => {
    expect(await change('updateDob', { dob: '2010-01-01' })).toMatchObject({ status: 400 });
    const consent = {
      memberId: me.memberId,
      kind: 'guardian',
      isGiven: true,
      wording: 'x',
      source: 'register',
    } as const;
    await calls.db.insert(memberConsents).values(consent);
    expect(await change('updateDob', { dob: '2010-01-01' })).toMatchObject({ status: 200 });
  });
});

describe('consent to news', () => {
  it('keeps every change with its words, and no entry for what did not change', async () => {
    for (const is_subscribe_edm of [true, true, false, true]) {
      calls.clock.now = new Date(calls.clock.now.getTime() + 1_000);
      await change('changePreference', { is_subscribe_edm });
    }
    const { response } = await call('userinfo/consents');
    expect(response).toMatchObject({
      consents: [true, false, true].map((is_given) => ({
        kind: 'marketing',
        is_given,
        source: '/api/userinfo/changePreference',
      })),
    });
    expect(await profile()).toMatchObject({ is_subscribe_edm: true });
  });
});

describe('the password', () => {
  const body = {
    old_password: OLD_PASSWORD,
    new_password: 'tram-to-north-point-2',
    confirmed_password: 'tram-to-north-point-2',
  };

  it('ends every other session, takes back links that would set one, and mails the member', async () => {
    const { db } = calls;
    const elsewhere = await calls.session(me.memberId);
    const code = 'A'.repeat(43);
    await db.insert(mailedLinks).values({
      purpose: 'reset',
      codeHash: hash('sha256', code, 'buffer'),
      memberId: me.memberId,
      email: 'me@member.example',
      expiresAt: minutesOn(60),
    });
    const reply = await change('updatePassword', body);
    expect(reply).toMatchObject({ status: 200, response_code: 200 });
    expect((await verifyPassword('tram-to-north-point-2', (await rowOf(me))?.passwordHash ?? null)).isMatch).toBe(true);
    expect(await call('userinfo/profile', undefined, elsewhere)).toMatchObject({ status: 401 });
    expect(await call('userinfo/profile', undefined, other)).toMatchObject({ status: 200 });
    const link = { password: 'harbour-tram-5', confirmed_password: 'harbour-tram-5', verify_code: code };
    expect(await call('user/resetPassword', link, null)).toMatchObject({ response_code: 10005 });
    expect((await db.select().from(mails)).map(({ recipient }) => recipient)).toEqual(['me@member.example']);
  });

  it('leaves a copied cookie with nothing, and its owner logged in under another', async () => {
    const stolen = me.cookie;
    const reply = await change('updatePassword', body);
    const cookies = [reply.headers['set-cookie'] ?? []].flat();
    const mine = cookies.find((cookie) => cookie.startsWith('__Host-session='))?.split(';', 1)[0] ?? '';
    expect(mine).not.toBe(stolen);
    expect(await call('userinfo/profile', undefined, { ...me, cookie: stolen })).toMatchObject({ status: 401 });
    expect(await call('userinfo/profile', undefined, { ...me, cookie: mine })).toMatchObject({ status: 200 });
  });

  it('cannot be one that everybody takes, or made of what is known of the member, and stays as it was then', async () => {
    for (const [password, message] of [
      ['Password2026!', 'commonPassword'],
      ['me@member.example1', 'knownPassword'],
      ['叱咤903-雷霆881', 'knownPassword'],
    ]) {
      const reply = await change('updatePassword', { ...body, new_password: password, confirmed_password: password });
      expect(reply).toMatchObject({ status: 400, response_code: 10026 });
      expect(reply.response).toMatchObject({ detail: { faults: [{ field: 'new_password', message }] } });
    }
    expect((await verifyPassword(OLD_PASSWORD, (await rowOf(me))?.passwordHash ?? null)).isMatch).toBe(true);
    expect(await change('updatePassword', body)).toMatchObject({ status: 200 });
  });

  it('is set once by two calls at once that know the same old one', async () => {
    const replies = await Promise.all([
      change('updatePassword', body),
      change('updatePassword', {
        ...body,
        new_password: 'tram-to-north-point-3',
        confirmed_password: 'tram-to-north-point-3',
      }),
    ]);
    expect(new Set(replies.map(({ response_code }) => response_code))).toEqual(new Set([10011, 200]));
  });

  it('cannot be guessed with a session in hand: ten tries, then the right one has to wait too', async () => {
    for (let i = 0; i < 10; i++)
      expect((await change('updatePassword', { ...body, old_password: `wrong-${i}` })).response_code).toBe(10011);
    expect((await change('updatePassword', body)).status).toBe(429);
    calls.clock.now = minutesOn(16);
    expect((await change('updatePassword', body)).status).toBe(200);
  });
});

describe('devices', () => {
  async function devices(as: LoggedInMember, count: number) {
    const rows = Array.from({ length: count }, (_, i) => ({
      memberId: as.memberId,
      tokenHash: Buffer.alloc(32, i),
      name: `電視 ${i}`,
      usedAt: START,
    }));
    const made = await calls.db.insert(memberDevices).values(rows).returning({ id: memberDevices.id });
    return made.map(({ id }) => id);
  }
  const left = async () => (await profile())['device_ids'];

  it('goes all or nothing, and never takes what is somebody else’s', async () => {
    const [mine = 0, second = 0] = await devices(me, 2);
    const [theirs = 0] = await devices(other, 1);
    expect(await change('removePaidContentUserDevice', { device_ids: [mine, theirs] })).toMatchObject({
      status: 404,
      response_code: 6,
    });
    expect(await left()).toEqual([mine, second]);
    expect((await profile(other))['device_ids']).toEqual([theirs]);
    expect(await change('removePaidContentUserDevice', { device_ids: [mine, mine] })).toMatchObject({ status: 200 });
    expect(await left()).toEqual([second]);
  });

  it('locks the list for 14 days from a change, to the second (K-085)', async () => {
    const [first = 0, second = 0] = await devices(me, 2);
    await change('removePaidContentUserDevice', { device_ids: [first] });
    const changeable_ts = minutesOn(14 * DAY_MINUTES).getTime() / 1000;
    expect(await profile()).toMatchObject({ devices_changeable_ts: changeable_ts });
    calls.clock.now = new Date(minutesOn(14 * DAY_MINUTES).getTime() - 1);
    const refused = await change('removePaidContentUserDevice', { device_ids: [second] });
    expect(refused).toMatchObject({ response_code: 1, status: 409, response: { detail: { changeable_ts } } });
    expect(await left()).toEqual([second]);
    calls.clock.now = minutesOn(14 * DAY_MINUTES);
    expect(await change('removePaidContentUserDevice', { device_ids: [second] })).toMatchObject({ status: 200 });
  });
});
