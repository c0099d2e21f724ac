import type { Tx } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { demandAttempt, forgetAttempts } from '#domain/attempts/attempts.ts';
import type { AuthServices } from './auth-services.ts';
import { findOwner, lockMemberOf } from './reauthentication.store.ts';
import { verifyPassword } from '#domain/passwords/passwords.ts';
import { AUTH_LIMITS } from '#shared/limits.ts';

/** For this long after a log-in, or a new password, nobody is asked for the password again. */
const FRESH_MS = 15 * 60_000;

/** No password is longer; what is costs nobody a hash. */
const MAX_CHARS = 1_000;

const triesKey = (memberId: number) => `own-password:${memberId}`;

/** Whether the log-in is so recent that `reauthenticate` asks for nothing. */
export async function isFreshLogIn({ db }: Pick<AuthServices, 'db'>, actor: MemberActor, now: Date): Promise<boolean> {
  const owner = await findOwner(db, actor);
  return owner !== null && now.getTime() - owner.provedAt.getTime() < FRESH_MS;
}

/**
 * Lets on only who logged in within 15 minutes or gives the password: before what decides whose the account is. 10011
 * otherwise; a member without a password logs in again. 429 after ten tries. Called by the doors it guards: `password` is
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
  if (typeof password !== 'string' || password === '' || password.length > MAX_CHARS || owner.passwordHash === null)
    throw new DomainError('oldPasswordMismatch', { needs: owner.passwordHash === null ? 'log-in' : 'password' });
  await checkOwnPassword(db, actor.memberId, { password, passwordHash: owner.passwordHash, now });
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
