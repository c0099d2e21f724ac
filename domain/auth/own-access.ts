import type { Tx } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { readForm } from '#domain/forms/forms.ts';
import { findAccount, findOwnWords, lockAccount, namesOfPasskeys, setPasswordHash } from './accounts.store.ts';
import { AUTH_FORMS } from './auth-forms.rules.ts';
import type { AuthServices, LoggingIn } from './auth-services.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { checkOwnPassword, lockOwner, reauthenticate } from './reauthentication.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { endSession, endSessions, renewToken, type OpenedSession } from './sessions.ts';
import { carriedCookie } from './trusted-device.ts';
import { demandGoodPassword } from '#domain/passwords/weak-passwords.ts';

// Changes by a member to who has access to the account: password and sessions.

type Given = Readonly<Record<string, unknown>>;
type Services = Pick<AuthServices, 'db' | 'sessions' | 'secretKey'>;

/**
 * Ends every session but `kept` and renews the trusted-device cookie of this browser; undefined if it was not trusted.
 */
async function endOthers(
  services: Services & { db: Tx },
  actor: MemberActor,
  { known }: Pick<LoggingIn, 'known'>,
  kept: 'all' | number,
): Promise<{ ended: number; trustedDeviceCookie: string | undefined }> {
  const { epoch: former } = await lockOwner(services.db, actor);
  const { epoch, ended } = await endSessions(services, actor.memberId, kept);
  return {
    ended,
    trustedDeviceCookie: carriedCookie(services.secretKey, known, { id: actor.memberId, epoch: former }, epoch),
  };
}

/**
 * Sets a new password. Ends every other session, voids mailed links and renews the token of this session, so that a
 * copied token is useless. 10011: the old password is wrong. 10026: the new one is too easy to guess.
 */
export async function updatePassword(
  services: Services,
  actor: MemberActor,
  given: Given,
  { known, ...visitor }: LoggingIn,
): Promise<{ session: OpenedSession; trustedDeviceCookie: string | undefined }> {
  const { memberId, sessionId } = actor;
  const { now } = visitor;
  const { old_password: password, new_password: newPassword } = readForm(AUTH_FORMS.updatePassword, given, now);
  const account = await findAccount(services.db, memberId);
  if (!account) throw new DomainError('notAuthenticated');
  const { passwordHash } = account;
  await checkOwnPassword(services.db, memberId, { password, passwordHash, now });
  const own = await findOwnWords(services.db, { memberId, registrationId: null });
  demandGoodPassword('new_password', newPassword, own);
  const newHash = await hashPassword(newPassword);
  return services.db.transaction(async (tx) => {
    const within = { ...services, db: tx };
    const present = await lockAccount(tx, memberId);
    // Another call or a mailed link changed the password in the meantime, so the old one no longer applies.
    if (present?.passwordHash !== passwordHash) throw new DomainError('oldPasswordMismatch');
    const { trustedDeviceCookie } = await endOthers(within, actor, { known }, sessionId);
    await setPasswordHash(tx, memberId, newHash, now);
    const session = await renewToken(within, actor, now);
    const detail = await namesOfPasskeys(tx, memberId);
    await recordSecurityEvent(tx, { memberId, kind: 'password-changed', detail, ...visitor });
    return { session, trustedDeviceCookie };
  });
}

/**
 * Ends one session. For a session other than the current one, requires `reauthenticate`, notifies the member, and voids
 * mailed links and trusted devices. Code 6 if the session belongs to another member or is over.
 */
export async function endOneSession(
  services: Services,
  actor: MemberActor,
  { sessionId: endedId, password }: { sessionId: number; password?: unknown },
  { known, ...visitor }: LoggingIn,
): Promise<{ trustedDeviceCookie: string | undefined }> {
  const { memberId, sessionId } = actor;
  const isThisOne = endedId === sessionId;
  if (!isThisOne) await reauthenticate(services, actor, { password, now: visitor.now });
  return services.db.transaction(async (tx) => {
    const within = { ...services, db: tx };
    const kept = isThisOne ? { trustedDeviceCookie: undefined } : await endOthers(within, actor, { known }, 'all');
    if (!(await endSession(within, { memberId, sessionId: endedId }))) throw new DomainError('dataNotFound');
    if (!isThisOne)
      await recordSecurityEvent(tx, { memberId, kind: 'sessions-ended', detail: { count: '1' }, ...visitor });
    return { trustedDeviceCookie: kept.trustedDeviceCookie };
  });
}

/**
 * Ends every session but the current one, after `reauthenticate`, and notifies the member. Returns the number of
 * sessions ended.
 */
export async function endOtherSessions(
  services: Services,
  actor: MemberActor,
  { password }: { password?: unknown },
  { known, ...visitor }: LoggingIn,
): Promise<{ ended: number; trustedDeviceCookie: string | undefined }> {
  const { memberId, sessionId } = actor;
  await reauthenticate(services, actor, { password, now: visitor.now });
  return services.db.transaction(async (tx) => {
    const others = await endOthers({ ...services, db: tx }, actor, { known }, sessionId);
    const detail = { count: String(others.ended) };
    if (others.ended > 0) await recordSecurityEvent(tx, { memberId, kind: 'sessions-ended', detail, ...visitor });
    return others;
  });
}
