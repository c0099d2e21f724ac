import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const hmac = (secretKey: string, text: string) => createHmac('sha256', secretKey).update(text).digest();

/** A code by lot, of 4 digits in a text that we send, of 6 in one that comes to us. */
export const drawCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0');

/** What is kept of a code. `of` names whose code it is, so that equal codes look different. */
export const codeMac = (secretKey: string, of: string, code: string): Buffer =>
  hmac(secretKey, `phone code ${of} ${code}`);

/** In constant time. */
export const isSameMac = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/**
 * The six digits of a voice call. They are worked out anew when the called person presses a key, so that no code waits
 * anywhere until then.
 */
export function voiceCode(secretKey: string, pageInstance: string, turn: number): string {
  const drawn = hmac(secretKey, `voice code ${pageInstance} ${turn}`).readUIntBE(0, 6);
  return String(drawn % 1_000_000).padStart(6, '0');
}

/** The random_salt of a member's code: whoever asks twice for one is given the same. */
export const saltOf = (secretKey: string, codeId: number): string =>
  hmac(secretKey, `sms salt ${codeId}`).toString('base64url');

/** Stands in the row until it has an id to make the salt of. */
export const newSaltHash = (): Buffer => randomBytes(32);

export const hashOf = (salt: string): Buffer => createHash('sha256').update(salt).digest();

export const newPageInstance = (): string => randomBytes(16).toString('base64url');
