import type { Tx } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { demandAttempt, forgetAttempts } from '#domain/attempts/attempts.ts';
import type { AuthServices } from './auth-services.ts';
import { findOwner, holdMembers, lockMemberOf } from './reauthentication.store.ts';
import { verifyPassword } from '#domain/passwords/passwords.ts';
import { hadSecurityEvent } from '#domain/security-events/security-events.ts';
import { AUTH_LIMITS } from '#shared/limits.ts';

/** For this long after a log-in, or a new password, nobody is asked for the password again. */
const FRESH_MS = 15 * 60_000;

/** Where money is touched a log-in proves its member for so long. */
const PAYMENT_FRESH_MS = 5 * 60_000;
/** Whoever took an account over changes where its mails go first: for so long its owner can still take it back. */
const CHANGED_MS = 24 * 3_600_000;

/** No password is longer; what is costs nobody a hash. */
const MAX_CHARS = 1_000;

const triesKey = (memberId: number) => `own-password:${memberId}`;

/** Whether the log-in is so recent that `reauthenticate` asks for nothing. */
export async function isFreshLogIn({ db }: Pick<AuthServices, 'db'>, actor: MemberActor, now: Date): Promise<boolean> {
  const owner = await findOwner(db, actor);
  return owner !== null && now.getTime() - owner.provedAt.getTime() < FRESH_MS;
}

const isSent = (password: unknown): boolean => password !== undefined && password !== null && password !== '';

/** Compares what was sent as a password. `proofNeeded` if nothing was, `oldPasswordMismatch` if it is wrong. */
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
 * Lets on only who logged in within 15 minutes or gives the password: before what decides whose the account is. Otherwise 10011:
 * `proofNeeded` without a password, `oldPasswordMismatch` for a wrong one; a member without a password logs in again. 429 after ten tries. Called by the doors it guards: `password` is
 * what stood in the form or body, whatever it was.
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

/** Whether `reauthenticateForPayment` asks this member for a log-in and not for a password, and the log-in is recent enough. */
export async function isFreshForPayment(
  { db }: Pick<AuthServices, 'db'>,
  actor: MemberActor,
  now: Date,
): Promise<boolean> {
  const owner = await findOwner(db, actor);
  return owner?.passwordHash === null && now.getTime() - owner.provedAt.getTime() < PAYMENT_FRESH_MS;
}

/**
 * As `reauthenticate`, before a card, a plan or a refund is touched, but the log-in counts for five minutes only. A password that was
 * sent is compared however lately its member logged in. `accountJustChanged` for a day after a new address or phone, as the owner may
 * not know yet (ASVS 6.3.3 and 7.5.3).
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
 * Makes the change after `reauthenticate` the present owner's: in its transaction, first. Whoever ended this session in between
 * is heard, and whoever would end it waits. 10004 where it is over.
 */
export async function lockOwner(tx: Tx, actor: MemberActor): Promise<{ epoch: number; email: string }> {
  const owner = await lockMemberOf(tx, actor);
  if (!owner?.email) throw new DomainError('notAuthenticated');
  return { epoch: owner.epoch, email: owner.email };
}

/**
 * `lockOwner` for what changes another member's things too: both are held in one order, so that two who do it to each other at
 * once wait in turn. What was read of the other before is read again.
 */
export async function lockOwnerAnd(tx: Tx, actor: MemberActor, otherId: number | null): Promise<void> {
  await holdMembers(tx, otherId === null ? [actor.memberId] : [actor.memberId, otherId]);
  if ((await findOwner(tx, actor)) === null) throw new DomainError('notAuthenticated');
}

/** Compares a password with one's own, counted. 10011 where it is another; 429 after ten tries. */
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
