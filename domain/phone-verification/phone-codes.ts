import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const hmac = (secretKey: string, text: string) => createHmac('sha256', secretKey).update(text).digest();

/** A random code: 4 digits in texts we send, 6 in texts we receive. */
export const drawCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');

/** The stored form of a code. `of` identifies its owner, so that equal codes have different MACs. */
export const codeMac = (secretKey: string, of: string, code: string): Buffer =>
  hmac(secretKey, `phone code ${of} ${code}`);

/** Compares in constant time. */
export const isSameMac = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/**
 * The six digits of a voice call. Derived again when the callee presses a key, so that the code is not stored until
 * then.
 */
export function voiceCode(secretKey: string, pageInstance: string, turn: number): string {
  const drawn = hmac(secretKey, `voice code ${pageInstance} ${turn}`).readUIntBE(0, 6);
  return String(drawn % 1_000_000).padStart(6, '0');
}

/** The random_salt of a member's code. Deterministic, so that a repeated request gets the same one. */
export const saltOf = (secretKey: string, codeId: number): string =>
  hmac(secretKey, `sms salt ${codeId}`).toString('base64url');

/** Placeholder until the row has an id to derive the salt from. */
export const newSaltHash = (): Buffer => randomBytes(32);

export const hashOf = (salt: string): Buffer => createHash('sha256').update(salt).digest();

export const newPageInstance = (): string => randomBytes(16).toString('base64url');
