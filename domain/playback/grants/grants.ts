import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Grant } from './grant.types.ts';

export interface GrantKey {
  id: number;
  secret: KeyObject;
  createdAtMs: number;
  /** From then on its signatures are rejected. */
  retiresAtMs: number;
}

export interface GrantKeys {
  signing: GrantKey;
  /** All valid keys. */
  byId: ReadonlyMap<number, GrantKey>;
}

// The single layout; all numbers are big-endian. Its length is divisible by three, so that each token has exactly one
// base64url spelling.
const KEY_ID = 0;
const FLAGS = 4;
const STREAM_ID = 5;
const FROM = 9;
const TO = 15;
const EXPIRES_AT = 21;
const LEASE_ID = 27;
const SESSION_HASH = 43;
/** A grant without a session stores its serial number in place of the session hash. */
const REMOTE_SERIAL = SESSION_HASH;
const MAC = 59;
const LENGTH = 75;
const MS_BYTES = 6;
const HASH_BYTES = 16;
const MAC_BYTES = LENGTH - MAC;
const TOKEN = /^[\w-]{100}$/;

const HAS_LEASE = 1;
const HAS_SESSION = 2;
const IS_OPEN = 4;
const IS_REMOTE = 8;

/** Identifies a session in a grant without revealing the token. */
export const sessionHashOf = (token: string): Buffer => hash('sha256', token, 'buffer').subarray(0, HASH_BYTES);

export const secretOfKey = (bytes: Buffer): KeyObject => createSecretKey(bytes);

const macOf = (key: GrantKey, signed: Buffer): Buffer =>
  createHmac('sha256', key.secret).update(signed).digest().subarray(0, MAC_BYTES);

const leaseBytes = (leaseId: string): Buffer => Buffer.from(leaseId.replaceAll('-', ''), 'hex');
const leaseIdOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** One path segment. */
export function signGrant(keys: GrantKeys, grant: Omit<Grant, 'keyId'>): string {
  const { leaseId, sessionHash, remoteSerial } = grant;
  if (remoteSerial !== null && (leaseId === null || sessionHash !== null))
    throw new Error('a grant for another machine must have a lease and no session');
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt32BE(keys.signing.id, KEY_ID);
  bytes.writeUInt8(
    (leaseId === null ? 0 : HAS_LEASE) |
      (sessionHash === null ? 0 : HAS_SESSION) |
      (grant.open ? IS_OPEN : 0) |
      (remoteSerial === null ? 0 : IS_REMOTE),
    FLAGS,
  );
  bytes.writeUInt32BE(grant.streamId, STREAM_ID);
  bytes.writeIntBE(grant.from, FROM, MS_BYTES);
  bytes.writeIntBE(grant.to, TO, MS_BYTES);
  bytes.writeIntBE(grant.expiresAt, EXPIRES_AT, MS_BYTES);
  if (leaseId !== null) leaseBytes(leaseId).copy(bytes, LEASE_ID);
  if (sessionHash !== null) sessionHash.copy(bytes, SESSION_HASH, 0, HASH_BYTES);
  if (remoteSerial !== null) bytes.writeUInt32BE(remoteSerial, REMOTE_SERIAL);
  macOf(keys.signing, bytes.subarray(0, MAC)).copy(bytes, MAC);
  return bytes.toString('base64url');
}

/** Decodes a token; undefined if invalid, expired, or its key is not (or no longer) valid. */
export function readGrant(keys: GrantKeys, token: string, nowMs: number): Grant | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const key = keys.byId.get(bytes.readUInt32BE(KEY_ID));
  if (!key || nowMs >= key.retiresAtMs) return undefined;
  // Constant time, so that the number of correct bytes cannot be measured.
  if (!timingSafeEqual(macOf(key, bytes.subarray(0, MAC)), bytes.subarray(MAC))) return undefined;
  const expiresAt = bytes.readIntBE(EXPIRES_AT, MS_BYTES);
  if (nowMs >= expiresAt) return undefined;
  const flags = bytes.readUInt8(FLAGS);
  return {
    streamId: bytes.readUInt32BE(STREAM_ID),
    from: bytes.readIntBE(FROM, MS_BYTES),
    to: bytes.readIntBE(TO, MS_BYTES),
    leaseId: flags & HAS_LEASE ? leaseIdOf(bytes.subarray(LEASE_ID, SESSION_HASH)) : null,
    sessionHash: flags & HAS_SESSION ? Buffer.from(bytes.subarray(SESSION_HASH, MAC)) : null,
    expiresAt,
    open: (flags & IS_OPEN) !== 0,
    remoteSerial: flags & IS_REMOTE ? bytes.readUInt32BE(REMOTE_SERIAL) : null,
    keyId: key.id,
  };
}
