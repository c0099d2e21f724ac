import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { demandOpenAccount, lockOwner, reauthenticate, type Visitor } from '#domain/auth/auth.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { PASSKEY_LIMITS } from '#shared/limits.ts';
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
import {
  countPasskeys,
  deletePasskey,
  findKeyHolder,
  findPasskeyByCredential,
  findPasskeys,
  insertChallenge,
  insertPasskey,
  notePasskeyUse,
  spendChallenge,
  updatePasskeyName,
  type KeyHolder,
  type Passkey,
} from './passkeys.store.ts';

export type { Passkey } from './passkeys.store.ts';

/** Dependencies of passkeys. */
export interface PasskeyServices {
  db: Db;
  /** Public URL of the site. Its host is the relying party ID. */
  siteUrl: string;
}

const partyOf = ({ siteUrl }: PasskeyServices): RelyingParty => ({ url: siteUrl, name: 'CR電台' });

/** WebAuthn user handle of a member: opaque and permanent. */
const userHandleOf = (memberId: number) => createHash('sha256').update(`passkeys of member ${memberId}`).digest();

async function newChallenge(db: Db, memberId: number | null, now: Date): Promise<string> {
  const challenge = createChallenge();
  await insertChallenge(db, { challenge, memberId, expiresAt: new Date(now.getTime() + CHALLENGE_MS) });
  return challenge;
}

async function holderOf(db: Db, memberId: number): Promise<KeyHolder> {
  const holder = await findKeyHolder(db, memberId);
  if (holder === null) throw new DomainError('notAuthenticated');
  return holder;
}

/** Options for a browser to create a passkey, after `reauthenticate`. 409 if the member already has ten. */
export async function passkeyAddOptions(
  services: PasskeyServices,
  actor: MemberActor,
  { password, now }: { password?: unknown; now: Date },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { db } = services;
  const { memberId } = actor;
  await reauthenticate(services, actor, { password, now });
  const holder = await holderOf(db, memberId);
  const present = await findPasskeys(db, memberId, PASSKEY_LIMITS.keysOfMember);
  if (present.length >= PASSKEY_LIMITS.keysOfMember)
    throw new DomainError('conflict', `an account can have at most ${PASSKEY_LIMITS.keysOfMember} passkeys`);
  const owner = {
    handle: userHandleOf(memberId),
    name: holder.email,
    displayName: holder.displayName || holder.email,
  };
  const challenge = await newChallenge(db, memberId, now);
  return creationOptions(partyOf(services), owner, { challenge, present });
}

/**
 * Registers a new passkey. 10005: the challenge was not issued to this member, was used, or has expired; 1: the
 * response does not prove a key for this site; 409: the key is already registered, or there are ten.
 */
export async function addPasskey(
  services: PasskeyServices,
  actor: MemberActor,
  { name, credential, caller }: { name: string; credential: NewCredential; caller: Visitor },
): Promise<Passkey> {
  const { db } = services;
  const { memberId } = actor;
  const { now } = caller;
  const challenge = challengeOf(credential);
  if (!(await spendChallenge(db, { challenge, memberId, now }))) throw new DomainError('verifyCodeNotFound');
  const created = await verifyCreated(partyOf(services), credential, challenge);
  if (created === null) throw new DomainError('invalidParam', 'the passkey could not be verified');
  const row = { memberId, ...created, name, createdAt: now };
  return db.transaction(async (tx) => {
    await lockOwner(tx, actor);
    if ((await countPasskeys(tx, memberId)) >= PASSKEY_LIMITS.keysOfMember)
      throw new DomainError('conflict', `an account can have at most ${PASSKEY_LIMITS.keysOfMember} passkeys`);
    const id = await insertPasskey(tx, row);
    if (id === null) throw new DomainError('conflict', 'the passkey is already registered');
    await recordSecurityEvent(tx, { memberId, kind: 'passkey-added', detail: { name }, ...caller });
    return { ...row, id, usedAt: null };
  });
}

/** Options for a browser to offer its passkeys for this site. They name no account and so reveal none. */
export async function passkeyLogInOptions(
  services: PasskeyServices,
  now: Date,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return requestOptions(partyOf(services), await newChallenge(services.db, null, now));
}

/**
 * The member who signed. 10005: the challenge is not ours, was used, or has expired; 10006: an unknown key, an invalid
 * signature, or a cloned key whose counter lags behind; 10003: the account is closed.
 */
export async function memberOfPasskey(
  services: PasskeyServices,
  { credential, now }: { credential: SignedCredential; now: Date },
): Promise<Pick<KeyHolder, 'displayName' | 'epoch' | 'mergedIntoId' | 'state'> & { id: number }> {
  const { db } = services;
  const challenge = challengeOf(credential);
  if (!(await spendChallenge(db, { challenge, memberId: null, now }))) throw new DomainError('verifyCodeNotFound');
  const passkey = await findPasskeyByCredential(db, credential.id);
  if (passkey === null) throw new DomainError('passwordMismatch');
  const stated = { challenge, stored: passkey, handle: userHandleOf(passkey.memberId) };
  const signed = await verifySigned(partyOf(services), credential, stated);
  if (signed === null) throw new DomainError('passwordMismatch');
  const { counter: to, isBackedUp } = signed;
  if (!(await notePasskeyUse(db, { id: passkey.id, from: passkey.counter, to, isBackedUp, now })))
    throw new DomainError('passwordMismatch');
  const holder = await findKeyHolder(db, passkey.memberId);
  if (holder === null) throw new DomainError('userInactive');
  const account = { ...holder, id: passkey.memberId };
  await demandOpenAccount(db, account);
  return account;
}

/** A member's passkeys, oldest first. */
export const listPasskeys = (db: Db, memberId: number): Promise<Passkey[]> =>
  findPasskeys(db, memberId, PASSKEY_LIMITS.keysOfMember);

/** Code 6 if the member has no such passkey. */
export async function renamePasskey(db: Db, which: { id: number; memberId: number; name: string }): Promise<void> {
  if (!(await updatePasskeyName(db, which))) throw new DomainError('dataNotFound');
}

/** Removes a passkey from the account, after `reauthenticate`. Code 6 if the member has no such passkey. */
export async function removePasskey(
  { db }: Pick<PasskeyServices, 'db'>,
  actor: MemberActor,
  { id, password }: { id: number; password?: unknown },
  caller: Visitor,
): Promise<void> {
  const { memberId } = actor;
  await reauthenticate({ db }, actor, { password, now: caller.now });
  await db.transaction(async (tx) => {
    await lockOwner(tx, actor);
    const name = await deletePasskey(tx, { id, memberId });
    if (name === null) throw new DomainError('dataNotFound');
    await recordSecurityEvent(tx, { memberId, kind: 'passkey-removed', detail: { name }, ...caller });
  });
}
