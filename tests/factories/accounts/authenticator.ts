import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewCredential, SignedCredential } from '#domain/webauthn/webauthn.schema.ts';

// A software authenticator: P-256 keys, real signatures, its own CBOR encoder.

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function head(major: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(major << 5) | n]);
  if (n < 256) return Buffer.from([(major << 5) | 24, n]);
  return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
}

/** Integers, texts, bytes and maps below 64 KB: sufficient for keys and attestations. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
  return Buffer.concat([head(2, value.length), value]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const PRESENT = 0x01;
const VERIFIED = 0x04;
const BACKUP = 0x18;
const ATTESTED = 0x40;

export interface AuthenticatorOptions {
  origin: string;
  rpId: string;
  /** Initial signature counter, incremented by each signature; 0 remains 0, as for synchronised passkeys. */
  counter?: number;
  isVerified?: boolean;
  isBackedUp?: boolean;
}

export interface Authenticator {
  /** Creates a credential from the result of `passkeyAddOptions`. */
  create(options: { challenge: string; user: { id: string } }): NewCredential;
  /** Signs the challenge of `passkeyLogInOptions`. */
  get(options: { challenge: string }): SignedCredential;
  /** A clone with the same key and counter. */
  copy(): Authenticator;
}

interface Held {
  id: Buffer;
  userHandle: string;
  key: ReturnType<typeof generateKeyPairSync>['privateKey'];
}

export function createAuthenticator(
  { origin, rpId, counter = 1, isVerified = true, isBackedUp = false }: AuthenticatorOptions,
  given: Held | null = null,
): Authenticator {
  let held = given;
  let count = counter;
  const flags = PRESENT | (isVerified ? VERIFIED : 0) | (isBackedUp ? BACKUP : 0);
  const authData = (more: number) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | more]), counted]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    create({ challenge, user }) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      held = { id: randomBytes(32), userHandle: user.id, key: privateKey };
      const cose = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, held.id.length]), held.id, cose]);
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Buffer.concat([authData(ATTESTED), attested])],
        ]),
      );
      const id = held.id.toString('base64url');
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal', 'telepathy'],
        },
      };
    },
    get({ challenge }) {
      if (!held) throw new Error('no key was made yet');
      if (count > 0) count += 1;
      const authenticatorData = authData(0);
      const json = clientData('webauthn.get', challenge);
      const id = held.id.toString('base64url');
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authenticatorData, sha256(json)]), held.key).toString('base64url'),
          userHandle: held.userHandle,
        },
      };
    },
    copy: () => createAuthenticator({ origin, rpId, counter: count, isVerified, isBackedUp }, held),
  };
}
