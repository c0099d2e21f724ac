import type { Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { demandGoodPassword } from '#domain/passwords/weak-passwords.ts';
import { findOwnWords, resetPassword, type Visitor } from '#domain/auth/auth.ts';
import { peekMailedLink, spendMailedLink } from '#domain/mailed-links/mailed-links.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { readForm } from '#domain/forms/forms.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MEMBER_RATE_LIMITS } from '#shared/limits.ts';
import { markEmailVerified, type MemberServices } from '#domain/members/members.ts';
import { REGISTRATION_FORMS } from './registration.rules.ts';
import { makeMember } from './registration.ts';

/**
 * Sets a password by the code of a mailed link: of a registration, which creates the member, or of a
 * password reset, which ends every session. 10005 if the code is unknown, used, replaced or expired; 10026 if the
 * password is easy to guess, which does not use up the link; 10007 and 10025 if the registered mailbox already has an
 * account.
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
  // Hashing is expensive, so an invalid code is refused first.
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
    // Another member verified the number concurrently. The retry sees that and stores the number unverified.
    return db.transaction(use);
  }
}
