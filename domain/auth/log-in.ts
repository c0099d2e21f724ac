import type { Db } from '#db/database.ts';
import { adFreeCookie } from '#shared/ad-free-cookie.ts';
import { addressKey } from '#shared/address-key.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { AUTH_LIMITS } from '#shared/limits.ts';
import { sessionCookie } from '#shared/session-cookie.ts';
import { findAccount, findAccountByEmail, findAccountByName, replaceHash, type Account } from './accounts.store.ts';
import { attemptName, countAttempts, takeAttempt, type AttemptLimit } from '#domain/attempts/attempts.ts';
import { trustedAs, trustedDeviceCookie, type TrustedDevice } from './trusted-device.ts';
import { readForm } from '#domain/forms/forms.ts';
import { AUTH_FORMS } from './auth.rules.ts';
import type { AuthServices, LoggingIn, LogInOutcome } from './auth-services.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { hashPassword, verifyPassword } from '#domain/passwords/passwords.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { openSession, type OpenedSession } from './sessions.ts';

export interface LoggedIn {
  user: { memberId: number; displayName: string };
  session: OpenedSession;
  /** `Set-Cookie` by which this browser is known the next time. */
  trustedDeviceCookie: string;
  /** Has a plan now: sees no advertisements. */
  isSubscriber: boolean;
}

/**
 * All that a browser is to keep of a log-in, whichever way it was. Who pays is free of advertisements from the next page's first
 * paint, and not only once that page has asked who its visitor is.
 */
export const logInCookies = ({ session, trustedDeviceCookie: known, isSubscriber }: LoggedIn, now: Date): string[] => [
  sessionCookie(session, now),
  known,
  ...(isSubscriber ? [adFreeCookie()] : []),
];

/** Whoever is meant by what stands in the field for the e-mail address. */
async function findAccountFor({ db }: AuthServices, name: string): Promise<Account | null> {
  if (name.includes('@')) return findAccountByEmail(db, emailKeyOf(name));
  return (await findAccountByName(db, 'acc881', name)) ?? findAccountByName(db, 'acc903', name);
}

/** What a try counts under. Names that nobody has are counted like those of members. */
function keysOf(
  { secretKey }: AuthServices,
  account: Account | null,
  name: string,
  { remoteIp }: LoggingIn,
  browser: TrustedDevice | undefined,
): Record<string, AttemptLimit> {
  const who = account ? `m${account.id}` : attemptName(secretKey, emailKeyOf(name));
  const address = addressKey(remoteIp);
  // Strangers cannot use up the tries of a browser that the owner logged in with. Its tries count among theirs and among
  // those of all such browsers: who has one mark may have made many.
  if (browser)
    return {
      [`login:known:${browser.nonce}`]: AUTH_LIMITS.logInOfKnown,
      [`login:all-known:${who}`]: AUTH_LIMITS.logInOfAllKnown,
      [`login:account:${who}`]: { ...AUTH_LIMITS.logInOfAccount, limit: Number.POSITIVE_INFINITY },
    };
  return {
    [`login:account:${who}`]: AUTH_LIMITS.logInOfAccount,
    [`login:address:${address}`]: AUTH_LIMITS.logInOfAddress,
    [`login:both:${who}:${address}`]: AUTH_LIMITS.logInFromAddress,
  };
}

/** So few tries before the lock it is told of. */
const WARNED_TRIES = 3;

/**
 * Counts a try under every key, before the password is looked at: of many at once each counts. Gives what is told of the
 * lock to who is near it.
 */
async function takeTry(
  { db }: AuthServices,
  limits: Record<string, AttemptLimit>,
  now: Date,
): Promise<object | undefined> {
  const counted = await countAttempts(
    db,
    Object.entries(limits).map(([key, { windowMs }]) => ({ key, windowMs })),
    now,
  );
  const left = ({ key, count }: { key: string; count: number }) => (limits[key]?.limit ?? 0) - count;
  const secondsTo = (among: typeof counted) => ({
    retry_after_seconds: Math.max(
      1,
      Math.ceil((Math.max(...among.map(({ endsAt }) => endsAt.getTime())) - now.getTime()) / 1000),
    ),
  });
  const over = counted.filter((one) => left(one) < 0);
  if (over.length > 0) throw new DomainError('tooManyRequests', secondsTo(over));
  const near = counted.filter((one) => left(one) < WARNED_TRIES);
  return near.length === 0 ? undefined : { tries_left: Math.min(...near.map(left)), ...secondsTo(near) };
}

/**
 * Opens the session of a member who proved to be it, by whatever means, and tells them of a browser that was never used
 * for it before. 10006 where the epoch was raised since the account was read.
 */
export async function openLogIn(
  services: AuthServices,
  account: Pick<Account, 'id' | 'displayName' | 'state' | 'epoch'>,
  rememberMe: boolean,
  { now, remoteIp, userAgent, known }: LoggingIn,
  rightTries: readonly string[] = [],
  browser: TrustedDevice | undefined = trustedAs(services.secretKey, known, account),
): Promise<LoggedIn> {
  // Told to nobody but who has the password or key.
  if (account.state === 'inactive' || account.state === 'erased') throw new DomainError('userInactive');
  const { db, secretKey } = services;
  const memberId = account.id;
  const by = { memberId, userAgent, remoteIp, now };
  const { epoch } = account;
  const open = (on: Db) => openSession({ db: on }, { ...by, rememberMe, rightTries, epoch });
  const opening =
    browser === undefined
      ? db.transaction(async (tx) => {
          const mayMail = await takeAttempt(tx, `new-device:${memberId}`, { ...AUTH_LIMITS.newDeviceMails, now });
          if (mayMail.isAllowed)
            await recordSecurityEvent(tx, { ...by, place: services.places(remoteIp), kind: 'login-new-device' });
          return open(tx);
        })
      : open(db);
  const [session, isSubscriber] = await Promise.all([opening, services.isSubscriber(memberId, now)]);
  return {
    user: { memberId, displayName: account.displayName },
    session,
    trustedDeviceCookie: trustedDeviceCookie(secretKey, known, account, browser),
    isSubscriber,
  };
}

/**
 * Opens the first session of a member who has just set the password of a new account. The browser is its owner's: it is
 * known from now on, and nobody is written to about a device that is new to the account.
 */
export async function openFirstLogIn(
  { db, secretKey }: Pick<AuthServices, 'db' | 'secretKey'>,
  memberId: number,
  { now, remoteIp, userAgent, known }: LoggingIn,
): Promise<Pick<LoggedIn, 'session' | 'trustedDeviceCookie'>> {
  const account = await findAccount(db, memberId);
  if (!account) throw new DomainError('notAuthenticated');
  const { epoch } = account;
  const session = await openSession({ db }, { memberId, rememberMe: true, userAgent, remoteIp, now, epoch });
  return { session, trustedDeviceCookie: trustedDeviceCookie(secretKey, known, account, undefined) };
}

/** What refusals count as; null: nothing was tried, as the form was not filled in. */
const OUTCOMES: Partial<Record<ErrorName, LogInOutcome | null>> = {
  passwordMismatch: 'wrong',
  verifyCodeNotFound: 'wrong',
  tooManyRequests: 'limited',
  userInactive: 'inactive',
  invalidParam: null,
};

function outcomeOf(error: unknown): LogInOutcome | null {
  const outcome = error instanceof DomainError ? OUTCOMES[error.errorName] : undefined;
  return outcome === undefined ? 'failed' : outcome;
}

/** Counts what becomes of a log-in, and hands it on. */
export async function countedLogIn<T>(
  { countLogIn }: Pick<AuthServices, 'countLogIn'>,
  how: 'password' | 'passkey',
  by: { remoteIp: string; account?: string | undefined },
  tried: Promise<T>,
): Promise<T> {
  const { remoteIp, account } = by;
  try {
    const done = await tried;
    countLogIn(how, 'in', { remoteIp, account });
    return done;
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome) countLogIn(how, outcome, { remoteIp, account });
    throw error;
  }
}

/**
 * Logs in by password. A name nobody has and a wrong password are both 10006, after the same work; 10003 only for who
 * has the right password; `tooManyRequests` says how long to wait.
 */
export const logIn = (
  services: AuthServices,
  given: Readonly<Record<string, unknown>>,
  visitor: LoggingIn,
): Promise<LoggedIn> => {
  const name = typeof given['email'] === 'string' ? given['email'] : '';
  const by = { remoteIp: visitor.remoteIp, account: attemptName(services.secretKey, emailKeyOf(name)) };
  return countedLogIn(services, 'password', by, logInByPassword(services, given, visitor));
};

async function logInByPassword(
  services: AuthServices,
  given: Readonly<Record<string, unknown>>,
  visitor: LoggingIn,
): Promise<LoggedIn> {
  const { now } = visitor;
  const { email: name, password, rememberMe } = readForm(AUTH_FORMS.login, given, now);
  const account = await findAccountFor(services, name);
  const browser = account ? trustedAs(services.secretKey, visitor.known, account) : undefined;
  const limits = keysOf(services, account, name, visitor, browser);
  const warning = await takeTry(services, limits, now);
  const { isMatch, isOutdated } = await verifyPassword(password, account?.passwordHash ?? null);
  if (!account || !isMatch) throw new DomainError('passwordMismatch', warning);
  if (isOutdated && account.passwordHash)
    await replaceHash(services.db, account.id, account.passwordHash, await hashPassword(password));
  // What was right does not count; what was wrong before it goes on counting against guessers elsewhere.
  return openLogIn(services, account, rememberMe, visitor, Object.keys(limits), browser);
}

/** Lets the owner who proved the mailbox in again, whatever strangers tried. */
export const accountTryKeys = (memberId: number, remoteIp: string): string[] => [
  `login:account:m${memberId}`,
  `login:both:m${memberId}:${addressKey(remoteIp)}`,
];
