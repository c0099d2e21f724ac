import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { diagnosticReports } from '#db/tables/diagnostics.ts';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { smsCodes } from '#db/tables/phone-verification.ts';
import { staffRoles } from '#db/tables/staff.ts';
import { subscriptions } from '#db/tables/subscriptions.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { noteReceipt, numberReceipts } from '#domain/receipts/receipts.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { STAFF_LIMITS } from '#shared/limits.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, supportActionsOn, type OpenDesk } from '#tests/factories/desk.ts';
import { insertPlans, PLAN } from '#tests/factories/money/plan-shop.ts';
import { insertOrder, noted, RECEIPT_LINKS } from '#tests/factories/money/receipts.ts';
import { receiptActions } from '#domain/receipts/receipts.actions.ts';
import { subscriptionActions } from '#domain/buying/subscriptions.actions.ts';

const EMAIL = 'Wong.Siu+ming@mail.example';
const PHONE = '91234567';
const CODE = 'D-7F3A-22K9';
const AGENT = 'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

let desk: OpenDesk;
let memberId = 0;
let orderId = 0;
let receipt = '';
let key = 0;

beforeAll(async () => {
  desk = await openTestDesk({
    actions: (ofDesk) => [...supportActionsOn(ofDesk), ...subscriptionActions(), ...receiptActions(RECEIPT_LINKS)],
  });
  const { db } = desk;
  const { now } = desk.clock;
  await db
    .insert(staffRoles)
    .values({ name: 'privacy', permissions: ['members.see', 'members.erase', 'members.export'] });
  await insertPlans(db, now);
  // A member whose contact is in every text that somebody typed, and who owns something of each kind.
  memberId = await insertMember(db, EMAIL, {
    emailVerifiedAt: now,
    phoneNoCountry: 852,
    phoneNo: PHONE,
    displayName: EMAIL,
    surname: '',
    givenName: '',
    passwordHash: 'a-password-hash',
  });
  await openSession({ db }, { memberId, rememberMe: true, userAgent: AGENT, remoteIp: '203.0.113.5', now });
  await db.transaction(async (tx) => {
    const event = { kind: 'passkey-added', userAgent: AGENT, remoteIp: '203.0.113.5', now } as const;
    await recordSecurityEvent(tx, { memberId, ...event, detail: { name: `${PHONE} ${EMAIL}` } });
  });
  await db.update(mails).set({ lastError: `550 <${EMAIL.toLowerCase()}> unknown, 9123 4567` });
  orderId = await insertOrder(db, memberId);
  await db.transaction((tx) => noteReceipt(tx, noted(orderId, now)));
  await numberReceipts({ db, ...RECEIPT_LINKS }, now);
  receipt = 'R2026-000001';
  await db.insert(diagnosticReports).values({ code: CODE, memberId, result: 'pass', checks: [], device: {} });
  await db.insert(smsCodes).values({
    memberId,
    saltHash: Buffer.alloc(32, 1),
    phoneNoCountry: 852,
    phoneNo: PHONE,
    codeMac: Buffer.from('mac'),
    share: 'members',
    expiresAt: now,
  });
  await db.insert(subscriptions).values({
    memberId,
    planId: PLAN.once,
    source: 'hand',
    startsAt: now,
    endsAt: new Date(now.getTime() + 86_400_000),
  });
});
afterAll(() => desk.close());

const eventsOf = (action: string) =>
  desk.db.select().from(auditEvents).where(eq(auditEvents.action, action)).orderBy(auditEvents.id);
const nextKey = () => `test-key-${++key}`;
const act = (cookie: string, name: string, input: object, { reason = 'a call', key: own = nextKey() } = {}) =>
  desk.call(`/api/staff/actions/${name}`, { cookie, key: own, body: { input, reason } });
const lookUp = (cookie: string, query: string) => desk.call('/api/staff/members/look-up', { cookie, body: { query } });
const idsOf = (reply: { response: unknown }) =>
  (reply.response as { items: { member_id: number }[] }).items.map(({ member_id: id }) => id);

describe('a look-up', () => {
  it('finds a member by each whole key and by no part of one', async () => {
    const { cookie } = await desk.enter('support');
    for (const query of [
      `#${memberId}`,
      EMAIL,
      EMAIL.toUpperCase(),
      PHONE,
      '+852 9123 4567',
      String(orderId),
      receipt,
      receipt.toLowerCase(),
      CODE,
      'd7f3a22k9',
    ])
      expect([query, idsOf(await lookUp(cookie, query))]).toEqual([query, [memberId]]);
    for (const query of ['wong@mail.example', '@mail.example', '9123456', 'R2026-000009', 'D-7F3A-22K8', '#999999'])
      expect([query, idsOf(await lookUp(cookie, query))]).toEqual([query, []]);
    expect((await lookUp(cookie, 'Wong')).status).toBe(400);
    expect((await lookUp(cookie, '%')).status).toBe(400);
  });

  it('is recorded with what was looked up as and the ids found, and never the text', async () => {
    const { cookie, id } = await desk.enter('support');
    await lookUp(cookie, EMAIL);
    await lookUp(cookie, PHONE);
    const mine = (await eventsOf('members.look-up')).filter(({ accountId }) => accountId === id);
    expect(mine.map(({ subjectKind, subjectId, after }) => [subjectKind, subjectId, after])).toEqual([
      ['member-search', 'email', { found: [memberId] }],
      ['member-search', 'member+order+phone', { found: [memberId] }],
    ]);
    expect(JSON.stringify(mine)).not.toMatch(/wong|91234567/i);
  });

  it('is limited by account, also over ids that are opened one after another', async () => {
    const { cookie, id } = await desk.enter('support');
    const open = (unknown: number) => desk.call(`/api/staff/members/${unknown}`, { cookie });
    const used = (kind: 'lookUps' | 'openings') =>
      desk.db
        .update(attempts)
        .set({ count: STAFF_LIMITS[kind].limit - 1 })
        .where(eq(attempts.key, `staff-${kind}:${id}`));
    await lookUp(cookie, '#999999');
    await used('lookUps');
    expect((await lookUp(cookie, '#999999')).status).toBe(200);
    expect((await lookUp(cookie, '#999999')).status).toBe(429);
    expect((await open(900_000)).status).toBe(404);
    await used('openings');
    expect((await open(900_001)).status).toBe(404);
    expect((await open(900_002)).status).toBe(429);
    const other = await desk.enter('support');
    expect((await lookUp(other.cookie, '#999999')).status).toBe(200);
  });
});

describe('permissions', () => {
  const READS = ['', '/timeline', '/contact', '/export'];
  const TABLE = {
    auditor: [200, 200, 403, 403],
    support: [200, 200, 403, 403],
    finance: [200, 200, 403, 403],
    presenter: [403, 403, 403, 403],
  } as const;

  it('decide for each role what is read, before it is known whether the member exists', async () => {
    for (const [role, expected] of Object.entries(TABLE)) {
      const { cookie } = await desk.enter(role as keyof typeof TABLE);
      const statusOf = async (id: number) => {
        const replies = await Promise.all(
          READS.map((path) => desk.call(`/api/staff/members/${id}${path}`, { cookie })),
        );
        return replies.map(({ status }) => status);
      };
      expect([role, await statusOf(memberId)]).toEqual([role, expected]);
      const unknown = expected.map((status) => (status === 200 ? 404 : status));
      expect([role, await statusOf(999_999)]).toEqual([role, unknown]);
      expect((await lookUp(cookie, CODE)).status).toBe(expected[0]);
    }
    for (const path of READS) expect((await desk.call(`/api/staff/members/${memberId}${path}`)).status).toBe(401);
  });

  it('decide for each role what is done, before it is known whether the member exists', async () => {
    const ALL = [
      'members.see-contact',
      'members.end-sessions',
      'members.resend-verification',
      'receipts.resend',
      'subscriptions.give',
      'subscriptions.resume',
      'subscriptions.confirm-stop',
      'members.erase',
      'members.export',
    ];
    const refusedTo = async (role: 'auditor' | 'support' | 'finance' | 'presenter') => {
      const { cookie } = await desk.enter(role);
      const replies = await Promise.all(ALL.map((name) => act(cookie, name, { member_id: 999_999 })));
      return ALL.filter((_name, i) => replies[i]!.status === 403);
    };
    expect(await refusedTo('auditor')).toEqual(ALL);
    expect(await refusedTo('finance')).toEqual(ALL.filter((name) => name !== 'receipts.resend'));
    expect(await refusedTo('presenter')).toEqual(ALL);
    expect(await refusedTo('support')).toEqual([]);
  });
});

describe('the contact of a member', () => {
  it('is masked in the whole reply of every read, also where somebody typed it', async () => {
    const { cookie } = await desk.enter('support');
    await act(cookie, 'members.see-contact', { member_id: memberId }, { reason: `rang from ${PHONE}, ${EMAIL}` });
    const replies = [
      await lookUp(cookie, EMAIL),
      await desk.call(`/api/staff/members/${memberId}`, { cookie }),
      await desk.call(`/api/staff/members/${memberId}/timeline`, { cookie }),
    ];
    for (const reply of replies) {
      const json = JSON.stringify(reply.response);
      expect(reply.status).toBe(200);
      expect(json).toContain('W…@mail.example');
      expect(json).not.toMatch(/siu\+ming|9123\s?4567|a-password-hash|203\.0\.113/i);
    }
    expect(replies[1]!.response).toMatchObject({ email: 'W…@mail.example', phone: '91****67' });
  });

  it('is shown for five minutes to who stated a reason, which is recorded, and to nobody else', async () => {
    const caller = await desk.enter('support');
    const other = await desk.enter('support');
    const read = (cookie: string) => desk.call(`/api/staff/members/${memberId}/contact`, { cookie });
    expect((await act(caller.cookie, 'members.see-contact', { member_id: memberId }, { reason: ' ' })).status).toBe(
      400,
    );
    expect((await read(caller.cookie)).status).toBe(403);
    const sameKey = nextKey();
    const shown = await act(
      caller.cookie,
      'members.see-contact',
      { member_id: memberId },
      { reason: 'to ring back', key: sameKey },
    );
    expect(JSON.stringify(shown.response)).not.toMatch(/siu\+ming|91234567/i);
    expect((await read(caller.cookie)).response).toMatchObject({
      email: EMAIL,
      phone_no: PHONE,
      phone_no_country: 852,
    });
    expect((await read(other.cookie)).status).toBe(403);
    const mine = (await eventsOf('members.see-contact')).filter(({ accountId }) => accountId === caller.id);
    expect(mine.map(({ subjectId, reason }) => [subjectId, reason])).toEqual([[String(memberId), 'to ring back']]);
    desk.clock.now = new Date(desk.clock.now.getTime() + 5 * 60_000);
    expect((await read(caller.cookie)).status).toBe(403);
    // The key gets its former reply and opens nothing.
    await act(caller.cookie, 'members.see-contact', { member_id: memberId }, { reason: 'to ring back', key: sameKey });
    expect((await read(caller.cookie)).status).toBe(403);
  });
});

describe('the page of a member', () => {
  it('is recorded once in a quarter of an hour for each account', async () => {
    const { cookie, id } = await desk.enter('support');
    const opened = async () => {
      await desk.call(`/api/staff/members/${memberId}`, { cookie });
      await desk.call(`/api/staff/members/${memberId}/timeline`, { cookie });
      return (await eventsOf('members.see')).filter(({ accountId }) => accountId === id).length;
    };
    expect(await opened()).toBe(1);
    expect(await opened()).toBe(1);
    desk.clock.now = new Date(desk.clock.now.getTime() + 15 * 60_000);
    expect(await opened()).toBe(2);
  });

  it('shows plan, order with its receipt and sessions, without a card', async () => {
    const { cookie } = await desk.enter('support');
    const { response } = await desk.call(`/api/staff/members/${memberId}`, { cookie });
    expect(response).toMatchObject({
      state: 'active',
      times: [{ plan_id: PLAN.once, state: 'running' }],
      sessions: [{ device: 'Chrome 156 · Mac' }],
      orders: [{ order_id: orderId, state: 'paid', receipts: [receipt] }],
    });
  });
});

it('pages a timeline newest first, each entry once, also those of one instant', async () => {
  const { cookie } = await desk.enter('support');
  const id = await insertMember(desk.db, 'timeline@mail.example');
  await desk.db.execute(sql`
    insert into security_events (member_id, kind, user_agent, remote_ip, created_at)
    select ${id}, 'passkey-added', 'x', '', timestamptz '2026-11-20 12:00:00.123456+08' + n / 10 * interval '1 second'
    from generate_series(1, 70) n`);
  await desk.db.execute(sql`
    insert into mails (template, dedupe_key, recipient, member_id, subject, text_body, created_at)
    select 'receipt', 'timeline ' || n, 'timeline@mail.example', ${id}, '', '', timestamptz '2026-11-20 12:00:00.123999+08' + n / 10 * interval '1 second'
    from generate_series(1, 70) n`);
  const seen: { id: string; at_ts: number }[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? '' : `?before=${before}`;
    const { status, response } = await desk.call(`/api/staff/members/${id}/timeline${query}`, { cookie });
    expect(status).toBe(200);
    const page = response as { items: typeof seen; next_before: string | null };
    seen.push(...page.items);
    before = page.next_before;
  } while (before !== null);
  const old = seen.filter(({ id: name }) => !name.startsWith('staff-'));
  expect(old).toHaveLength(140);
  expect(new Set(old.map(({ id: name }) => name)).size).toBe(140);
  expect(old.map(({ at_ts: at }) => at)).toEqual(old.map(({ at_ts: at }) => at).toSorted((a, b) => b - a));
  const { response } = await desk.call(`/api/staff/members/${id}/timeline?show=messages`, { cookie });
  const sources = (response as { items: { source: string }[] }).items.map(({ source }) => source);
  expect(new Set(sources)).toEqual(new Set(['mail']));
});

describe('actions', () => {
  const daysOf = (id: number) => desk.db.select().from(subscriptions).where(eq(subscriptions.memberId, id));

  it('give days once for each key', async () => {
    const { cookie } = await desk.enter('support');
    const id = await insertMember(desk.db, 'days@mail.example');
    const input = { member_ids: [id], plan_id: PLAN.once, days: 31 };
    const own = nextKey();
    const replies = await Promise.all([1, 2, 3].map(() => act(cookie, 'subscriptions.give', input, { key: own })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await daysOf(id)).toHaveLength(1);
    expect((await act(cookie, 'subscriptions.give', { ...input, days: 7 }, { key: own })).status).toBe(409);
    expect((await act(cookie, 'subscriptions.give', { ...input, member_ids: [999_999] })).status).toBe(404);
  });

  it('give over 31 days, and days to several members, after another person who may approve money agreed', async () => {
    const support = await desk.enter('support');
    const chief = await desk.enter('finance-chief');
    const one = await insertMember(desk.db, 'one@mail.example');
    const two = await insertMember(desk.db, 'two@mail.example');
    const asked = [
      await act(support.cookie, 'subscriptions.give', { member_ids: [one], plan_id: PLAN.once, days: 32 }),
      await act(support.cookie, 'subscriptions.give', { member_ids: [two, one], plan_id: PLAN.once, days: 1 }),
    ].map(({ response }) => response as { outcome: string; approval_id: number });
    expect(asked.map(({ outcome }) => outcome)).toEqual(['asked', 'asked']);
    expect(await daysOf(one)).toHaveLength(0);
    const approve = (cookie: string, id: number) => desk.approve(id, { cookie });
    expect((await approve(support.cookie, asked[0]!.approval_id)).status).toBe(403);
    expect((await approve(chief.cookie, asked[0]!.approval_id)).status).toBe(200);
    expect((await approve(chief.cookie, asked[1]!.approval_id)).status).toBe(200);
    expect([(await daysOf(one)).length, (await daysOf(two)).length]).toEqual([2, 1]);
  });

  it('end every session of a member, who is told by mail', async () => {
    const { cookie } = await desk.enter('support');
    const id = await insertMember(desk.db, 'sessions@mail.example');
    const visit = { memberId: id, rememberMe: true, userAgent: AGENT, remoteIp: '', now: desk.clock.now };
    await openSession({ db: desk.db }, visit);
    await openSession({ db: desk.db }, visit);
    const { response } = await act(cookie, 'members.end-sessions', { member_id: id });
    expect(response).toMatchObject({ outcome: 'done', result: { ended: 2 } });
    const [mail] = await desk.db.select().from(mails).where(eq(mails.memberId, id));
    expect(mail).toMatchObject({ recipient: 'sessions@mail.example' });
    expect(mail?.textBody).toContain('本台職員');
  });

  it('send a receipt and a verification again, and refuse one that is not needed', async () => {
    const { cookie } = await desk.enter('support');
    const mailed = () => desk.db.select().from(mails).where(eq(mails.template, 'receipt'));
    const before = (await mailed()).length;
    expect((await act(cookie, 'receipts.resend', { number: receipt }, { reason: '' })).status).toBe(200);
    expect(await mailed()).toHaveLength(before + 1);
    expect((await act(cookie, 'receipts.resend', { number: 'R2026-000099' })).status).toBe(404);
    const id = await insertMember(desk.db, 'unverified@mail.example');
    expect((await act(cookie, 'members.resend-verification', { member_id: id }, { reason: '' })).status).toBe(200);
    const { rows } = await desk.database.pool.query(
      `select payload from graphile_worker._private_jobs where payload ->> 'memberId' = $1`,
      [String(id)],
    );
    expect(rows).toMatchObject([{ payload: { purpose: 'verify', email: 'unverified@mail.example' } }]);
    expect((await act(cookie, 'members.resend-verification', { member_id: memberId })).code).toBe(10023);
  });

  it('resume nothing where nothing renews', async () => {
    const { cookie } = await desk.enter('support');
    expect((await act(cookie, 'subscriptions.resume', { member_id: memberId })).code).toBe(30006);
    expect((await act(cookie, 'subscriptions.resume', { member_id: 999_999 })).status).toBe(404);
  });

  it('erase and export a member after another person agreed, with a fresh proof', async () => {
    const requester = await desk.enter('privacy' as never);
    const approver = await desk.enter('privacy' as never);
    const id = await insertMember(desk.db, 'leaving@mail.example');
    const file = (cookie: string) => desk.app.inject({ url: `/api/staff/members/${id}/export`, headers: { cookie } });
    const through = async (action: string) => {
      const { response } = await act(requester.cookie, action, { member_id: id });
      const { outcome, approval_id: approval } = response as { outcome: string; approval_id: number };
      expect(outcome).toBe('asked');
      expect((await desk.approve(approval, requester)).status).toBe(403);
      desk.clock.now = new Date(desk.clock.now.getTime() + 60_000);
      expect((await desk.approve(approval, approver)).status).toBe(200);
    };
    expect((await file(requester.cookie)).statusCode).toBe(403);
    await through('members.export');
    const exported = await file(requester.cookie);
    expect([exported.statusCode, exported.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(exported.body).toContain('leaving@mail.example');
    expect((await file(approver.cookie)).statusCode).toBe(403);
    expect(await eventsOf('members.fetch-export')).toHaveLength(1);

    await through('members.erase');
    const [member] = await desk.db.select().from(members).where(eq(members.id, id));
    expect(member).toMatchObject({ state: 'deleting' });
    expect((await act(requester.cookie, 'members.erase', { member_id: id })).status).toBe(409);
    desk.clock.now = new Date(desk.clock.now.getTime() + 6 * 60_000);
    expect((await act(requester.cookie, 'members.export', { member_id: id })).code).toBe(10011);
    expect((await file(requester.cookie)).statusCode).toBe(400);
  });
});
