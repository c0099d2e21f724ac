import { createHash, randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import type { Db } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { lockOwner, reauthenticate, type Visitor } from '#domain/auth/auth.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { PASSKEY_LIMITS } from '#shared/limits.ts';
import type { NewPasskey, SignedPasskey } from './passkeys.schema.ts';
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

const SITE_NAME = 'CR電台';
const CHALLENGE_MS = 5 * 60_000;
/** EdDSA, ECDSA with P-256, RSA: every authenticator supports one of them (COSE numbers). */
const ALGORITHMS = [-8, -7, -257];
/** Transports defined by the standard; others are dropped. */
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const siteOf = ({ siteUrl }: PasskeyServices) => {
  const { origin, hostname } = new URL(siteUrl);
  return { origin, rpId: hostname };
};

/** WebAuthn user handle of a member: opaque and permanent. */
const userHandleOf = (memberId: number) => createHash('sha256').update(`passkeys of member ${memberId}`).digest();

async function newChallenge(db: Db, memberId: number | null, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(randomBytes(32));
  await insertChallenge(db, {
    challenge: isoBase64URL.fromBuffer(bytes),
    memberId,
    expiresAt: new Date(now.getTime() + CHALLENGE_MS),
  });
  return bytes;
}

/** The challenge the client data claims. The signature is verified later. */
function challengeIn(clientDataJson: string): string {
  try {
    const told: unknown = JSON.parse(isoBase64URL.toUTF8String(clientDataJson));
    if (typeof told === 'object' && told !== null && 'challenge' in told && typeof told.challenge === 'string')
      return told.challenge;
  } catch {
    // Not JSON: not one of our challenges.
  }
  return '';
}

/**
 * The same credential without its attestation statement: we request no attestation and parse no third-party
 * certificates. Throws if the input is not an attestation object.
 */
function withoutAttestation(attestationObject: string): string {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const bare = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', decoded.get('authData')],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare as Parameters<typeof isoCBOR.encode>[0]));
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
  return generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: siteOf(services).rpId,
    userName: holder.email,
    userDisplayName: holder.displayName || holder.email,
    userID: new Uint8Array(userHandleOf(memberId)),
    challenge: await newChallenge(db, memberId, now),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Registers a new passkey. 10005: the challenge was not issued to this member, was used, or has expired; 1: the
 * response does not prove a key for this site; 409: the key is already registered, or there are ten.
 */
export async function addPasskey(
  services: PasskeyServices,
  actor: MemberActor,
  { name, credential, caller }: { name: string; credential: NewPasskey; caller: Visitor },
): Promise<Passkey> {
  const { db } = services;
  const { memberId } = actor;
  const { now } = caller;
  const challenge = challengeIn(credential.response.clientDataJSON);
  if (!(await spendChallenge(db, { challenge, memberId, now }))) throw new DomainError('verifyCodeNotFound');
  const { origin, rpId } = siteOf(services);
  const { transports = [], clientDataJSON, attestationObject } = credential.response;
  const verified = await (async () =>
    verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: withoutAttestation(attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }))().catch(() => null);
  if (!verified?.verified) throw new DomainError('invalidParam', 'the passkey could not be verified');
  const { credential: key, credentialBackedUp: isBackedUp } = verified.registrationInfo;
  const row = {
    memberId,
    credentialId: key.id,
    publicKey: Buffer.from(key.publicKey),
    counter: key.counter,
    transports: transports.filter((transport) => TRANSPORTS.has(transport)),
    isBackedUp,
    name,
    createdAt: now,
  };
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
  return generateAuthenticationOptions({
    rpID: siteOf(services).rpId,
    challenge: await newChallenge(services.db, null, now),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: [],
  });
}

/**
 * The member who signed. 10005: the challenge is not ours, was used, or has expired; 10006: an unknown key, an invalid
 * signature, or a cloned key whose counter lags behind; 10003: the account is closed.
 */
export async function memberOfPasskey(
  services: PasskeyServices,
  { credential, now }: { credential: SignedPasskey; now: Date },
): Promise<Pick<KeyHolder, 'displayName' | 'epoch' | 'state'> & { id: number }> {
  const { db } = services;
  const challenge = challengeIn(credential.response.clientDataJSON);
  if (!(await spendChallenge(db, { challenge, memberId: null, now }))) throw new DomainError('verifyCodeNotFound');
  const passkey = await findPasskeyByCredential(db, credential.id);
  if (passkey === null) throw new DomainError('passwordMismatch');
  const { userHandle, clientDataJSON, authenticatorData, signature } = credential.response;
  // Discoverable credentials return their user handle. One without it was not created by us.
  if (userHandle !== userHandleOf(passkey.memberId).toString('base64url')) throw new DomainError('passwordMismatch');
  const { origin, rpId } = siteOf(services);
  const verified = await verifyAuthenticationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
  }).catch(() => null);
  if (!verified?.verified) throw new DomainError('passwordMismatch');
  const { newCounter, credentialBackedUp: isBackedUp } = verified.authenticationInfo;
  if (!(await notePasskeyUse(db, { id: passkey.id, from: passkey.counter, to: newCounter, isBackedUp, now })))
    throw new DomainError('passwordMismatch');
  const holder = await findKeyHolder(db, passkey.memberId);
  if (holder === null || holder.state === 'inactive') throw new DomainError('userInactive');
  return { ...holder, id: passkey.memberId };
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
