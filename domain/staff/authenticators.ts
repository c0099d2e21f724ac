import { createHash, hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Db, Tx } from '#db/database.ts';
import { takeGuess, type KeyedLimit } from '#domain/attempts/attempts.ts';
import {
  CHALLENGE_MS,
  challengeOf,
  createChallenge,
  creationOptions,
  requestOptions,
  verifyCreated,
  verifySigned,
  type NewCredential,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RelyingParty,
  type SignedCredential,
} from '#domain/webauthn/webauthn.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { STAFF_LIMITS } from '#shared/limits.ts';
import {
  countStaffPasskeys,
  findStaffPasskey,
  findStaffPasskeys,
  insertStaffChallenge,
  insertStaffPasskey,
  noteStaffPasskeyUse,
  spendStaffChallenge,
} from './authenticators.store.ts';
import { openSecret, sealSecret } from './secret-box.ts';
import {
  findAccountByEmail,
  findStaffAccount,
  findTotp,
  lockStaffAccount,
  replaceRecoveryCodes,
  saveTotp,
  spendRecoveryCode,
  spendTotpStep,
  type StaffAccount,
} from './staff.store.ts';

/** Dependencies of staff accounts. */
export interface StaffServices {
  db: Db;
  /** `DESK_URL`: the origin of the desk, to which its credentials are bound. */
  deskUrl: string;
  secretKey: string;
}

/** Authenticators an account needs before it is active. */
const NEEDED = 2;
const STEP_SECONDS = 30;
/** Codes of one step before and after are accepted, for clocks that differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const ISSUER = 'CR電台 desk';
const RECOVERY_CODES = 10;

const partyOf = ({ deskUrl }: StaffServices): RelyingParty => ({ url: deskUrl, name: ISSUER });
const handleOf = (accountId: number) => createHash('sha256').update(`passkeys of staff ${accountId}`).digest();
const contextOf = (accountId: number) => `totp of staff ${accountId}`;

async function newChallenge(db: Db, accountId: number | null, now: Date): Promise<string> {
  const challenge = createChallenge();
  await insertStaffChallenge(db, { challenge, accountId, expiresAt: new Date(now.getTime() + CHALLENGE_MS) });
  return challenge;
}

// PASSKEYS

/** Options for a browser to create a passkey of an account. */
export async function staffPasskeyOptions(
  services: StaffServices,
  { id, email, name }: StaffAccount,
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const present = await findStaffPasskeys(services.db, id, STAFF_LIMITS.passkeys);
  const challenge = await newChallenge(services.db, id, now);
  const holder = { handle: handleOf(id), name: email, displayName: name };
  return creationOptions(partyOf(services), holder, { challenge, present });
}

/**
 * Registers a created passkey. 10005: the challenge was not issued to this account, was used, or has expired; 1: it does
 * not prove a key for the desk; 409: it is registered already, or there are ten.
 */
export async function addStaffPasskey(
  services: StaffServices,
  { id: accountId }: StaffAccount,
  { name, credential }: { name: string; credential: NewCredential },
  now: Date,
): Promise<void> {
  const { db } = services;
  const challenge = challengeOf(credential);
  if (!(await spendStaffChallenge(db, { challenge, accountId, now }))) throw new DomainError('verifyCodeNotFound');
  const created = await verifyCreated(partyOf(services), credential, challenge);
  if (created === null) throw impossible('passkey-not-verified');
  await db.transaction(async (tx) => {
    await lockStaffAccount(tx, accountId);
    if ((await countStaffPasskeys(tx, accountId)) >= STAFF_LIMITS.passkeys)
      throw refused('too-many-passkeys', { max: STAFF_LIMITS.passkeys });
    if ((await insertStaffPasskey(tx, { accountId, ...created, name, createdAt: now })) === null)
      throw refused('passkey-registered');
  });
}

export const staffLogInOptions = async (
  services: StaffServices,
  now: Date,
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  requestOptions(partyOf(services), await newChallenge(services.db, null, now));

/**
 * The account that signed. 10005: the challenge is not ours, was used, or has expired; 10006: an unknown key, an invalid
 * signature or a cloned key, or an account that may not enter.
 */
export async function accountOfPasskey(
  services: StaffServices,
  credential: SignedCredential,
  now: Date,
): Promise<StaffAccount> {
  const { db } = services;
  const challenge = challengeOf(credential);
  if (!(await spendStaffChallenge(db, { challenge, accountId: null, now })))
    throw new DomainError('verifyCodeNotFound');
  const passkey = await findStaffPasskey(db, credential.id);
  const account = passkey && (await findStaffAccount(db, passkey.accountId));
  if (passkey === null || account === null) throw new DomainError('passwordMismatch');
  const stated = { challenge, stored: passkey, handle: handleOf(account.id) };
  const signed = await verifySigned(partyOf(services), credential, stated);
  if (signed === null || account.state !== 'active') throw new DomainError('passwordMismatch');
  const { counter: to, isBackedUp } = signed;
  if (!(await noteStaffPasskeyUse(db, { id: passkey.id, from: passkey.counter, to, isBackedUp, now })))
    throw new DomainError('passwordMismatch');
  return account;
}

// AUTHENTICATOR APP

const totpOf = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** Starts to register an authenticator app: the URI of its QR code. 409 if the account has one. */
export async function startTotp(services: StaffServices, { id, email }: StaffAccount): Promise<{ uri: string }> {
  const secret = randomBytes(SECRET_BYTES);
  const sealedSecret = sealSecret(services.secretKey, secret, contextOf(id));
  const isSaved = await services.db.transaction((tx) => saveTotp(tx, { accountId: id, sealedSecret }));
  if (!isSaved) throw refused('app-registered');
  return { uri: totpOf(secret, email).toString() };
}

/** The stored form of a known secret, in base32, of an account's app. */
export const sealTotp = (secretKey: string, accountId: number, base32: string): Buffer =>
  sealSecret(secretKey, Buffer.from(Secret.fromBase32(base32).buffer), contextOf(accountId));

/** A code of a demo account that is accepted now: that of the next time step, once that of this one was used. */
export async function demoCode(
  { db }: StaffServices,
  { id, totpSecret }: { id: number; totpSecret: string },
  now: Date,
): Promise<string> {
  const used = (await findTotp(db, id))?.lastStep ?? 0;
  const step = Math.floor(now.getTime() / 1_000 / STEP_SECONDS);
  const totp = new TOTP({ period: STEP_SECONDS, secret: Secret.fromBase32(totpSecret) });
  return totp.generate({ timestamp: (used < step ? step : step + WINDOW) * STEP_SECONDS * 1_000 });
}

/** Whether a code is right now. A right one counts once. */
async function isRightCode(
  { secretKey }: StaffServices,
  tx: Tx,
  { accountId, code, now, mustBeConfirmed }: { accountId: number; code: string; now: Date; mustBeConfirmed: boolean },
): Promise<boolean> {
  const totp = await findTotp(tx, accountId);
  if (totp === null || (mustBeConfirmed && totp.confirmedAt === null)) return false;
  const secret = openSecret(secretKey, totp.sealedSecret, contextOf(accountId));
  if (secret === null) return false;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1_000 / STEP_SECONDS) + delta;
  return spendTotpStep(tx, { accountId, step, confirmedAt: now });
}

const guessesOf = (accountId: number): KeyedLimit[] => [{ key: `staff:totp:${accountId}`, ...STAFF_LIMITS.codes }];

/** Confirms that the app has the secret, by its first code. 10006 if the code is wrong. */
export async function confirmTotp(
  services: StaffServices,
  { id: accountId }: StaffAccount,
  code: string,
  now: Date,
): Promise<void> {
  const isRight = (tx: Tx) => isRightCode(services, tx, { accountId, code, now, mustBeConfirmed: false });
  if (!(await takeGuess(services.db, guessesOf(accountId), { now, isRight })))
    throw new DomainError('passwordMismatch');
}

/**
 * The account of an address and a code of its app, or a recovery code. 10006 without saying which of them is wrong; 429
 * after ten wrong codes.
 */
export async function accountOfCode(
  services: StaffServices,
  { email, code }: { email: string; code: string },
  now: Date,
): Promise<StaffAccount> {
  const account = await findAccountByEmail(services.db, email.trim().toLowerCase());
  const accountId = account?.state === 'active' ? account.id : 0;
  const isRight = async (tx: Tx): Promise<boolean> => {
    if (accountId === 0) return false;
    if (/^\d{6}$/.test(code)) return isRightCode(services, tx, { accountId, code, now, mustBeConfirmed: true });
    return spendRecoveryCode(tx, accountId, recoveryHash(accountId, code), now);
  };
  const limits =
    accountId === 0
      ? [{ key: `staff:unknown:${recoveryHash(0, email).toString('hex')}`, ...STAFF_LIMITS.codes }]
      : guessesOf(accountId);
  if (!(await takeGuess(services.db, limits, { now, isRight })) || account === null)
    throw new DomainError('passwordMismatch');
  return account;
}

// RECOVERY CODES

const plain = (code: string) => code.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
const recoveryHash = (accountId: number, code: string) => hash('sha256', `${accountId}:${plain(code)}`, 'buffer');

/** Ten new codes in place of earlier ones, shown once. Each has 80 random bits. */
export async function createRecoveryCodes(tx: Tx, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    randomBytes(10)
      .toString('hex')
      .replaceAll(/(.{5})(?=.)/g, '$1-'),
  );
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryHash(accountId, code)),
  );
  return codes;
}

/** Whether an account has the authenticators that it needs to be active. */
export async function hasEnoughAuthenticators(db: Db | Tx, accountId: number): Promise<boolean> {
  const totp = await findTotp(db, accountId);
  return (await countStaffPasskeys(db, accountId)) + (totp?.confirmedAt ? 1 : 0) >= NEEDED;
}
