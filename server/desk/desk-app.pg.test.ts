import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { breakGlass } from '#domain/staff/break-glass.ts';
import { mails } from '#db/tables/mail.ts';
import { inviteStaff } from '#domain/staff/staff.ts';
import { staffRoleGrants, staffRoles } from '#db/tables/staff.ts';
import { diskReleases } from '#server/outside/disk/release-storage.ts';
import { createReleases } from '#server/web/files/releases.ts';
import { FIRST_ROLES } from '#shared/staff/permissions.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { createAuthenticator } from '#tests/factories/accounts/authenticator.ts';
import { createTestDesk, DESK_URL, openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';

const HAND = { who: 'a test', why: 'a new colleague' };
const MINUTE_MS = 60_000;

let desk: OpenDesk;
beforeAll(async () => {
  desk = await openTestDesk();
});
afterAll(() => desk.close());

const later = (minutes: number) => (desk.clock.now = new Date(desk.clock.now.getTime() + minutes * MINUTE_MS));
const authenticator = () => createAuthenticator({ origin: DESK_URL, rpId: 'desk.radio.example' });
let people = 0;
async function invited(role = 'editor') {
  const email = `person-${++people}@radio.example`;
  const person = { email, name: `Person ${people}`, role, scope: null };
  const { accountId, url } = await desk.db.transaction((tx) =>
    inviteStaff(tx, { deskUrl: DESK_URL }, HAND, person, desk.clock.now),
  );
  return { accountId, email, secret: new URL(url).hash.slice(1) };
}
async function registerPasskey(secret: string, device = authenticator()) {
  const { response: options } = await desk.call('/api/staff/invitation/passkeyOptions', { body: { secret } });
  const body = { secret, name: 'a key', credential: device.create(options) };
  return { device, reply: await desk.call('/api/staff/invitation/passkey', { body }) };
}
async function registerApp(secret: string) {
  const { response } = await desk.call('/api/staff/invitation/totp', { body: { secret } });
  const base32 = new URL((response as { uri: string }).uri).searchParams.get('secret')!;
  const codeNow = () =>
    new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: desk.clock.now.getTime() });
  const reply = await desk.call('/api/staff/invitation/totp/confirm', { body: { secret, code: codeNow() } });
  return { codeNow, reply };
}

it('gives a tab of the former build the part that it loads later, and does not say that other names exist', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-releases-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'former/assets'), { recursive: true });
  writeFileSync(join(folder, 'former/assets/editor-page-0a1b2c3d.js'), 'code of the former build');
  const options = { storage: diskReleases(join(folder, 'stored')), limit: 3, now: () => desk.clock.now };
  await createReleases({ ...options, clientDir: join(folder, 'former') }).publish();
  const present = await createTestDesk(desk.database, {
    releases: createReleases({ ...options, clientDir: join(folder, 'present') }),
  });
  onTestFinished(() => present.app.close());
  const ask = (name: string) => present.app.inject(`/assets/${name}`);
  const found = await ask('editor-page-0a1b2c3d.js');
  expect([found.statusCode, found.body]).toEqual([200, 'code of the former build']);
  expect(found.headers['cache-control']).toContain('immutable');
  expect((await ask('editor-page-ffffffff.js')).statusCode).toBe(404);
  // Without stored builds the name is nobody's, never the document of the desk.
  expect((await desk.app.inject('/assets/editor-page-0a1b2c3d.js')).statusCode).toBe(404);
});

it('begins a station with the first roles, whose permissions all exist', async () => {
  const rows = await desk.db.select().from(staffRoles);
  expect(Object.fromEntries(rows.map(({ name, permissions }) => [name, permissions.toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(FIRST_ROLES).map(([name, permissions]) => [name, permissions.toSorted()])),
  );
});

describe('an invitation', () => {
  it('makes an account active with two authenticators, and its link registers nothing after that', async () => {
    const { accountId, secret, email } = await invited();
    const { device, reply } = await registerPasskey(secret);
    expect(reply.status).toBe(200);
    expect((await desk.call('/api/staff/invitation/activate', { body: { secret } })).status).toBe(409);
    const { codeNow, reply: confirmed } = await registerApp(secret);
    expect(confirmed.status).toBe(200);
    const activated = await desk.call('/api/staff/invitation/activate', { body: { secret } });
    expect(activated.status).toBe(200);
    expect((activated.response as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
    expect(activated.setCookie).toMatch(/^__Host-staff=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    for (const path of ['', '/passkeyOptions', '/totp', '/activate'])
      expect((await desk.call(`/api/staff/invitation${path}`, { body: { secret } })).code, path).toBe(10005);

    const { response: options } = await desk.call('/api/staff/login/options', { body: {} });
    const byKey = await desk.call('/api/staff/login/passkey', { body: { credential: device.get(options) } });
    expect(byKey.status).toBe(200);
    later(1);
    const byCode = await desk.call('/api/staff/login/code', { body: { email, code: codeNow() } });
    expect(byCode.status).toBe(200);
    const actions = (await auditOf(desk.db, ['staff', accountId])).map(({ action }) => action);
    expect(actions).toEqual(['staff.invite', 'staff.activate', 'staff.log-in', 'staff.log-in', 'staff.log-in']);
  });

  it('is over after 48 hours, and once a newer one was sent', async () => {
    const { secret } = await invited();
    later(48 * 60);
    expect((await desk.call('/api/staff/invitation', { body: { secret } })).code).toBe(10005);
  });
});

describe('a log-in', () => {
  it('takes a code once, and no code of another account', async () => {
    const { secret, email } = await invited();
    await registerPasskey(secret);
    const { codeNow } = await registerApp(secret);
    await desk.call('/api/staff/invitation/activate', { body: { secret } });
    const code = codeNow();
    // It confirmed the app.
    expect((await desk.call('/api/staff/login/code', { body: { email, code } })).code).toBe(10006);
    later(1);
    const next = codeNow();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => desk.call('/api/staff/login/code', { body: { email, code: next } })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const other = await invited();
    later(1);
    expect((await desk.call('/api/staff/login/code', { body: { email: other.email, code: codeNow() } })).code).toBe(
      10006,
    );
  });

  it('takes a recovery code once', async () => {
    const { secret, email } = await invited();
    await registerPasskey(secret);
    await registerPasskey(secret);
    const { response } = await desk.call('/api/staff/invitation/activate', { body: { secret } });
    const [code = ''] = (response as { recovery_codes: string[] }).recovery_codes;
    expect((await desk.call('/api/staff/login/code', { body: { email, code: code.toUpperCase() } })).status).toBe(200);
    expect((await desk.call('/api/staff/login/code', { body: { email, code } })).code).toBe(10006);
  });

  it('is refused after ten wrong codes, for an address without an account too', async () => {
    const { email } = await desk.enter('editor');
    for (const who of [email, 'nobody@radio.example']) {
      const replies = [];
      for (let n = 0; n < 11; n += 1)
        replies.push((await desk.call('/api/staff/login/code', { body: { email: who, code: '000000' } })).status);
      expect(replies).toEqual([...Array<number>(10).fill(400), 429]);
    }
  });
});

describe('a session', () => {
  it('ends after half an hour without use, after ten hours, on log-out, and when a role changes', async () => {
    const { cookie } = await desk.enter('editor');
    const isIn = async (which = cookie) => (await desk.call('/api/staff/session', { cookie: which })).status === 200;
    expect(await isIn()).toBe(true);
    later(29);
    expect(await isIn()).toBe(true);
    later(31);
    expect(await isIn()).toBe(false);

    const long = await desk.enter('editor');
    for (let n = 0; n < 23; n += 1) {
      later(25);
      expect(await isIn(long.cookie)).toBe(true);
    }
    later(25);
    expect(await isIn(long.cookie)).toBe(false);

    const out = await desk.enter('editor');
    expect((await desk.call('/api/staff/logout', { body: {}, cookie: out.cookie })).setCookie).toContain('Max-Age=0');
    expect(await isIn(out.cookie)).toBe(false);

    const admin = await desk.enter('administrator');
    const changed = await desk.enter('editor');
    const role = { account_id: changed.id, role: 'editor', scope: null };
    expect((await desk.act('staff.revoke-role', role, { cookie: admin.cookie })).status).toBe(200);
    expect(await isIn(changed.cookie)).toBe(false);
  });

  it('is of no use to a document that shows the rooms of another account', async () => {
    const [former, present] = [await desk.enter('editor'), await desk.enter('editor')];
    const view = { body: { path: '/money/orders', name: 'mine', query: 'state=paid' }, cookie: present.cookie };
    expect((await desk.call('/api/staff/views', { ...view, account: former.id })).status).toBe(401);
    expect((await desk.call('/api/staff/views', { ...view, account: present.id })).status).toBe(200);
  });

  it('is of no use to another site, and to a member', async () => {
    const { cookie } = await desk.enter('administrator');
    const person = { email: 'x@radio.example', name: 'X', role: 'editor', scope: null };
    for (const origin of ['https://radio.example', 'https://evil.example', 'null'])
      expect((await desk.act('staff.invite', person, { cookie, origin })).status, origin).toBe(403);
    expect(
      (await desk.call('/api/staff/session', { cookie: cookie.replace('__Host-staff', '__Host-session') })).status,
    ).toBe(401);
  });
});

describe('roles', () => {
  it('are granted by an administrator and a second person, with a proof of the last five minutes', async () => {
    const target = await desk.enter('editor');
    const role = { account_id: target.id, role: 'auditor', scope: null };
    const producer = await desk.enter('producer');
    const refused = await desk.act('staff.grant-role', role, producer);
    expect([refused.status, refused.response]).toMatchObject([403, { detail: { permission: 'staff.roles' } }]);
    const admin = await desk.enter('administrator');
    later(6);
    expect((await desk.act('staff.grant-role', role, admin)).code).toBe(10011);
    const fresh = await desk.enter('administrator');
    expect((await desk.act('staff.grant-role', { ...role, role: 'emperor' }, fresh)).code).toBe(1);
    const asked = await desk.act('staff.grant-role', role, { cookie: fresh.cookie, reason: 'audit' });
    const { approval_id: id } = asked.response as { approval_id: number };
    const approve = (cookie: string) => desk.approve(id, { cookie });
    expect((await approve(fresh.cookie)).status).toBe(403);
    expect((await approve((await desk.enter('finance-chief')).cookie)).status).toBe(200);
    expect((await auditOf(desk.db, ['staff', target.id])).at(-1)).toMatchObject({
      who: fresh.name,
      action: 'staff.grant-role',
      reason: 'audit',
      after: { role: 'auditor', scope: null },
    });
  });

  it('leave somebody who can grant them', async () => {
    const administrators = await desk.db
      .select({ id: staffRoleGrants.accountId })
      .from(staffRoleGrants)
      .where(eq(staffRoleGrants.role, 'administrator'));
    const admin = await desk.enter('administrator');
    for (const { id } of administrators) await desk.act('staff.disable', { account_id: id }, { cookie: admin.cookie });
    expect((await desk.act('staff.disable', { account_id: admin.id }, admin)).status).toBe(409);
    expect(
      (await desk.act('staff.revoke-role', { account_id: admin.id, role: 'administrator', scope: null }, admin)).status,
    ).toBe(409);
  });
});

it('gives every permission for an hour in an emergency, tells all administrators, and lists it until another reviews it', async () => {
  const engineer = await desk.enter('engineer');
  const admin = await desk.enter('administrator');
  const hand = { who: 'operator on call', why: 'nobody can be reached' };
  const broke = () =>
    desk.db.transaction((tx) => breakGlass(tx, { deskUrl: DESK_URL }, hand, engineer.email, desk.clock.now));
  await broke();
  await expect(broke()).rejects.toMatchObject({ errorName: 'conflict' });
  const sent = await desk.db.select().from(mails).where(eq(mails.template, 'staff-break-glass'));
  expect(sent.map(({ recipient }) => recipient)).toContain(admin.email);
  const seesAudit = async () =>
    (await desk.call('/api/staff/audit', { cookie: await desk.sessionOf(engineer.id) })).status;
  expect(await seesAudit()).toBe(200);
  later(61);
  expect(await seesAudit()).toBe(403);
  const listed = async () => {
    const { response } = await desk.call('/api/staff/accounts', { cookie: await desk.sessionOf(admin.id) });
    const { accounts } = response as { accounts: { account_id: number; roles: { role: string }[] }[] };
    return accounts.find(({ account_id }) => account_id === engineer.id)!.roles.map(({ role }) => role);
  };
  expect(await listed()).toEqual(['break-glass', 'engineer']);
  const review = async (id: number) =>
    desk.act('staff.review-break-glass', { account_id: engineer.id }, { cookie: await desk.sessionOf(id) });
  expect((await review(admin.id)).status).toBe(200);
  expect(await listed()).toEqual(['engineer']);
  await broke();
  expect((await review(engineer.id)).status).toBe(403);
  const role = { account_id: engineer.id, role: 'break-glass', scope: null };
  expect((await desk.act('staff.grant-role', role, { cookie: await desk.sessionOf(admin.id) })).status).toBe(400);
});

it('answers every call of staff but log-in and invitation with 401 without a session', async () => {
  const { response } = await desk.call('/api/staff/login/options', { body: {} });
  expect(response).toMatchObject({ challenge: expect.any(String) });
  for (const path of ['session', 'sessions', 'accounts', 'audit', 'audit/check'])
    expect((await desk.call(`/api/staff/${path}`)).status, path).toBe(401);
  for (const path of [
    'logout',
    'proof',
    'sessions/end',
    'actions/staff.invite',
    'actions/staff.grant-role/preview',
    'approvals/1/approve',
    'approvals/1/refuse',
  ])
    expect((await desk.call(`/api/staff/${path}`, { body: { any: 1 } })).status, path).toBe(401);
});
