import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { isLinkOpen } from './guests.store.ts';
import { CODE_DIGITS, PROOF_MS } from './guests.rules.ts';

// Proofs of a guest: six digits, a link, and the cookie either is exchanged for.

const LINK = /^[\w-]{43}$/;

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/** One hash per mailbox, however its address is written. For lookup, not secrecy: the address is stored beside it. */
export const emailHashOf = (email: string): Buffer =>
  createHash('sha256')
    .update(`guest ${emailKeyOf(email)}`)
    .digest();

export const drawCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/**
 * Keyed, because six digits are quickly brute-forced. Includes the guest id, so that equal codes have different hashes.
 */
export const codeHashOf = (secretKey: string, guestId: number, code: string): Buffer =>
  createHmac('sha256', secretKey).update(`guest code ${guestId} ${code}`).digest();

export const isCode = (secretKey: string, guestId: number, code: string, kept: Buffer): boolean =>
  isSame(codeHashOf(secretKey, guestId, code), kept);

export const drawLink = (): string => randomBytes(32).toString('base64url');

/** Null if malformed. */
export const linkHashOf = (link: string): Buffer | null =>
  LINK.test(link) ? createHash('sha256').update(link).digest() : null;

/** Whether a mailed link can be used. Does not use it, so that mail scanners do no harm. */
export async function isGuestLink(db: Db, link: string, now: Date): Promise<boolean> {
  const secretHash = linkHashOf(link);
  return secretHash !== null && isLinkOpen(db, secretHash, now);
}

const signatureOf = (secretKey: string, guestId: string, untilSeconds: string): string =>
  createHmac('sha256', secretKey).update(`guest buyer ${guestId} ${untilSeconds}`).digest('base64url');

/** The signed cookie value: guest id and expiry. */
export function signGuest(secretKey: string, guestId: number, now: Date): { value: string; seconds: number } {
  const until = String(Math.floor((now.getTime() + PROOF_MS) / 1_000));
  const id = String(guestId);
  return { value: `${id}.${until}.${signatureOf(secretKey, id, until)}`, seconds: PROOF_MS / 1_000 };
}

/** The guest id of a cookie; null if invalid or expired. */
export function guestIdOf(secretKey: string, value: string | undefined, now: Date): number | null {
  const [, id = '', until = '', signature = ''] = /^([1-9]\d{0,9})\.(\d{1,12})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  if (id === '' || Number(until) * 1_000 <= now.getTime()) return null;
  return isSame(Buffer.from(signature), Buffer.from(signatureOf(secretKey, id, until))) ? Number(id) : null;
}
