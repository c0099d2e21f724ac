import type { Tx } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { demandAttempt, forgetAttempts } from '#domain/attempts/attempts.ts';
import type { AuthServices } from './auth-services.ts';
import { findOwner, holdMembers, lockMemberOf } from './reauthentication.store.ts';
import { verifyPassword } from '#domain/passwords/passwords.ts';
import { hadSecurityEvent } from '#domain/security-events/security-events.ts';
import { AUTH_LIMITS } from '#shared/limits.ts';

/** After a log-in or a new password, `reauthenticate` asks for nothing for this long. */
const FRESH_MS = 15 * 60_000;

/** For payments a log-in counts as proof for this long. */
const PAYMENT_FRESH_MS = 5 * 60_000;
/**
 * Payments are blocked this long after a change of address or phone. An intruder changes the mail address first, and
 * within this period the owner can still recover the account.
 */
const CHANGED_MS = 24 * 3_600_000;

/** Longer passwords do not exist, so they are refused without hashing. */
const MAX_CHARS = 1_000;

const triesKey = (memberId: number) => `own-password:${memberId}`;

/** Whether the log-in is recent enough that `reauthenticate` asks for nothing. */
export async function isFreshLogIn({ db }: Pick<AuthServices, 'db'>, actor: MemberActor, now: Date): Promise<boolean> {
  const owner = await findOwner(db, actor);
  return owner !== null && now.getTime() - owner.provedAt.getTime() < FRESH_MS;
}

const isSent = (password: unknown): boolean => password !== undefined && password !== null && password !== '';

/** Verifies the submitted password. `proofNeeded` if it is missing, `oldPasswordMismatch` if it is wrong. */
async function checkSentPassword(
  db: AuthServices['db'],
  memberId: number,
  { password, passwordHash, now }: { password: unknown; passwordHash: string; now: Date },
): Promise<void> {
  if (!isSent(password)) throw new DomainError('proofNeeded', { needs: 'password' });
  if (typeof password !== 'string' || password.length > MAX_CHARS)
    throw new DomainError('oldPasswordMismatch', { needs: 'password' });
  await checkOwnPassword(db, memberId, { password, passwordHash, now });
}

/**
 * Guards changes that decide who owns an account: requires a log-in within 15 minutes or the password. Otherwise 10011:
 * `proofNeeded` without a password, `oldPasswordMismatch` for a wrong one; a member without a password must log in
 * again. 429 after ten attempts. Called by the doors it guards. `password` is the raw value from the form or body.
 */
export async function reauthenticate(
  { db }: Pick<AuthServices, 'db'>,
  actor: MemberActor,
  { password, now }: { password?: unknown; now: Date },
): Promise<void> {
  const owner = await findOwner(db, actor);
  if (owner === null) throw new DomainError('notAuthenticated');
  if (now.getTime() - owner.provedAt.getTime() < FRESH_MS) return;
  if (owner.passwordHash === null) throw new DomainError('proofNeeded', { needs: 'log-in' });
  await checkSentPassword(db, actor.memberId, { password, passwordHash: owner.passwordHash, now });
}

/**
 * Whether `reauthenticateForPayment` requires a log-in of this member instead of a password, and the log-in is recent
 * enough.
 */
export async function isFreshForPayment(
  { db }: Pick<AuthServices, 'db'>,
  actor: MemberActor,
  now: Date,
): Promise<boolean> {
  const owner = await findOwner(db, actor);
  return owner?.passwordHash === null && now.getTime() - owner.provedAt.getTime() < PAYMENT_FRESH_MS;
}

/**
 * Like `reauthenticate`, for changes to a card, a plan or a refund, but a log-in counts for five minutes only. A submitted
 * password is verified even after a fresh log-in. `accountJustChanged` for a day after a new address or phone, as the owner
 * may not know of it yet (ASVS 6.3.3 and 7.5.3).
 */
export async function reauthenticateForPayment(
  services: Pick<AuthServices, 'db'>,
  actor: MemberActor,
  { password, now }: { password?: unknown; now: Date },
): Promise<void> {
  const { db } = services;
  const owner = await findOwner(db, actor);
  if (owner === null) throw new DomainError('notAuthenticated');
  const isFresh = now.getTime() - owner.provedAt.getTime() < PAYMENT_FRESH_MS;
  if (owner.passwordHash === null) {
    if (!isFresh) throw new DomainError('proofNeeded', { needs: 'log-in' });
  } else if (!isFresh || isSent(password)) {
    await checkSentPassword(db, actor.memberId, { password, passwordHash: owner.passwordHash, now });
  }
  const since = new Date(now.getTime() - CHANGED_MS);
  if (await hadSecurityEvent(db, actor.memberId, ['email-changed', 'phone-changed'], since))
    throw new DomainError('accountJustChanged');
}

/**
 * Ensures that the current owner makes the change after `reauthenticate`. Must come first in the transaction of the
 * change: it detects a session that ended meanwhile and blocks concurrent ends. 10004 if the session is over.
 */
export async function lockOwner(tx: Tx, actor: MemberActor): Promise<{ epoch: number; email: string }> {
  const owner = await lockMemberOf(tx, actor);
  if (!owner?.email) throw new DomainError('notAuthenticated');
  return { epoch: owner.epoch, email: owner.email };
}

/**
 * `lockOwner` for changes that also affect another member. Both rows are locked in id order, so that two members who do
 * this to each other do not deadlock. Data of the other member read before must be read again.
 */
export async function lockOwnerAnd(tx: Tx, actor: MemberActor, otherId: number | null): Promise<void> {
  await holdMembers(tx, otherId === null ? [actor.memberId] : [actor.memberId, otherId]);
  if ((await findOwner(tx, actor)) === null) throw new DomainError('notAuthenticated');
}

/** Verifies one's own password and counts the attempt. 10011 if it is wrong; 429 after ten attempts. */
export async function checkOwnPassword(
  db: AuthServices['db'],
  memberId: number,
  { password, passwordHash, now }: { password: string; passwordHash: string | null; now: Date },
): Promise<void> {
  await demandAttempt(db, triesKey(memberId), { ...AUTH_LIMITS.ownPassword, now });
  const { isMatch } = await verifyPassword(password, passwordHash);
  if (!isMatch) throw new DomainError('oldPasswordMismatch', { needs: 'password' });
  await forgetAttempts(db, [triesKey(memberId)]);
}
