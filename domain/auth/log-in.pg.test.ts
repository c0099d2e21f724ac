import { createHash, pbkdf2Sync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { securityEvents } from '#db/tables/security-events.ts';
import { members } from '#db/tables/members.ts';
import { mailsTo } from '#tests/factories/accounts/account-mail.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyAccounts, errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { SESSION_COOKIES, secretOf } from '#shared/http/session-cookie.ts';
import { logIn } from './auth.ts';
import type { LoggedIn } from './log-in.ts';
import type { MemberServices } from '#domain/members/members.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const MINUTE_MS = 60_000;
const PASSWORD = 'abcd1234';
let database: TestDatabase;
let services: MemberServices;
let memberId: number;
let passwordHash: string;

beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyAccounts(database);
  services = createMemberServices(database.db);
  memberId = await insertMember(database.db, 'chan@example.com', { passwordHash, acc903: 'chan903' });
});

interface From {
  remoteIp?: string;
  known?: string | undefined;
  now?: Date;
}
const from = ({ remoteIp = '203.0.113.7', known, now = NOW }: From = {}) => ({
  now,
  remoteIp,
  userAgent: 'Test',
  known,
});
const tryIt = (given: object, where: From = {}) =>
  logIn(services, { email: 'chan@example.com', password: PASSWORD, rememberMe: false, ...given }, from(where));
const outcomeOf = async (work: Promise<unknown>) => (await errorNameOf(work)) ?? 'in';
const knownOf = ({ trustedDeviceCookie }: LoggedIn) =>
  secretOf(trustedDeviceCookie.split(';')[0], SESSION_COOKIES.known);
const wrong = (where: From = {}, email = 'chan@example.com') =>
  outcomeOf(tryIt({ email, password: 'wrong-password' }, where));

describe('log-in', () => {
  it('is counted for the operator by what became of it', async () => {
    const counted: string[] = [];
    services = createMemberServices(database.db, { countLogIn: (how, outcome) => counted.push(`${how} ${outcome}`) });
    await wrong();
    await wrong({}, 'nobody@example.com');
    await outcomeOf(tryIt({ password: '' }));
    await tryIt({});
    for (let tries = 0; tries < 12; tries++) await wrong({ now: new Date(NOW.getTime() + 1_000) });
    expect(counted.slice(0, 3)).toEqual(['password wrong', 'password wrong', 'password in']);
    expect(counted.at(-1)).toBe('password limited');
  });

  it.each(['chan@example.com', 'CHAN@Example.com', 'chan903'])('lets %s in with the right password', async (email) => {
    const { user, session } = await tryIt({ email });
    expect(user).toEqual({ memberId, displayName: '大文' });
    expect(session.token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await database.db.select().from(memberSessions))).not.toContain(session.token);
  });

  it('says the same of a name nobody has and of a wrong password, after the same work (10006)', async () => {
    expect(await wrong()).toBe('passwordMismatch');
    expect(await wrong({}, 'nobody@example.com')).toBe('passwordMismatch');
    expect(await wrong({}, 'nobody')).toBe('passwordMismatch');
    await database.db.update(members).set({ passwordHash: null });
    expect(await outcomeOf(tryIt({}))).toBe('passwordMismatch');
  });

  it('tells that an account is inactive only to who has its password (10003)', async () => {
    await database.db.update(members).set({ state: 'inactive' });
    expect(await wrong()).toBe('passwordMismatch');
    expect(await outcomeOf(tryIt({}))).toBe('userInactive');
    expect(await database.db.select().from(memberSessions)).toEqual([]);
  });

  it.each([
    [
      'pbkdf2-sha256',
      () => {
        const salt = Buffer.from('salt of pbkdf2..');
        const hash = pbkdf2Sync(PASSWORD, salt, 1_000, 32, 'sha256');
        return `$pbkdf2-sha256$1000$${salt.toString('base64')}$${hash.toString('base64')}`;
      },
    ],
    ['sha1', () => `$sha1$pepper$${createHash('sha1').update(`pepper${PASSWORD}`).digest('hex')}`],
  ] as const)('puts a new hash in the place of an older one: %s', async (_kind, make) => {
    await database.db.update(members).set({ passwordHash: make() });
    expect(await wrong()).toBe('passwordMismatch');
    expect((await database.db.select().from(members))[0]?.passwordHash).toBe(make());
    await tryIt({});
    expect((await database.db.select().from(members))[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await outcomeOf(tryIt({}))).toBe('in');
  });

  it('takes back no deletion by itself, and lets who asked for it in', async () => {
    await database.db.update(members).set({ state: 'deleting', eraseAt: new Date(NOW.getTime() + MINUTE_MS) });
    await tryIt({});
    expect(await database.db.select({ state: members.state }).from(members)).toEqual([{ state: 'deleting' }]);
  });

  it('from a browser that was never used tells the member; from a known one it does not', async () => {
    const known = knownOf(await tryIt({}));
    expect(await mailsTo(database, 'chan@example.com')).toHaveLength(1);
    await tryIt({}, { known });
    expect(await mailsTo(database, 'chan@example.com')).toHaveLength(1);
    // A trusted-device mark of another member, or a forged one, does not count.
    const other = await insertMember(database.db, 'lee@example.com', { passwordHash });
    await tryIt({ email: 'lee@example.com' }, { known });
    await tryIt({}, { known: known?.replace(String(memberId), String(other)) });
    const kinds = await database.db.select().from(securityEvents);
    expect(kinds.map((event) => [event.memberId, event.kind])).toEqual([
      [memberId, 'login-new-device'],
      [other, 'login-new-device'],
      [memberId, 'login-new-device'],
    ]);
  });
});

it.each(['a browser that is known', 'a new one'])(
  'by a password that is just being changed opens nothing that the change would not end: %s',
  async (which) => {
    const known = which === 'a new one' ? undefined : knownOf(await tryIt({}));
    await database.db.delete(memberSessions);
    const changing = await database.pool.connect();
    try {
      await changing.query('begin');
      const raised = 'update members set password_hash = $1, credential_epoch = credential_epoch + 1 where id = $2';
      await changing.query(raised, [await hashPassword('tram-to-north-point-2'), memberId]);
      await changing.query('delete from member_sessions where member_id = $1', [memberId]);
      let isSettled = false;
      const trying = outcomeOf(tryIt({}, { known })).finally(() => (isSettled = true));
      const waits = async () => {
        const { rows } = await database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      };
      while (!isSettled && !(await waits())) await new Promise((done) => setTimeout(done, 20));
      await changing.query('commit');
      expect(await trying).toBe('passwordMismatch');
    } finally {
      changing.release();
    }
    expect(await database.db.select().from(memberSessions)).toEqual([]);
    expect(await outcomeOf(tryIt({ password: 'tram-to-north-point-2' }, { known }))).toBe('in');
  },
);

describe('guessing', () => {
  it('is told of the lock before it falls, and alike of a name that nobody has', async () => {
    for (const email of ['chan@example.com', 'nobody@example.com']) {
      const told: unknown[] = [];
      for (let tries = 0; tries < 11; tries++)
        await tryIt({ email, password: 'wrong-password' }).catch(({ detail }: { detail: unknown }) =>
          told.push(detail),
        );
      const warned = (tries_left: number) => ({ tries_left, retry_after_seconds: 900 });
      expect(told).toEqual([...Array(7), warned(2), warned(1), warned(0), { retry_after_seconds: 900 }]);
    }
  });

  it('from one address stops after ten tries at an account, with the right password too, and says how long to wait', async () => {
    for (let i = 0; i < 10; i++) expect(await wrong()).toBe('passwordMismatch');
    const refusal = await tryIt({}).catch((error: { errorName: string; detail: unknown }) => error);
    expect(refusal).toMatchObject({ errorName: 'tooManyRequests', detail: { retry_after_seconds: 900 } });
    expect(await outcomeOf(tryIt({}, { now: new Date(NOW.getTime() + 15 * MINUTE_MS) }))).toBe('in');
  });

  it('at an account nobody has is stopped in the same way', async () => {
    const results: string[] = [];
    for (let i = 0; i < 12; i++) results.push(await wrong({}, 'nobody@example.com'));
    expect(results).toEqual([...Array<string>(10).fill('passwordMismatch'), 'tooManyRequests', 'tooManyRequests']);
  });

  it('from many addresses stops after a hundred, but not the owner in a browser that was logged in before', async () => {
    const known = knownOf(await tryIt({}, { remoteIp: '198.51.100.1' }));
    const results = await Promise.all(Array.from({ length: 110 }, (_, i) => wrong({ remoteIp: `10.0.${i}.1` })));
    expect(results.filter((name) => name === 'tooManyRequests')).toHaveLength(10);
    expect(await outcomeOf(tryIt({}, { remoteIp: '198.51.100.2' }))).toBe('tooManyRequests');
    expect(await outcomeOf(tryIt({}, { remoteIp: '198.51.100.1', known }))).toBe('in');
  });

  it('with a mark of a browser stops after ten too, and a mark that was made up counts as none', async () => {
    const known = knownOf(await tryIt({}));
    for (let i = 0; i < 10; i++) expect(await wrong({ known, remoteIp: `10.1.${i}.1` })).toBe('passwordMismatch');
    expect(await outcomeOf(tryIt({}, { known }))).toBe('tooManyRequests');
    await database.db.delete(attempts);
    const forged = `${memberId}.${'A'.repeat(22)}.${'A'.repeat(22)}`;
    for (let i = 0; i < 10; i++) await wrong({ known: forged });
    const keys = (await database.db.select().from(attempts)).map(({ key }) => key.split(':')[1]);
    expect(keys).not.toContain('known');
    expect(await outcomeOf(tryIt({}, { known: forged }))).toBe('tooManyRequests');
  });

  it('at many accounts from one address stops after three hundred', async () => {
    await database.db
      .insert(attempts)
      .values({ key: 'login:address:203.0.113.7', count: 299, endsAt: new Date(NOW.getTime() + MINUTE_MS) });
    expect(await wrong({}, 'a@example.com')).toBe('passwordMismatch');
    expect(await wrong({}, 'b@example.com')).toBe('tooManyRequests');
    expect(await wrong({ remoteIp: '203.0.113.8' }, 'b@example.com')).toBe('passwordMismatch');
  });

  it('counts an IPv6 network as one address', async () => {
    for (let i = 0; i < 10; i++) await wrong({ remoteIp: `2001:db8:1:2::${i}` });
    expect(await wrong({ remoteIp: '2001:db8:1:2:ffff::1' })).toBe('tooManyRequests');
    expect(await wrong({ remoteIp: '2001:db8:1:3::1' })).toBe('passwordMismatch');
  });

  it('counts nothing of a member who comes and goes with the right password', async () => {
    for (let i = 0; i < 15; i++) expect(await outcomeOf(tryIt({}))).toBe('in');
    const counts = await database.db
      .select()
      .from(attempts)
      .where(eq(attempts.key, `login:account:m${memberId}`));
    expect(counts[0]?.count).toBe(0);
  });

  it('names nobody in the table of counts', async () => {
    await wrong({}, 'nobody@example.com');
    expect(JSON.stringify(await database.db.select().from(attempts))).not.toContain('nobody');
  });
});
