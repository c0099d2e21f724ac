import { randomBytes } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewCredential, SignedCredential } from './webauthn.schema.ts';

// WebAuthn (Level 3) as members and staff use it: discoverable credentials with user verification, and no attestation.
// Challenges and credentials are stored by the modules of their accounts.

export type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
export type { NewCredential, SignedCredential } from './webauthn.schema.ts';

export const CHALLENGE_MS = 5 * 60_000;
/** EdDSA, ECDSA with P-256, RSA: every authenticator supports one of them (COSE numbers). */
const ALGORITHMS = [-8, -7, -257];
/** Transports defined by the standard; others are dropped. */
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** The site that credentials are bound to. Its host is the relying party ID. */
export interface RelyingParty {
  url: string;
  name: string;
}

const boundTo = ({ url }: RelyingParty) => {
  const { origin, hostname } = new URL(url);
  return { origin, rpId: hostname };
};

export const createChallenge = (): string => isoBase64URL.fromBuffer(new Uint8Array(randomBytes(32)));

/** The challenge that a response claims to answer; empty if it is malformed. The signature is verified later. */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const told: unknown = JSON.parse(isoBase64URL.toUTF8String(response.clientDataJSON));
    if (typeof told === 'object' && told !== null && 'challenge' in told && typeof told.challenge === 'string')
      return told.challenge;
  } catch {
    // Not JSON: not one of our challenges.
  }
  return '';
}

export interface Holder {
  /** Opaque and permanent. */
  handle: Buffer;
  name: string;
  displayName: string;
}

/** Options for a browser to create a credential. `present`: those the account has, which are not created again. */
export const creationOptions = (
  party: RelyingParty,
  holder: Holder,
  { challenge, present }: { challenge: string; present: readonly { credentialId: string; transports: string[] }[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpName: party.name,
    rpID: boundTo(party).rpId,
    userName: holder.name,
    userDisplayName: holder.displayName,
    userID: new Uint8Array(holder.handle),
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** Options for a browser to offer its credentials for this site. They name no account and so reveal none. */
export const requestOptions = (
  party: RelyingParty,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: boundTo(party).rpId,
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: [],
  });

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

export interface Credential {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
}

/** The credential that a browser created for the challenge; null if it cannot be verified. */
export async function verifyCreated(
  party: RelyingParty,
  { id, rawId, type, response }: NewCredential,
  challenge: string,
): Promise<Credential | null> {
  const { transports = [], clientDataJSON, attestationObject } = response;
  const { origin, rpId } = boundTo(party);
  const verified = await (async () =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: withoutAttestation(attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }))().catch(() => null);
  if (!verified?.verified) return null;
  const { credential: key, credentialBackedUp: isBackedUp } = verified.registrationInfo;
  return {
    credentialId: key.id,
    publicKey: Buffer.from(key.publicKey),
    counter: key.counter,
    transports: transports.filter((transport) => TRANSPORTS.has(transport)),
    isBackedUp,
  };
}

/**
 * Whether the holder of a stored credential signed the challenge; null if not. Returns the counter to store: a caller
 * that finds the stored one changed meanwhile refuses, because the key was cloned or the signature replayed.
 */
export async function verifySigned(
  party: RelyingParty,
  { id, rawId, type, response }: SignedCredential,
  {
    challenge,
    stored,
    handle,
  }: { challenge: string; stored: Omit<Credential, 'transports' | 'isBackedUp'>; handle: Buffer },
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { userHandle, clientDataJSON, authenticatorData, signature } = response;
  // Discoverable credentials return their user handle. One without it was not created by us.
  if (userHandle !== handle.toString('base64url')) return null;
  const { origin, rpId } = boundTo(party);
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id: stored.credentialId, publicKey: new Uint8Array(stored.publicKey), counter: stored.counter },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}
