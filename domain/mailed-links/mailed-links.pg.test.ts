import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { mails } from '#db/tables/mail.ts';
import { attempts } from '#db/tables/attempts.ts';
import { mailedLinks } from '#db/tables/mailed-links.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { securityEvents } from '#db/tables/security-events.ts';
import { members } from '#db/tables/members.ts';
import { passkeys } from '#db/tables/passkeys.ts';
import { mailsTo, workOffAccountJobs } from '#tests/factories/accounts/account-mail.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyAccounts, errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { MemberActor } from '#shared/actor.ts';
import { forgetPassword } from '#domain/auth/auth.ts';
import { peekMailedLink } from './mailed-links.ts';
import { sendVerifyEmail, takeMailedLink, type MemberServices } from '#domain/members/members.ts';
import { setPassword } from '#domain/registration/set-password.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const HOUR_MS = 3_600_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);
let database: TestDatabase;
let services: MemberServices;
let memberId: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyAccounts(database);
  services = createMemberServices(database.db);
  memberId = await insertMember(database.db, 'chan@example.com', { passwordHash: 'x', acc881: 'chan881' });
});

const visitor = (now = NOW, remoteIp = '203.0.113.7') => ({
  now,
  remoteIp,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0)',
});
const turnstileToken = 'token';
const forget = (names: object, from = visitor()) => forgetPassword(services, { ...names, turnstileToken }, from);
const workOff = (now = NOW) => workOffAccountJobs(database, services, now);
const set = (code: string, now = NOW) =>
  setPassword(
    services,
    { password: 'harbour-tram-5', confirmed_password: 'harbour-tram-5', verify_code: code },
    visitor(now),
  );
async function resetCode(): Promise<string> {
  await forget({ email: 'chan@example.com' });
  await workOff();
  return (await mailsTo(database, 'chan@example.com'))[0]!.code;
}
/** A member who has just logged in. */
async function actor(of = memberId): Promise<MemberActor> {
  const { sessionId } = await openSession(services, { memberId: of, rememberMe: false, ...visitor() });
  return memberActor(of, { sessionId, isEmailVerified: false });
}
const member = async () => (await database.db.select().from(members).where(eq(members.id, memberId)))[0]!;

describe('a forgotten password', () => {
  it('is answered alike whoever is asked for, after the same steps', async () => {
    const asked = [
      { email: 'chan@example.com' },
      { email: 'nobody@example.com' },
      { acc881: 'chan881' },
      { acc903: 'nobody' },
      { phone_no: '91234567' },
    ];
    const seen: unknown[] = [];
    for (const names of asked) {
      await database.pool.query('delete from graphile_worker._private_jobs');
      await database.db.delete(attempts);
      expect(await forget(names)).toBeUndefined();
      const jobs = await database.pool.query('select task_identifier from graphile_worker.jobs');
      seen.push([
        jobs.rows,
        (await database.db.select().from(attempts)).length,
        await database.db.select().from(mails),
      ]);
    }
    for (const one of seen) expect(one).toEqual(seen[0]);
  });

  it.each([{ email: 'CHAN@example.com' }, { acc881: 'chan881' }, { acc903: 'chan903' }, { phone_no: '91234567' }])(
    'is helped by any of four names: %j',
    async (names) => {
      await database.db.update(members).set({ acc903: 'chan903', phoneNoCountry: 852, phoneNo: '91234567' });
      await forget(names);
      await workOff();
      const [mail] = await mailsTo(database, 'chan@example.com');
      expect(mail).toMatchObject({ template: 'member-reset' });
      expect(await set(mail!.code)).toEqual({ purpose: 'reset', memberId });
    },
  );

  it('by phone writes to the one who proved the number, not to others who gave it', async () => {
    const number = { phoneNoCountry: 852, phoneNo: '91234567' };
    await database.db.update(members).set(number);
    await insertMember(database.db, 'owner@example.com', { ...number, phoneVerifiedAt: NOW });
    await forget({ phone_no: '91234567' });
    await workOff();
    expect(await mailsTo(database, 'chan@example.com')).toEqual([]);
    expect(await mailsTo(database, 'owner@example.com')).toHaveLength(1);
  });

  it('of an address without an account tells its mailbox that there is none', async () => {
    await forget({ email: 'nobody@example.com' });
    await workOff();
    expect((await mailsTo(database, 'nobody@example.com'))[0]).toMatchObject({ template: 'member-none', code: '' });
  });

  it('fills no mailbox: five mails an hour, and the answer stays the same', async () => {
    for (let i = 0; i < 10; i++) expect(await errorNameOf(forget({ email: 'chan@example.com' }))).toBeNull();
    await workOff();
    expect(await mailsTo(database, 'chan@example.com')).toHaveLength(5);
  });

  it('fills no mailbox under four names either: the account is counted, whatever it was called', async () => {
    await database.db.update(members).set({ phoneNoCountry: 852, phoneNo: '91234567', acc903: 'chan903' });
    const names = [
      { email: 'chan@example.com' },
      { acc881: 'chan881' },
      { acc903: 'chan903' },
      { phone_no: '91234567' },
    ];
    for (const name of names) for (let i = 0; i < 4; i++) expect(await errorNameOf(forget(name))).toBeNull();
    await workOff();
    expect(await mailsTo(database, 'chan@example.com')).toHaveLength(5);
    // An hour later it is mailed again.
    await forget({ email: 'chan@example.com' }, visitor(new Date(NOW.getTime() + 3_600_000)));
    await workOff(new Date(NOW.getTime() + 3_600_000));
    expect(await mailsTo(database, 'chan@example.com')).toHaveLength(6);
  });

  it('wants one name, and a bot check', async () => {
    expect(await errorNameOf(forget({}))).toBe('invalidParam');
    expect(await errorNameOf(forgetPassword(services, { email: 'chan@example.com' }, visitor()))).toBe('invalidParam');
  });
});

describe('a mailed link', () => {
  it('works once: of twenty presses at once one counts', async () => {
    const code = await resetCode();
    const results = await Promise.all(Array.from({ length: 20 }, () => errorNameOf(set(code))));
    expect(results.filter((name) => name === null)).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set([null, 'verifyCodeNotFound']));
  });

  it('can be opened by a mail scanner before its reader, any number of times', async () => {
    const code = await resetCode();
    for (let i = 0; i < 3; i++)
      expect(await peekMailedLink(database.db, code, NOW)).toMatchObject({ purpose: 'reset' });
    expect(await errorNameOf(set(code))).toBeNull();
    expect(await peekMailedLink(database.db, code, NOW)).toBeNull();
  });

  it('is over after an hour, and when a newer one was used', async () => {
    const first = await resetCode();
    expect(await errorNameOf(set(first, later(HOUR_MS)))).toBe('verifyCodeNotFound');
    const second = await resetCode();
    await set(second);
    expect(await errorNameOf(set(first))).toBe('verifyCodeNotFound');
  });

  it('is worth nothing once the account has another address', async () => {
    const code = await resetCode();
    await database.db.update(members).set({ email: 'new@example.com', emailKey: 'new@example.com' });
    expect(await errorNameOf(set(code))).toBe('verifyCodeNotFound');
  });

  it('does what it is for and nothing else, and is not used up by the attempt', async () => {
    const code = await resetCode();
    expect(await errorNameOf(takeMailedLink(services, code, visitor()))).toBe('verifyCodeNotFound');
    expect(await errorNameOf(set(code))).toBeNull();
  });

  it.each(['', 'x', 'x'.repeat(43), '../../etc/passwd', '\u0000'.repeat(43)])('%j opens nothing', async (code) => {
    expect(await peekMailedLink(database.db, code, NOW)).toBeNull();
    expect(await errorNameOf(takeMailedLink(services, code, visitor()))).toBe('verifyCodeNotFound');
    expect(['verifyCodeNotFound', 'invalidParam']).toContain(await errorNameOf(set(code)));
  });
});

describe('a new password', () => {
  it('set by mail ends every session, tells the member and lets the owner in whom strangers had locked out', async () => {
    await openSession(services, { memberId, rememberMe: true, ...visitor() });
    await database.db
      .insert(attempts)
      .values({ key: `login:account:m${memberId}`, count: 1_000, endsAt: later(HOUR_MS) });
    await set(await resetCode());
    expect(await database.db.select().from(memberSessions)).toEqual([]);
    expect((await database.db.select().from(securityEvents))[0]).toMatchObject({ kind: 'password-reset', memberId });
    expect((await mailsTo(database, 'chan@example.com'))[0]).toMatchObject({ template: 'member-security' });
    const keys = (await database.db.select().from(attempts)).map(({ key }) => key);
    expect(keys).not.toContain(`login:account:m${memberId}`);
  });

  it('set by mail tells of passkeys that still open the account: a stranger may have left one', async () => {
    const key = {
      memberId,
      publicKey: Buffer.alloc(32),
      counter: 0,
      transports: [],
      isBackedUp: false,
      name: '舊電話',
    };
    await database.db.insert(passkeys).values({ ...key, credentialId: 'left-by-a-stranger' });
    expect(await errorNameOf(set(await resetCode()))).toBeNull();
    expect((await mailsTo(database, 'chan@example.com'))[0]?.text).toContain('仍可登入帳戶：「舊電話」');
    await database.db.delete(passkeys);
    expect(await errorNameOf(set(await resetCode()))).toBeNull();
    expect((await mailsTo(database, 'chan@example.com'))[0]?.text).not.toContain('通行密鑰');
  });

  it.each([
    [{ password: 'abc1234' }, 'invalidPassword'],
    [{ password: 'abcd 1234' }, 'invalidPassword'],
    [{ confirmed_password: 'harbour-tram-6' }, 'passwordMismatch'],
    [{ password: 'Sunshine2026' }, 'invalidPassword'],
    [{ password: 'airwave-881' }, 'invalidPassword'],
    [{ password: 'chan@example.com1' }, 'invalidPassword'],
  ])('%j is refused as %s and does not use the link up', async (over, name) => {
    const verify_code = await resetCode();
    const given = { password: 'harbour-tram-5', confirmed_password: 'harbour-tram-5', verify_code, ...over };
    const same = 'confirmed_password' in over ? given : { ...given, confirmed_password: given.password };
    expect(await errorNameOf(setPassword(services, same, visitor()))).toBe(name);
    expect(await errorNameOf(set(verify_code))).toBeNull();
  });
});

describe('the address of an account', () => {
  const verify = async (type: number, email: string, of = memberId) =>
    sendVerifyEmail(services, await actor(of), { type, email }, visitor());

  it('is proved by a mailed link (type 2), once', async () => {
    await verify(2, 'chan@example.com');
    await workOff();
    const [mail] = await mailsTo(database, 'chan@example.com');
    expect((await member()).emailVerifiedAt).toBeNull();
    expect(await takeMailedLink(services, mail!.code, visitor())).toEqual({ purpose: 'verify', memberId });
    expect((await member()).emailVerifiedAt).toEqual(NOW);
    expect(await errorNameOf(takeMailedLink(services, mail!.code, visitor()))).toBe('verifyCodeNotFound');
    expect(await errorNameOf(verify(2, 'chan@example.com'))).toBe('duplicateVerifiedByUser');
  });

  it('is changed by a link to the new one (type 8), and the old one is told', async () => {
    const old = await resetCode();
    await verify(8, 'new@example.com');
    await workOff();
    const [mail] = await mailsTo(database, 'new@example.com');
    expect((await member()).email).toBe('chan@example.com');
    await takeMailedLink(services, mail!.code, visitor());
    expect(await member()).toMatchObject({ email: 'new@example.com', emailVerifiedAt: NOW });
    for (const address of ['chan@example.com', 'new@example.com'])
      expect((await mailsTo(database, address))[0]).toMatchObject({ template: 'member-security' });
    // A reset link would go to the new address, so the mail to the old one does not suggest it.
    expect((await mailsTo(database, 'chan@example.com'))[0]?.text).toContain('聯絡我們');
    expect((await mailsTo(database, 'chan@example.com'))[0]?.text).not.toContain('忘記密碼');
    expect((await mailsTo(database, 'new@example.com'))[0]?.text).toContain('忘記密碼');
    expect(await errorNameOf(set(old))).toBe('verifyCodeNotFound');
  });

  it('cannot be the present one (10012), and whose it is only its mailbox learns (10007, 10025)', async () => {
    expect(await errorNameOf(verify(8, 'Chan@Example.com'))).toBe('sameEmail');
    await insertMember(database.db, 'taken@example.com');
    expect(await errorNameOf(verify(8, 'taken@example.com'))).toBeNull();
    await workOff();
    const [told] = await mailsTo(database, 'taken@example.com');
    expect(told).toMatchObject({ template: 'member-exists', code: '' });
    // Its owner did not register: another member wants the address.
    expect(told?.text).toContain('有會員要求將登入電郵改為此地址');
    expect(told?.text).not.toContain('登記會員的要求');
    // Free when requested, taken when the link is used.
    await verify(8, 'le.e@gmail.com');
    await workOff();
    await insertMember(database.db, 'lee@gmail.com');
    const [mail] = await mailsTo(database, 'le.e@gmail.com');
    expect(await errorNameOf(takeMailedLink(services, mail!.code, visitor()))).toBe('duplicateGmail');
    expect((await member()).email).toBe('chan@example.com');
  });

  it('goes to one of two who want it at once', async () => {
    const other = await insertMember(database.db, 'lee@example.com');
    await verify(8, 'wanted@example.com');
    await verify(8, 'wanted@example.com', other);
    await workOff();
    const codes = (await mailsTo(database, 'wanted@example.com')).map(({ code }) => code);
    const results = await Promise.all(codes.map((code) => errorNameOf(takeMailedLink(services, code, visitor()))));
    expect(new Set(results)).toEqual(new Set(['duplicateUser', null]));
  });

  it('is written to five times an hour', async () => {
    for (let i = 0; i < 5; i++) await verify(2, 'chan@example.com');
    expect(await errorNameOf(verify(2, 'chan@example.com'))).toBe('tooManyRequests');
  });

  it('holds no code in the tables', async () => {
    await verify(2, 'chan@example.com');
    await workOff();
    const [mail] = await mailsTo(database, 'chan@example.com');
    expect(JSON.stringify(await database.db.select().from(mailedLinks))).not.toContain(mail!.code);
  });
});
