import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { ADDRESS_CHANGE_MS, issueLink, spendLinks, spendMailedLink } from '#domain/mailed-links/mailed-links.ts';
import {
  endSessions,
  findAccount,
  findAccountByEmail,
  lockOwner,
  memberChanged,
  reauthenticate,
  type Visitor,
} from '#domain/auth/auth.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import { emailKeyOf, maskedEmail } from '#domain/forms/email.rules.ts';
import { FormError, readForm } from '#domain/forms/forms.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { VerificationPurpose } from '#shared/enums.ts';
import { MEMBER_RATE_LIMITS } from '#shared/limits.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { changeEmail, markEmailVerified } from '#domain/members/accounts.store.ts';
import {
  findAddressChange,
  removeAddressChange,
  saveAddressChange,
  type PendingAddress,
} from './address-changes.store.ts';
import { checkDomainOf } from './mail-domains.ts';
import type { MemberServices } from '#domain/members/member-services.ts';
import { MEMBER_FORMS } from '#domain/members/members.rules.ts';

export type { PendingAddress } from './address-changes.store.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * The job that mails an address. It runs in the background so that response time does not reveal whether the address
 * has an account.
 */
export const VERIFY_JOB = 'member-verify';

/**
 * Records the pending new address and notifies the current one with a link that cancels the change: the user of the
 * session may be an intruder, the reader of the mailbox is not.
 */
async function askAddressChange(
  services: MemberServices,
  actor: MemberActor,
  email: string,
  visitor: Visitor,
): Promise<void> {
  const { memberId } = actor;
  const { now } = visitor;
  await services.db.transaction(async (tx) => {
    const { epoch, email: present } = await lockOwner(tx, actor);
    await saveAddressChange(tx, {
      memberId,
      email,
      epoch,
      askedAt: now,
      expiresAt: new Date(now.getTime() + ADDRESS_CHANGE_MS),
    });
    const code = await issueLink(tx, { purpose: 'cancel', memberId, email: present, now });
    const link = services.siteUrl + memberPaths.verifyEmail(code);
    const detail = { email: maskedEmail(email) };
    await recordSecurityEvent(tx, { memberId, kind: 'email-change-asked', detail, link, ...visitor });
    await queueJob(tx, VERIFY_JOB, { memberId, purpose: 'change', email, key: randomUUID() });
  });
}

/**
 * Mails a link that verifies the member's address (type 2) or changes it (type 8). 10023 if it is already verified,
 * 10012 if the new address equals the old one. Whether another account has the address is revealed only to its mailbox.
 * A change requires `password` of the body, as defined by `reauthenticate` (10011).
 */
export async function sendVerifyEmail(
  services: MemberServices,
  actor: MemberActor,
  given: Given,
  visitor: Visitor,
): Promise<void> {
  const { db } = services;
  const { memberId } = actor;
  const { now } = visitor;
  const { type, email } = readForm(MEMBER_FORMS.sendVerifyEmail, given, now);
  const account = await findAccount(db, memberId);
  if (!account) throw new DomainError('notAuthenticated');
  const isSame = account.emailKey === emailKeyOf(email);
  const isChange = type === VerificationPurpose.CHANGE_USER_LOGIN_EMAIL;
  if (isChange) {
    if (account.email?.toLowerCase() === email.toLowerCase()) throw new DomainError('sameEmail');
    await reauthenticate(services, actor, { password: given['password'], now });
    await checkDomainOf(services, email);
  } else {
    if (!isSame) throw new FormError([{ field: 'email', code: 'choice' }]);
    if (account.emailVerifiedAt) throw new DomainError('duplicateVerifiedByUser');
  }
  await demandAttempt(db, `verify-mail:${memberId}`, { ...MEMBER_RATE_LIMITS.verifyMails, now });
  if (isChange) await askAddressChange(services, actor, email, visitor);
  else
    await db.transaction((tx) => queueJob(tx, VERIFY_JOB, { memberId, purpose: 'verify', email, key: randomUUID() }));
}

/** For staff: mails the link that verifies the present address again. 10023 if it is already verified. */
export async function mailVerificationAgain(tx: Tx, memberId: number, now: Date): Promise<void> {
  const account = await findAccount(tx, memberId);
  if (!account?.email) throw new DomainError('dataNotFound', `member ${memberId} does not exist`);
  if (account.emailVerifiedAt) throw new DomainError('duplicateVerifiedByUser');
  await demandAttempt(tx, `verify-mail:${memberId}`, { ...MEMBER_RATE_LIMITS.verifyMails, now });
  await queueJob(tx, VERIFY_JOB, { memberId, purpose: 'verify', email: account.email, key: randomUUID() });
}

/** The new address that awaits confirmation. Null if there is none. */
export const findPendingAddress = (
  { db }: Pick<MemberServices, 'db'>,
  memberId: number,
  now: Date,
): Promise<PendingAddress | null> => findAddressChange(db, memberId, now);

/** Mails the link of a pending change again, without extending its expiry. Code 6 if nothing is pending. */
export async function resendAddressChange(
  { db }: Pick<MemberServices, 'db'>,
  { memberId }: MemberActor,
  { now }: Visitor,
): Promise<void> {
  const pending = await findAddressChange(db, memberId, now);
  if (!pending) throw new DomainError('dataNotFound');
  await demandAttempt(db, `verify-mail:${memberId}`, { ...MEMBER_RATE_LIMITS.verifyMails, now });
  await db.transaction((tx) =>
    queueJob(tx, VERIFY_JOB, { memberId, purpose: 'change', email: pending.email, key: randomUUID() }),
  );
}

async function dropAddressChange(tx: Tx, memberId: number, visitor: Visitor, detail: Record<string, string>) {
  await removeAddressChange(tx, memberId);
  await recordSecurityEvent(tx, { memberId, kind: 'email-change-cancelled', detail, ...visitor });
}

/** Cancels a pending change and voids its link. Code 6 if nothing is pending. */
export async function cancelAddressChange(
  { db }: Pick<MemberServices, 'db'>,
  actor: MemberActor,
  visitor: Visitor,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwner(tx, actor);
    if (!(await findAddressChange(tx, actor.memberId, visitor.now))) throw new DomainError('dataNotFound');
    await dropAddressChange(tx, actor.memberId, visitor, {});
  });
}

/** Why a mailbox cannot have another account: the same address, or the same by Gmail's rule. */
export const takenAs = (taken: string | null | undefined, wanted: string): 'duplicateUser' | 'duplicateGmail' =>
  taken?.toLowerCase() === wanted.toLowerCase() ? 'duplicateUser' : 'duplicateGmail';

async function moveTo(
  tx: Tx,
  { endRegistrations }: MemberServices,
  memberId: number,
  former: string,
  email: string,
  visitor: Visitor,
): Promise<void> {
  const { now } = visitor;
  const emailKey = emailKeyOf(email);
  if (!(await changeEmail(tx, memberId, email, emailKey, now))) {
    const owner = await findAccountByEmail(tx, emailKey);
    throw new DomainError(takenAs(owner?.email, email));
  }
  await endRegistrations(tx, emailKey, now);
  await removeAddressChange(tx, memberId);
  // Links mailed to the former address.
  await spendLinks(tx, memberId, now);
  await recordSecurityEvent(tx, { memberId, kind: 'email-changed', alsoTo: [former], ...visitor });
}

/**
 * Uses a link that verifies an address, changes it, or cancels a change. 10005 if the link is invalid; 10007 and 10025
 * if the new address has an account. Cancelling by mail means that the change was not requested by the owner, so every
 * session ends; otherwise the change would be requested again at once.
 */
export async function takeMailedLink(
  services: MemberServices,
  code: string,
  visitor: Visitor,
): Promise<{ purpose: 'verify' | 'change' | 'cancel'; memberId: number }> {
  const { now } = visitor;
  const use = async (tx: Tx) => {
    const { purpose, memberId, email } = await spendMailedLink(tx, code, ['verify', 'change', 'cancel'], now);
    const account = memberId === null ? null : await findAccount(tx, memberId);
    if (!account?.email) throw new DomainError('verifyCodeNotFound');
    const { id } = account;
    if (purpose === 'change') await moveTo(tx, services, id, account.email, email, visitor);
    // The account has moved to another address, so the former mailbox has no say any more.
    else if (account.emailKey !== emailKeyOf(email)) throw new DomainError('verifyCodeNotFound');
    else if (purpose === 'cancel') {
      await dropAddressChange(tx, id, visitor, { by: 'mail' });
      await endSessions({ ...services, db: tx }, id);
    } else {
      await markEmailVerified(tx, id, now);
      await spendLinks(tx, id, now, 'verify');
    }
    if (purpose !== 'cancel') await services.noteAddressProved(tx, id);
    await memberChanged(tx, id);
    return { purpose: purpose as 'verify' | 'change' | 'cancel', memberId: id };
  };
  try {
    return await services.db.transaction(use);
  } catch (error) {
    // Another account took the mailbox between the check and the update.
    if (isUniqueViolation(error)) throw new DomainError('duplicateUser');
    throw error;
  }
}
