import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { attempts } from '#db/tables/attempts.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { members } from '#db/tables/members.ts';
import { passkeys } from '#db/tables/passkeys.ts';
import { createAuthenticator } from '#tests/factories/accounts/authenticator.ts';
import { mailsTo, workOffAccountJobs } from '#tests/factories/accounts/account-mail.ts';
import { createMemberServices, insertMember, privacyServicesOf } from '#tests/factories/accounts/member-services.ts';
import { emptyAccounts, errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { MemberActor } from '#shared/actor.ts';
import { VerificationPurpose } from '#shared/enums.ts';
import {
  cancelAddressChange,
  resendAddressChange,
  sendVerifyEmail,
  takeMailedLink,
  type MemberServices,
} from '#domain/members/members.ts';
import { setPassword } from '#domain/registration/set-password.ts';
import { findPendingAddress } from '#domain/members/email/email-address.ts';
import { endOneSession, endOtherSessions, forgetPassword, logIn, updatePassword } from './auth.ts';
import type { LoggedIn } from './log-in.ts';
import { peekMailedLink } from '#domain/mailed-links/mailed-links.ts';
import { reauthenticate } from './reauthentication.ts';
import { addPasskey, passkeyAddOptions } from '#domain/passkeys/passkeys.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { askDeletion } from '#domain/privacy/privacy.ts';
import { actorOf } from './sessions.ts';

// A stranger had the session, the password or the mailbox for a while. These tests check that nothing is left to them
// once the owner has acted.

const NOW = new Date('2026-11-21T08:00:00Z');
const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);
const OWNER = 'owner@member.example';
const STRANGER = 'stranger@evil.example';
const PASSWORD = 'harbour-tram-5';
const NEW_PASSWORD = 'kowloon-walled-garden-7';
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
  memberId = await insertMember(database.db, OWNER, { passwordHash });
});

const from = (now = NOW, known?: string) => ({ now, remoteIp: '203.0.113.7', userAgent: 'Mozilla/5.0', known });
const enter = (password = PASSWORD, now = NOW, known?: string): Promise<LoggedIn> =>
  logIn(services, { email: OWNER, password, rememberMe: true }, from(now, known));
const markOf = ({ trustedDeviceCookie }: { trustedDeviceCookie: string | undefined }) =>
  /=([^;]*)/.exec(trustedDeviceCookie ?? '')?.[1];
async function actorBy({ session }: Pick<LoggedIn, 'session'>, now = NOW): Promise<MemberActor> {
  const actor = await actorOf(services, session.token, now);
  if (actor.kind !== 'member') throw new Error('nobody is logged in by this');
  return actor;
}
const kindBy = async ({ session }: Pick<LoggedIn, 'session'>, now = NOW) =>
  (await actorOf(services, session.token, now)).kind;
const workOff = (now = NOW) => workOffAccountJobs(database, services, now);
const askFor = (actor: MemberActor, email: string, now = NOW) =>
  sendVerifyEmail(services, actor, { type: VerificationPurpose.CHANGE_USER_LOGIN_EMAIL, email }, from(now));
/** A change of address requested by a stranger with the session. Returns the code of its link. */
async function strangersLink(): Promise<string> {
  await askFor(await actorBy(await enter()), STRANGER);
  await workOff();
  return (await mailsTo(database, STRANGER))[0]!.code;
}
const recover = async (now = NOW) => {
  await forgetPassword(services, { email: OWNER, turnstileToken: 'token' }, from(now));
  await workOff(now);
  const [mail] = (await mailsTo(database, OWNER)).filter(({ template }) => template === 'member-reset');
  const given = { password: NEW_PASSWORD, confirmed_password: NEW_PASSWORD, verify_code: mail!.code };
  return setPassword(services, given, from(now));
};
const changePassword = async (by: LoggedIn, now = NOW, known?: string) =>
  updatePassword(
    services,
    await actorBy(by, now),
    { old_password: PASSWORD, new_password: NEW_PASSWORD, confirmed_password: NEW_PASSWORD },
    from(now, known),
  );
const addressOf = async () =>
  (await database.db.select({ email: members.email }).from(members).where(eq(members.id, memberId)))[0]?.email;

/** Actions of an owner who suspects a compromise. Each voids what strangers began. */
const REMEDIES: [string, () => Promise<unknown>][] = [
  ['sets a new password by mail', () => recover()],
  ['changes the password', async () => changePassword(await enter())],
  ['logs out all others', async () => endOtherSessions(services, await actorBy(await enter()), {}, from())],
  ['asks for deletion', async () => askDeletion(privacyServicesOf(services), await actorBy(await enter()), {}, from())],
  [
    'logs out one other',
    async () => {
      const other = await actorBy(await enter());
      return endOneSession(services, await actorBy(await enter()), { sessionId: other.sessionId }, from());
    },
  ],
];

describe.each(REMEDIES)('when the owner %s', (_, act) => {
  it('a change of address that was asked for before moves nothing, though its link was mailed', async () => {
    const code = await strangersLink();
    expect(await peekMailedLink(database.db, code, NOW)).not.toBeNull();
    await act();
    expect(await peekMailedLink(database.db, code, NOW)).toBeNull();
    expect(await errorNameOf(takeMailedLink(services, code, from()))).toBe('verifyCodeNotFound');
    expect(await addressOf()).toBe(OWNER);
    expect(await findPendingAddress(services, memberId, NOW)).toBeNull();
  });

  it('a change whose mail the worker had not written leads nowhere', async () => {
    await askFor(await actorBy(await enter()), STRANGER);
    await act();
    await workOff();
    for (const { code } of await mailsTo(database, STRANGER))
      expect(await errorNameOf(takeMailedLink(services, code, from()))).toBe('verifyCodeNotFound');
    expect(await addressOf()).toBe(OWNER);
  });

  it('a link that sets a password, mailed before, is dead', async () => {
    await forgetPassword(services, { email: OWNER, turnstileToken: 'token' }, from());
    await workOff();
    const [mail] = (await mailsTo(database, OWNER)).filter(({ template }) => template === 'member-reset');
    await act();
    const given = { password: 'peak-tram-to-nowhere', confirmed_password: 'peak-tram-to-nowhere' };
    expect(await errorNameOf(setPassword(services, { ...given, verify_code: mail!.code }, from()))).toBe(
      'verifyCodeNotFound',
    );
  });

  it('a browser that was known is a stranger’s: its log-in is told by mail', async () => {
    const mark = markOf(await enter());
    await act();
    const known = async () =>
      (await mailsTo(database, OWNER)).filter(({ text }) => text.includes('在一部新裝置登入')).length;
    const before = await known();
    await logIn(services, { email: OWNER, password: PASSWORD, rememberMe: false }, from(NOW, mark)).catch(() =>
      logIn(services, { email: OWNER, password: NEW_PASSWORD, rememberMe: false }, from(NOW, mark)),
    );
    expect(await known()).toBe(before + 1);
  });
});

describe('a change of address', () => {
  it('tells the old mailbox, which cancels it by its link: nothing moves, and every session ends', async () => {
    const stranger = await enter();
    await askFor(await actorBy(stranger), STRANGER);
    await workOff();
    const [told] = await mailsTo(database, OWNER);
    expect(told?.text).toContain('s…@evil.example');
    expect(told?.text).not.toContain(STRANGER);
    // A mail scanner opens the link first, which must have no effect.
    expect(await peekMailedLink(database.db, told!.code, NOW)).toMatchObject({ purpose: 'cancel', email: OWNER });
    expect(await kindBy(stranger)).toBe('member');
    expect(await takeMailedLink(services, told!.code, from())).toMatchObject({ purpose: 'cancel' });
    expect(await kindBy(stranger)).toBe('guest');
    const [{ code } = { code: '' }] = await mailsTo(database, STRANGER);
    expect(await errorNameOf(takeMailedLink(services, code, from()))).toBe('verifyCodeNotFound');
    expect(await errorNameOf(takeMailedLink(services, told!.code, from()))).toBe('verifyCodeNotFound');
    expect(await addressOf()).toBe(OWNER);
  });

  it('that waits is shown, sent again and taken back by its member', async () => {
    const me = await actorBy(await enter());
    expect(await errorNameOf(resendAddressChange(services, me, from()))).toBe('dataNotFound');
    expect(await errorNameOf(cancelAddressChange(services, me, from()))).toBe('dataNotFound');
    await askFor(me, 'new@member.example');
    expect(await findPendingAddress(services, memberId, NOW)).toEqual({
      email: 'new@member.example',
      askedAt: NOW,
      expiresAt: later(3 * 24 * 60),
    });
    await resendAddressChange(services, me, from());
    await workOff();
    const [second, first] = await mailsTo(database, 'new@member.example');
    await cancelAddressChange(services, me, from());
    expect(await findPendingAddress(services, memberId, NOW)).toBeNull();
    for (const { code } of [first!, second!])
      expect(await errorNameOf(takeMailedLink(services, code, from()))).toBe('verifyCodeNotFound');
  });

  it('is replaced by a newer one, and only the newer link moves the account', async () => {
    const me = await actorBy(await enter());
    await askFor(me, 'first@member.example');
    await workOff();
    await askFor(me, 'second@member.example');
    await workOff();
    const [first] = await mailsTo(database, 'first@member.example');
    const [second] = await mailsTo(database, 'second@member.example');
    expect(await errorNameOf(takeMailedLink(services, first!.code, from()))).toBe('verifyCodeNotFound');
    expect(await errorNameOf(takeMailedLink(services, second!.code, from()))).toBeNull();
    expect(await addressOf()).toBe('second@member.example');
    expect(await findPendingAddress(services, memberId, NOW)).toBeNull();
  });

  it('is not cancelled any more by the old mailbox once it is done', async () => {
    const code = await strangersLink();
    const [told] = await mailsTo(database, OWNER);
    await takeMailedLink(services, code, from());
    expect(await errorNameOf(takeMailedLink(services, told!.code, from()))).toBe('verifyCodeNotFound');
    expect(await addressOf()).toBe(STRANGER);
  });

  it('that a recovery overtakes at the same instant moves nothing after it', async () => {
    const code = await strangersLink();
    const [moved] = await Promise.allSettled([takeMailedLink(services, code, from()), recover()]);
    // Whichever commits first: either the recovery voids the stranger's change, or the owner's link is refused because
    // the address has already moved.
    const [row] = await database.db.select().from(members).where(eq(members.id, memberId));
    expect(row?.email === STRANGER).toBe(moved.status === 'fulfilled');
    expect(row?.credentialEpoch === 2).toBe(moved.status === 'rejected');
  });
});

describe('a new password', () => {
  it('gives the browser another token: a copy of the former opens nothing', async () => {
    const mine = await enter();
    const changed = await changePassword(mine, NOW, markOf(mine));
    expect(await kindBy(mine)).toBe('guest');
    expect(await kindBy(changed)).toBe('member');
    expect(changed.session.sessionId).toBe(mine.session.sessionId);
  });

  it('starts the fifteen minutes anew for that browser, and leaves none to what a stranger has', async () => {
    const mine = await enter();
    expect(await errorNameOf(reauthenticate(services, await actorBy(mine), { now: later(16) }))).toBe('proofNeeded');
    const changed = await changePassword(mine, later(16));
    expect(
      await errorNameOf(reauthenticate(services, await actorBy(changed, later(30)), { now: later(30) })),
    ).toBeNull();
    expect(await errorNameOf(reauthenticate(services, await actorBy(changed, later(32)), { now: later(32) }))).toBe(
      'proofNeeded',
    );
  });

  it('leaves the browser that set it known: its next log-in is no news', async () => {
    const mine = await enter();
    const changed = await changePassword(mine, NOW, markOf(mine));
    await database.db.delete(mails);
    await enter(NEW_PASSWORD, NOW, markOf(changed));
    expect(await mailsTo(database, OWNER)).toEqual([]);
    // A copied session without the mark does not become a trusted device by a password change.
    expect((await changePassword2(await enter(NEW_PASSWORD))).trustedDeviceCookie).toBeUndefined();
  });

  const changePassword2 = async (by: LoggedIn) =>
    updatePassword(
      services,
      await actorBy(by),
      { old_password: NEW_PASSWORD, new_password: PASSWORD, confirmed_password: PASSWORD },
      from(),
    );

  it('is told with the names of the passkeys that stay', async () => {
    const key = { memberId, publicKey: Buffer.alloc(32), counter: 0, transports: [], isBackedUp: false };
    await database.db.insert(passkeys).values([
      { ...key, credentialId: 'one', name: '我的電話' },
      { ...key, credentialId: 'two', name: 'stranger' },
    ]);
    await changePassword(await enter());
    expect((await mailsTo(database, OWNER))[0]?.text).toContain('「我的電話」、「stranger」');
  });

  it('lets no passkey in that a stranger began to add before', async () => {
    const stranger = await actorBy(await enter());
    const options = await passkeyAddOptions(services, stranger, { now: NOW });
    const authenticator = createAuthenticator({ origin: 'https://radio.example', rpId: 'radio.example' });
    await recover();
    const added = addPasskey(services, stranger, {
      name: 'x',
      credential: authenticator.create(options),
      caller: from(),
    });
    expect(await errorNameOf(added)).toBe('notAuthenticated');
    expect(await database.db.select().from(passkeys)).toEqual([]);
  });
});

describe('known browsers', () => {
  it('made in number by one person share a limit: of 300 guesses 30 are checked', async () => {
    const marks: (string | undefined)[] = [];
    for (let i = 0; i < 30; i++) marks.push(markOf(await enter()));
    await database.db.delete(memberSessions);
    const told: Record<string, number> = {};
    for (let i = 0; i < 300; i++) {
      const name = (await errorNameOf(enter('wrong-password-1', NOW, marks[i % 30]))) ?? 'in';
      told[name] = (told[name] ?? 0) + 1;
    }
    expect(told).toEqual({ passwordMismatch: 30, tooManyRequests: 270 });
  });

  it('count against the account: what they tried is not left to strangers', async () => {
    const mark = markOf(await enter());
    for (let i = 0; i < 10; i++) await errorNameOf(enter('wrong-password-1', NOW, mark));
    const [row] = await database.db
      .select()
      .from(attempts)
      .where(eq(attempts.key, `login:account:m${memberId}`));
    expect(row?.count).toBe(10);
  });

  it('of the owner come in while strangers have used up the account', async () => {
    const mark = markOf(await enter());
    for (let i = 0; i < 12; i++) await errorNameOf(enter('wrong-password-1'));
    expect(await errorNameOf(enter())).toBe('tooManyRequests');
    expect(await errorNameOf(enter(PASSWORD, NOW, mark))).toBeNull();
  });
});
