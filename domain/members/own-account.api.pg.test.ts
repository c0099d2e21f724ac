import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { members } from '#db/tables/members.ts';
import { orders, paymentAttempts } from '#db/tables/payments.ts';
import { recurringProfiles, subscriptionPlans, subscriptions } from '#db/tables/subscriptions.ts';
import { minutesOn, OLD_PASSWORD, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { beforeMemberTests, type MemberTest } from '#tests/factories/accounts/member-tests.ts';

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

describe('sessions', () => {
  it('lists this browser first, and logs out one or all others', async () => {
    const second = await calls.session(me.memberId);
    await calls.session(me.memberId);
    const { response } = await call('userinfo/sessions');
    const { sessions } = response as { sessions: { session_id: number; is_current: boolean }[] };
    expect(sessions.map(({ session_id, is_current }) => [session_id === me.sessionId, is_current])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(await change('endSession', { session_id: second.sessionId })).toMatchObject({ status: 200 });
    expect(await call('userinfo/profile', undefined, second)).toMatchObject({ status: 401 });
    expect(await change('endSession', { session_id: other.sessionId })).toMatchObject({ response_code: 6 });
    expect(await change('endOtherSessions')).toMatchObject({ response: { ended: 1 } });
    const { response: told } = await call('userinfo/securityEvents');
    expect(told).toMatchObject({ events: [{ kind: 'sessions-ended' }, { kind: 'sessions-ended' }] });
    expect(await call('userinfo/profile', undefined, other)).toMatchObject({ status: 200 });
    const ended = await change('endSession', { session_id: me.sessionId });
    expect(ended.headers['set-cookie']).toMatch(/^__Host-session=;.*Max-Age=0/);
    expect(await call('userinfo/profile')).toMatchObject({ status: 401 });
  });
});

describe('what decides whose the account is', () => {
  it('asks for the password when the log-in is longer than 15 minutes ago', async () => {
    const elsewhere = await calls.session(me.memberId);
    calls.clock.now = minutesOn(15);
    const wishes: [string, object][] = [
      ['userinfo/askDeletion', {}],
      ['userinfo/endOtherSessions', {}],
      ['userinfo/endSession', { session_id: elsewhere.sessionId }],
      ['userinfo/sendVerifyEmail', { type: 8, email: 'new@member.example' }],
      ['user/passkeys/addOptions', {}],
      ['user/passkeys/remove', { passkey_id: 1 }],
    ];
    for (const [path, body] of wishes)
      expect([path, await call(path, body)]).toMatchObject([
        path,
        { response_code: 10011, response: { detail: { needs: 'password' } } },
      ]);
    expect(await change('askDeletion', { password: 'wrong' })).toMatchObject({ response_code: 10011 });
    expect(await rowOf(me))?.toMatchObject({ state: 'active' });
    for (const [path, body] of wishes.slice(1, 5))
      expect([path, (await call(path, { ...body, password: OLD_PASSWORD })).response_code]).toEqual([
        path,
        // The session was ended by the previous call.
        path.endsWith('endSession') ? 6 : 200,
      ]);
  });
});

describe('calls without a body', () => {
  it('may say that they are JSON, and calls with one must have it', async () => {
    const post = (path: string, payload = '') =>
      calls.app.inject({
        method: 'POST',
        url: `/api/${path}`,
        headers: { cookie: me.cookie, 'content-type': 'application/json' },
        payload,
      });
    for (const path of ['userinfo/markArchiveTutorialAsRead', 'userinfo/takeBackDeletion', 'user/passkeys/addOptions'])
      expect([path, (await post(path)).statusCode]).toEqual([path, 200]);
    expect((await post('userinfo/stopRecurring')).json()).toMatchObject({ response_code: 30006 });
    for (const payload of ['', '{', 'null', '[]', '"x"', '{"display_name":"a"} x'])
      expect([payload, (await post('userinfo/updateDisplayName', payload)).statusCode]).toEqual([payload, 400]);
    expect((await post('user/logout')).statusCode).toBe(200);
  });
});

describe('leaving', () => {
  it('shows when the account will go, keeps it usable, and takes it back', async () => {
    const erase_ts = minutesOn(30 * DAY_MINUTES).getTime() / 1000;
    expect(await change('askDeletion')).toMatchObject({ status: 200, response: { erase_ts } });
    expect(await profile()).toMatchObject({ erase_ts });
    // A member who assumes that logging in cancels the deletion would lose the account.
    const told = await calls.db.select().from(mails).where(eq(mails.recipient, 'me@member.example'));
    expect(told.at(-1)?.textBody).toContain('單是登入並不會收回');
    expect(await change('takeBackDeletion')).toMatchObject({ status: 200 });
    expect(await profile()).toMatchObject({ erase_ts: null });
  });

  it('hands everything out twenty times an hour and no more: each reads every table', async () => {
    const said: number[] = [];
    for (let i = 0; i < 21; i++) said.push((await call('userinfo/personalData')).status);
    expect(said).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await call('userinfo/personalData', undefined, other)).status).toBe(200);
  });

  it('hands out everything we hold as a file, in both forms', async () => {
    const json = await call('userinfo/personalData');
    expect(json.headers['content-disposition']).toBe('attachment; filename="cr-member-data-2026-11-21.json"');
    expect(json).toMatchObject({
      response: { user_id: me.memberId, tables: { account: [{ email: 'me@member.example' }] } },
    });
    const page = await calls.app.inject({ url: '/api/userinfo/personalData.html', headers: { cookie: me.cookie } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-disposition']).toContain('.html"');
    expect(page.body).toContain('me@member.example');
    expect(page.body).not.toContain('argon2id');
    expect((await calls.app.inject({ url: '/api/userinfo/personalData.html' })).statusCode).toBe(401);
  });
});

describe('plans and history', () => {
  it('shows plans with how they stand, and stops payments once (R-364)', async () => {
    const { db } = calls;
    await db.insert(subscriptionPlans).values({ id: 1, name: '250日', priceCents: 38_800, days: 250 });
    const plan = { memberId: me.memberId, planId: 1 };
    await db.insert(subscriptions).values({ ...plan, source: 'hand', startsAt: minutesOn(-60), endsAt: minutesOn(60) });
    await db.insert(recurringProfiles).values({
      ...plan,
      state: 'active',
      cardScheme: 'visa',
      cardLast4: '4242',
      cardEndsOn: '2026-11-30',
      periodMonths: 1,
    });
    expect(await profile()).toMatchObject({ subscribed: true, allowed_to_add_to_playlist: true });
    expect(await change('stopRecurring')).toMatchObject({ status: 200 });
    expect(await change('stopRecurring')).toMatchObject({ response_code: 30006 });
    const { response } = await call('userinfo/memberHistory');
    expect(response).toMatchObject({
      subscriptions: [{ plan_name: '250日', state: 'running', price_cents: 38_800 }],
      recurring_profiles: [{ state: 'stopped', card_last4: '4242' }],
      transactions: [],
      redemptions: [],
      account_changes: [],
    });
    expect((await call('userinfo/memberHistory', undefined, other)).response).toMatchObject({ subscriptions: [] });
  });

  it('tells what was paid with the numbers of the spec: kind, way to pay, product (R-247, R-248)', async () => {
    const { db } = calls;
    const { memberId } = me;
    const at = minutesOn(-30);
    const order = { memberId, totalCents: 8_850, createdAt: at, expiresAt: at };
    const [film, plan, ticket] = await db
      .insert(orders)
      .values([
        { ...order, kind: 'premium', state: 'paid', capturedCents: 8_850, paidAt: minutesOn(-20) },
        { ...order, kind: 'renewal', createdAt: minutesOn(-40) },
        { ...order, kind: 'livestream', state: 'expired', createdAt: minutesOn(-50) },
      ])
      .returning({ id: orders.id });
    const attempt = { orderId: film!.id, amountCents: 8_850, expiresAt: at } as const;
    await db.insert(paymentAttempts).values([
      { ...attempt, number: 'PV26112100000001', gateway: 'payme', method: 'payme', state: 'paid' },
      { ...attempt, number: 'PV26112100000002', gateway: 'mpgs', method: 'card', state: 'expired' },
    ]);
    const { response } = await call('userinfo/memberHistory');
    expect(response).toMatchObject({
      transactions: [
        {
          id: film!.id,
          type: 11,
          status: 'paid',
          amount: 88.5,
          gateway: 5,
          product_type: 'premium',
          created_at: '2026-11-21 11:30:00',
          paid_at: '2026-11-21 11:40:00',
        },
        { id: plan!.id, type: 2, status: 'open', gateway: null, product_type: 'subscription', paid_at: null },
        { id: ticket!.id, type: 15, status: 'expired', product_type: 'livestream' },
      ],
    });
    await db.delete(paymentAttempts);
    await db.delete(orders);
  });

  it('does not show the tutorial again once it was read, and remembers the first time (R-378)', async () => {
    await change('markArchiveTutorialAsRead');
    calls.clock.now = minutesOn(5);
    await change('markArchiveTutorialAsRead');
    expect((await rowOf(me))?.archiveTutorialReadAt).toEqual(START);
    expect(await calls.db.select().from(memberSessions)).toHaveLength(2);
  });
});
