import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';

/** What an address of sound is signed for. */
export interface Grant {
  streamId: number;
  /** The span that may be heard, unix ms: from its first instant to before its last. */
  from: number;
  to: number;
  /** Null: nobody's, such as a free beginning. */
  leaseId: string | null;
  /** 16 bytes, compared with the cookie of whoever asks; null: whoever has the address. */
  sessionHash: Buffer | null;
  /** Unix ms. */
  expiresAt: number;
  /** What is heard is still on air: its playlist grows. */
  open: boolean;
  /**
   * For another machine (AirPlay, Cast), which shows no cookie: the serial number of this grant among those of its lease, of
   * which the last alone is valid. Null: for a browser.
   */
  remoteSerial: number | null;
  keyId: number;
}

export interface GrantKey {
  id: number;
  secret: KeyObject;
  createdAtMs: number;
  /** From then on nothing it signed is believed. */
  retiresAtMs: number;
}

export interface GrantKeys {
  signing: GrantKey;
  /** Every key that is believed. */
  byId: ReadonlyMap<number, GrantKey>;
}

/** How long an address is good for; players fetch the next one well before. */
export const GRANT_MS = 5 * 60_000;

// One layout and no other, all numbers with the greatest byte first. Its length divides by three, so that each token has
// one spelling in base64url.
const KEY_ID = 0;
const FLAGS = 4;
const STREAM_ID = 5;
const FROM = 9;
const TO = 15;
const EXPIRES_AT = 21;
const LEASE_ID = 27;
const SESSION_HASH = 43;
/** A grant without a session has its serial number where the hash of the session would be. */
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

/** What a session is known by in a grant; nothing can be read from it. */
export const sessionHashOf = (token: string): Buffer => hash('sha256', token, 'buffer').subarray(0, HASH_BYTES);

export const secretOfKey = (bytes: Buffer): KeyObject => createSecretKey(bytes);

const macOf = (key: GrantKey, signed: Buffer): Buffer =>
  createHmac('sha256', key.secret).update(signed).digest().subarray(0, MAC_BYTES);

const leaseBytes = (leaseId: string): Buffer => Buffer.from(leaseId.replaceAll('-', ''), 'hex');
const leaseIdOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** One segment of a path. */
export function signGrant(keys: GrantKeys, grant: Omit<Grant, 'keyId'>): string {
  const { leaseId, sessionHash, remoteSerial } = grant;
  if (remoteSerial !== null && (leaseId === null || sessionHash !== null))
    throw new Error('a grant for another machine has a lease and no session');
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

/** What a token says; undefined where it is none of ours, is over, or its key is not believed (any more). */
export function readGrant(keys: GrantKeys, token: string, nowMs: number): Grant | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const key = keys.byId.get(bytes.readUInt32BE(KEY_ID));
  if (!key || nowMs >= key.retiresAtMs) return undefined;
  // In constant time: how many bytes were right is not to be learnt from how long it takes.
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
