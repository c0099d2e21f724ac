import { createCipheriv, createECDH, randomBytes } from 'node:crypto';
import { hmacSha256 as hmac } from '#shared/hmac-sha256.ts';

const RECORD_BYTES = 4_096;
const PUBLIC_KEY_BYTES = 65;
const SECRET_INFO = Buffer.from('WebPush: info\0');
/** Each output is shorter than a hash, so the counter of HKDF is 1. */
const FIRST = Buffer.from([1]);
const KEY_INFO = Buffer.from('Content-Encoding: aes128gcm\0\x01');
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\x01');
/** Ends the last record. */
const END = Buffer.from([2]);

/** Makes a key pair for each message; an object of its own for each would cost as much as an HMAC. */
const curve = createECDH('prime256v1');

/** The longest text that fits one record of what push services accept. */
const MAX_TEXT_BYTES = RECORD_BYTES - 21 - PUBLIC_KEY_BYTES - 17;

/**
 * Encrypts a message for a browser (RFC 8291, as one record of RFC 8188), with a key pair and a salt of its own. By
 * ourselves, because the library takes a third longer, and one core notifies 100,000 browsers of breaking news.
 * Throws if a key is invalid.
 */
export function encryptPush(text: string, { p256dh, auth }: { p256dh: string; auth: string }): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > MAX_TEXT_BYTES) throw new Error(`a message of ${plain.length} bytes is too long`);
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = curve.generateKeys();
  const shared = curve.computeSecret(theirs);
  const salt = randomBytes(16);
  const info = Buffer.concat([SECRET_INFO, theirs, ours, FIRST]);
  const secret = hmac(hmac(Buffer.from(auth, 'base64url'), shared), info);
  const extracted = hmac(salt, secret);
  const key = hmac(extracted, KEY_INFO).subarray(0, 16);
  const nonce = hmac(extracted, NONCE_INFO).subarray(0, 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head[4] = PUBLIC_KEY_BYTES;
  const sealed = [cipher.update(plain), cipher.update(END), cipher.final()];
  return Buffer.concat([salt, head, ours, ...sealed, cipher.getAuthTag()]);
}
