import type { Db } from '#db/database.ts';
import { adFreeCookie } from '#shared/ads/ad-free-cookie.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { AUTH_LIMITS } from '#shared/limits.ts';
import { sessionCookie } from '#shared/http/session-cookie.ts';
import {
  findAccount,
  findAccountByEmail,
  findAccountByName,
  findAddressOfKept,
  replaceHash,
  type Account,
} from './accounts.store.ts';
import {
  attemptName,
  countAttempts,
  forgetAttemptsUnder,
  takeAttempt,
  type AttemptLimit,
} from '#domain/attempts/attempts.ts';
import { trustedAs, trustedDeviceCookie, type TrustedDevice } from './trusted-device.ts';
import { readForm } from '#domain/forms/forms.ts';
import { AUTH_FORMS } from './auth-forms.rules.ts';
import type { AuthServices, LoggingIn, LogInOutcome } from './auth-services.ts';
import { emailKeyOf, maskedEmail } from '#domain/forms/email.rules.ts';
import { hashPassword, verifyPassword } from '#domain/passwords/passwords.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { openSession, type OpenedSession } from './sessions.ts';

export interface LoggedIn {
  user: { memberId: number; displayName: string };
  session: OpenedSession;
  /** `Set-Cookie` header that marks this browser as trusted. */
  trustedDeviceCookie: string;
  /** Has a plan now and therefore sees no advertisements. */
  isSubscriber: boolean;
}

/**
 * All cookies of a log-in, whatever its method. The ad-free cookie keeps advertisements off the first paint of the next
 * page, before that page has looked up its visitor.
 */
export const logInCookies = ({ session, trustedDeviceCookie: known, isSubscriber }: LoggedIn, now: Date): string[] => [
  sessionCookie(session, now),
  known,
  ...(isSubscriber ? [adFreeCookie()] : []),
];

/** Finds the account by what was entered in the e-mail field. */
async function findAccountFor({ db }: AuthServices, name: string): Promise<Account | null> {
  if (name.includes('@')) return findAccountByEmail(db, emailKeyOf(name));
  return (await findAccountByName(db, 'acc881', name)) ?? findAccountByName(db, 'acc903', name);
}

/**
 * Rate limit keys of an attempt. Unknown names are counted like those of members, so that the limits do not reveal
 * which exist.
 */
function keysOf(
  { secretKey }: AuthServices,
  account: Account | null,
  name: string,
  { remoteIp }: LoggingIn,
  browser: TrustedDevice | undefined,
): Record<string, AttemptLimit> {
  const who = account ? `m${account.id}` : attemptName(secretKey, emailKeyOf(name));
  const address = addressKey(remoteIp);
  // A trusted browser has limits of its own, so that strangers cannot exhaust them. Its attempts also count towards the
  // account and towards all trusted browsers of the account, because whoever has one mark may have created many.
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

/** The response includes the remaining attempts once this few are left. */
const WARNED_TRIES = 3;

/**
 * Counts an attempt under every key before the password is verified, so that concurrent attempts all count. Returns the
 * details of the lock if it is near.
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

/** Throws 10003 for a closed account; for one that was merged with the masked address of the one that took it over. */
export async function demandOpenAccount(
  db: Db,
  { id, state, mergedIntoId }: Pick<Account, 'id' | 'state' | 'mergedIntoId'>,
): Promise<void> {
  if (mergedIntoId !== null) {
    const email = await findAddressOfKept(db, id);
    throw new DomainError('userMerged', email === null ? undefined : { into: maskedEmail(email) });
  }
  if (state === 'inactive' || state === 'erased') throw new DomainError('userInactive');
}

/**
 * Opens a session for an authenticated member, whatever the method, and notifies them of a browser not used with this
 * account before. 10006 if the credential epoch has changed since the account was read.
 */
export async function openLogIn(
  services: AuthServices,
  account: Pick<Account, 'id' | 'displayName' | 'state' | 'epoch' | 'mergedIntoId'>,
  rememberMe: boolean,
  { now, remoteIp, userAgent, known }: LoggingIn,
  rightTries: readonly string[] = [],
  browser: TrustedDevice | undefined = trustedAs(services.secretKey, known, account),
): Promise<LoggedIn> {
  const { db, secretKey } = services;
  // Revealed only after the password or passkey was verified.
  await demandOpenAccount(db, account);
  const memberId = account.id;
  const by = { memberId, userAgent, remoteIp, now };
  const { epoch } = account;
  const open = (on: Db) => openSession({ db: on }, { ...by, rememberMe, rightTries, epoch });
  const opening =
    browser === undefined
      ? db.transaction(async (tx) => {
          const mayMail = await takeAttempt(tx, `new-device:${memberId}`, { ...AUTH_LIMITS.newDeviceMails, now });
          if (mayMail.isAllowed)
            await recordSecurityEvent(tx, { ...by, location: services.geoip(remoteIp), kind: 'login-new-device' });
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
 * Opens the first session of a member who has just set the password of a new account. The browser becomes a trusted
 * device, and no notification about a new device is sent.
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

/** Outcome by which a refusal is counted. Null: the form was incomplete, so no log-in was attempted. */
const OUTCOMES: Partial<Record<ErrorName, LogInOutcome | null>> = {
  passwordMismatch: 'wrong',
  verifyCodeNotFound: 'wrong',
  tooManyRequests: 'limited',
  userInactive: 'inactive',
  userMerged: 'inactive',
  invalidParam: null,
};

function outcomeOf(error: unknown): LogInOutcome | null {
  const outcome = error instanceof DomainError ? OUTCOMES[error.errorName] : undefined;
  return outcome === undefined ? 'failed' : outcome;
}

/** Counts the outcome of a log-in and passes it through. */
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
 * Logs in by password. An unknown name and a wrong password both give 10006 after the same amount of work; 10003 only
 * with the right password; `tooManyRequests` includes the time to wait.
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
  // Successful attempts are uncounted. Earlier failures still count against guessing from elsewhere.
  return openLogIn(services, account, rememberMe, visitor, Object.keys(limits), browser);
}

/** Lifts the lock that failed attempts have put on an account, from whatever address they came. Returns how many. */
export const liftLogInLock = (db: Db, memberId: number): Promise<number> =>
  forgetAttemptsUnder(db, [`login:account:m${memberId}`, `login:all-known:m${memberId}`, `login:both:m${memberId}:`]);

/** Attempt keys to reset for the owner who proved access to the mailbox, whatever others tried. */
export const accountTryKeys = (memberId: number, remoteIp: string): string[] => [
  `login:account:m${memberId}`,
  `login:both:m${memberId}:${addressKey(remoteIp)}`,
];
