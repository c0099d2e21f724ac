import { randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import type { MemberActor } from '#shared/actor.ts';
import { addressKey } from '#shared/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { VerificationPurpose } from '#shared/enums.ts';
import {
  changeEmail,
  findAccount,
  findAccountByEmail,
  findOwnWords,
  markEmailVerified,
  setPasswordHash,
} from './accounts.store.ts';
import { attemptName, demandAttempt, forgetAttempts, takeAttempt } from './attempts.ts';
import { checkDomainOf, proveHuman } from './checks.ts';
import { accountTryKeys } from './log-in.ts';
import { peekMailedLink, spendLinks, spendMailedLink, type FoundLink } from './mailed-links.ts';
import { MemberFormError, readMemberForm } from './member-form.ts';
import { LIMITS } from './member-limits.ts';
import type { MemberServices, Visitor } from './member-services.ts';
import { emailKeyOf } from './members.rules.ts';
import { proveOwner } from './owner-proof.ts';
import { countPasskeys } from './passkeys.store.ts';
import { hashPassword } from './passwords.ts';
import { endRegistrationsOf } from './registration.store.ts';
import { makeMember, takenAs } from './registration.ts';
import { recordSecurityEvent } from './security-events.ts';
import { endSessions, memberChanged } from './sessions.ts';
import { demandGoodPassword } from './weak-passwords.ts';

export { checkMailDomain } from './checks.ts';
export { countedLogIn, logIn, openLogIn, type LoggedIn, type LoggingIn } from './log-in.ts';
export { peekMailedLink, type FoundLink } from './mailed-links.ts';
export { MemberFormError, readMemberForm } from './member-form.ts';
export type { LogInOutcome, MemberServices, Visitor } from './member-services.ts';
export { openRegistration, register, resendWelcomeEmail } from './registration.ts';

type Given = Readonly<Record<string, unknown>>;

/** Jobs that look up whose an address or number is, and write: the one who asked must not learn it by the time it takes. */
export const FORGOTTEN_JOB = 'member-forgotten';
export const VERIFY_JOB = 'member-verify';

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === UNIQUE_VIOLATION) || (error.cause !== error && isTaken(error.cause)));

async function setNewPassword(
  services: MemberServices,
  link: FoundLink,
  passwordHash: string,
  visitor: Visitor,
): Promise<number> {
  const { now } = visitor;
  const tx = services.db;
  const account = link.memberId === null ? null : await findAccount(tx, link.memberId);
  // The account has another address by now: whoever reads the old mailbox does not open it.
  if (!account?.email || account.emailKey !== emailKeyOf(link.email)) throw new DomainError('verifyCodeNotFound');
  await setPasswordHash(tx, account.id, passwordHash, now);
  await markEmailVerified(tx, account.id, now);
  await spendLinks(tx, account.id, now, 'reset');
  await endSessions(services, account.id);
  await forgetAttempts(tx, accountTryKeys(account.id, visitor.remoteIp));
  const keys = await countPasskeys(tx, account.id);
  const detail: Record<string, string> = keys > 0 ? { passkeys: String(keys) } : {};
  await recordSecurityEvent(tx, { memberId: account.id, kind: 'password-reset', detail, ...visitor });
  return account.id;
}

/**
 * Sets a password by the code of a mailed link: of a registration, which makes the member, or of a
 * forgotten password, which ends every session. 10005 where the code is unknown, used, replaced or over; 10026 where the
 * password is soon guessed, which leaves the link as it is; 10007 and 10025 to who registered a mailbox that has an account.
 */
export async function setPassword(
  services: MemberServices,
  given: Given,
  visitor: Visitor,
): Promise<{ purpose: 'welcome' | 'reset'; memberId: number }> {
  const { now, remoteIp } = visitor;
  const { db } = services;
  const { password, verify_code: code } = readMemberForm('resetPassword', given, now);
  await demandAttempt(db, `link:${addressKey(remoteIp)}`, { ...LIMITS.linksOfAddress, now });
  // A hash is costly: not for a code that is none.
  const opened = await peekMailedLink(db, code, now);
  if (!opened) throw new DomainError('verifyCodeNotFound');
  demandGoodPassword('password', password, await findOwnWords(db, opened));
  const passwordHash = await hashPassword(password);
  const use = async (tx: Db) => {
    const link = await spendMailedLink(tx, code, ['welcome', 'reset'], now);
    if (link.registrationId !== null)
      return { purpose: 'welcome' as const, memberId: await makeMember(tx, link.registrationId, passwordHash, now) };
    const memberId = await setNewPassword({ ...services, db: tx }, link, passwordHash, visitor);
    return { purpose: 'reset' as const, memberId };
  };
  try {
    return await db.transaction(use);
  } catch (error) {
    if (!isTaken(error)) throw error;
    // Somebody else proved the number at the same moment: the second look sees it, and takes it as one that was given.
    return db.transaction(use);
  }
}

/**
 * Takes word of a forgotten password under any of four names, and has whoever owns them written to. Always the
 * same answer after the same steps. 429 only by where it comes from; an account that was written to often enough is not
 * written to again for a while, which its mailbox can do without: the links in it are good.
 */
export async function forgetPassword(
  services: MemberServices,
  given: Given,
  { now, remoteIp }: Visitor,
): Promise<void> {
  const { db, secretKey } = services;
  const { turnstileToken, ...names } = readMemberForm('forgetPassword', given, now);
  const wanted = Object.entries(names).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  if (wanted.length === 0) throw new MemberFormError([{ field: 'email', code: 'required' }]);
  await demandAttempt(db, `forgotten:address:${addressKey(remoteIp)}`, { ...LIMITS.forgottenOfAddress, now });
  await proveHuman(services, turnstileToken, remoteIp, 'forget');
  const mine: Record<string, string> = {};
  for (const [name, value] of wanted) {
    const key = `forgotten:${name}:${attemptName(secretKey, name === 'email' ? emailKeyOf(value) : value)}`;
    const { isAllowed } = await takeAttempt(db, key, { ...LIMITS.forgottenOfAccount, now });
    if (isAllowed) mine[name] = value;
  }
  if (Object.keys(mine).length > 0) await queueJob(db, FORGOTTEN_JOB, { ...mine, key: randomUUID() });
}

/**
 * Mails a link that proves the member's address (type 2) or changes it (type 8). 10023 where it is proved already, 10012
 * where the new one is the old; whether it is somebody else's only its mailbox is told. A change asks for who is asking:
 * `password` of the body, as `proveOwner` says (10011).
 */
export async function sendVerifyEmail(
  services: MemberServices,
  actor: MemberActor,
  given: Given,
  { now }: Visitor,
): Promise<void> {
  const { db } = services;
  const { memberId } = actor;
  const { type, email } = readMemberForm('sendVerifyEmail', given, now);
  const account = await findAccount(db, memberId);
  if (!account) throw new DomainError('notAuthenticated');
  const isSame = account.emailKey === emailKeyOf(email);
  if (type === VerificationPurpose.VERIFY_EMAIL) {
    if (!isSame) throw new MemberFormError([{ field: 'email', code: 'choice' }]);
    if (account.emailVerifiedAt) throw new DomainError('duplicateVerifiedByUser');
  } else {
    if (account.email?.toLowerCase() === email.toLowerCase()) throw new DomainError('sameEmail');
    await proveOwner(services, actor, { password: given['password'], now });
    await checkDomainOf(services, email);
  }
  await demandAttempt(db, `verify-mail:${memberId}`, { ...LIMITS.verifyMails, now });
  const purpose = type === VerificationPurpose.VERIFY_EMAIL ? 'verify' : 'change';
  await queueJob(db, VERIFY_JOB, { memberId, purpose, email, key: randomUUID() });
}

async function moveTo(
  services: MemberServices,
  memberId: number,
  former: string,
  email: string,
  visitor: Visitor,
): Promise<void> {
  const { now } = visitor;
  const tx = services.db;
  const emailKey = emailKeyOf(email);
  if (!(await changeEmail(tx, memberId, email, emailKey, now))) {
    const owner = await findAccountByEmail(tx, emailKey);
    throw new DomainError(takenAs(owner?.email, email));
  }
  await endRegistrationsOf(tx, emailKey, now);
  // Links that went to the address of before.
  await spendLinks(tx, memberId, now);
  await recordSecurityEvent(tx, { memberId, kind: 'email-changed', alsoTo: [former], ...visitor });
}

/**
 * Uses a link that proves an address or changes it. 10005 where it cannot be used; 10007 and 10025 where the new address
 * has an account.
 */
export async function takeMailedLink(
  services: MemberServices,
  code: string,
  visitor: Visitor,
): Promise<{ purpose: 'verify' | 'change'; memberId: number }> {
  const { now } = visitor;
  const use = async (tx: Db) => {
    const { purpose, memberId, email } = await spendMailedLink(tx, code, ['verify', 'change'], now);
    const account = memberId === null ? null : await findAccount(tx, memberId);
    if (!account?.email) throw new DomainError('verifyCodeNotFound');
    if (purpose === 'change') await moveTo({ ...services, db: tx }, account.id, account.email, email, visitor);
    else {
      if (account.emailKey !== emailKeyOf(email)) throw new DomainError('verifyCodeNotFound');
      await markEmailVerified(tx, account.id, now);
      await spendLinks(tx, account.id, now, 'verify');
    }
    await memberChanged(tx, account.id);
    return { purpose: purpose === 'change' ? ('change' as const) : ('verify' as const), memberId: account.id };
  };
  try {
    return await services.db.transaction(use);
  } catch (error) {
    // Somebody took the mailbox between the look and the change.
    if (isTaken(error)) throw new DomainError('duplicateUser');
    throw error;
  }
}
