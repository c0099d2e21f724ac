import type { Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { demandGoodPassword } from '#domain/passwords/weak-passwords.ts';
import { findOwnWords, resetPassword, type Visitor } from '#domain/auth/auth.ts';
import { peekMailedLink, spendMailedLink } from '#domain/mailed-links/mailed-links.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { readForm } from '#domain/forms/forms.ts';
import { addressKey } from '#shared/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MEMBER_RATE_LIMITS } from '#shared/limits.ts';
import { markEmailVerified, type MemberServices } from '#domain/members/members.ts';
import { REGISTRATION_FORMS } from './registration.rules.ts';
import { makeMember } from './registration.ts';

/**
 * Sets a password by the code of a mailed link: of a registration, which makes the member, or of a
 * forgotten password, which ends every session. 10005 where the code is unknown, used, replaced or over; 10026 where the
 * password is soon guessed, which leaves the link as it is; 10007 and 10025 to who registered a mailbox that has an account.
 */
export async function setPassword(
  services: MemberServices,
  given: Readonly<Record<string, unknown>>,
  visitor: Visitor,
): Promise<{ purpose: 'welcome' | 'reset'; memberId: number }> {
  const { now, remoteIp } = visitor;
  const { db } = services;
  const { password, verify_code: code } = readForm(REGISTRATION_FORMS.resetPassword, given, now);
  await demandAttempt(db, `link:${addressKey(remoteIp)}`, { ...MEMBER_RATE_LIMITS.linksOfAddress, now });
  // A hash is costly: not for a code that is none.
  const opened = await peekMailedLink(db, code, now);
  if (!opened) throw new DomainError('verifyCodeNotFound');
  demandGoodPassword('password', password, await findOwnWords(db, opened));
  const passwordHash = await hashPassword(password);
  const use = async (tx: Tx) => {
    const link = await spendMailedLink(tx, code, ['welcome', 'reset'], now);
    if (link.registrationId !== null) {
      const newcomer = await makeMember(tx, link.registrationId, passwordHash, now);
      await services.noteAddressProved(tx, newcomer);
      return { purpose: 'welcome' as const, memberId: newcomer };
    }
    const memberId = await resetPassword({ ...services, db: tx }, link, passwordHash, visitor);
    await markEmailVerified(tx, memberId, now);
    await services.noteAddressProved(tx, memberId);
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
