import { randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { addressKey } from '#shared/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { findAccount, findOwnWords, isUniqueViolation, markEmailVerified, setPasswordHash } from './accounts.store.ts';
import { attemptName, demandAttempt, forgetAttempts, takeAttempt } from '#domain/auth/attempts.ts';
import { proveHuman } from './checks.ts';
import { accountTryKeys } from '#domain/auth/log-in.ts';
import { peekMailedLink, spendMailedLink, type FoundLink } from '#domain/auth/mailed-links.ts';
import { MemberFormError, readMemberForm } from './member-form.ts';
import { LIMITS } from './member-limits.ts';
import type { MemberServices, Visitor } from './member-services.ts';
import { emailKeyOf } from './members.rules.ts';
import { namesOfPasskeys } from '#domain/passkeys/passkeys.store.ts';
import { hashPassword } from '#domain/auth/passwords.ts';
import { makeMember } from './registration.ts';
import { recordSecurityEvent } from '#domain/auth/security-events.ts';
import { endSessions } from '#domain/auth/sessions.ts';
import { demandGoodPassword } from '#domain/auth/weak-passwords.ts';

export { checkMailDomain } from './checks.ts';
export {
  cancelAddressChange,
  findPendingAddress,
  resendAddressChange,
  sendVerifyEmail,
  takeMailedLink,
  VERIFY_JOB,
  type PendingAddress,
} from './email-address.ts';
export { countedLogIn, logIn, openFirstLogIn, openLogIn, type LoggedIn, type LoggingIn } from '#domain/auth/log-in.ts';
export { findOwnWords } from './accounts.store.ts';
export { endOfWelcome, peekMailedLink, type FoundLink } from '#domain/auth/mailed-links.ts';
export { MemberFormError, readMemberForm } from './member-form.ts';
export type { LogInOutcome, MemberServices, Visitor } from './member-services.ts';
export { changeRegistrationEmail, openRegistration, register, resendWait, resendWelcomeEmail } from './registration.ts';

type Given = Readonly<Record<string, unknown>>;

/** The job that looks up whose a name is, and writes: the one who asked must not learn it by the time it takes. */
export const FORGOTTEN_JOB = 'member-forgotten';

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
  await endSessions(services, account.id);
  await forgetAttempts(tx, accountTryKeys(account.id, visitor.remoteIp));
  const detail = await namesOfPasskeys(tx, account.id);
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
    if (!isUniqueViolation(error)) throw error;
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
