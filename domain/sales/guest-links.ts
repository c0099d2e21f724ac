import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { emailKeyOf } from '#domain/forms/email.rules.ts';
import { isLinkOpen } from './guests.store.ts';
import { CODE_DIGITS, PROOF_MS } from './sales.rules.ts';

// What proves a guest: six digits, a link, and the cookie that either is exchanged for.

const LINK = /^[\w-]{43}$/;

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/** One mailbox, however its address is written, has one hash. It finds a guest, and hides nothing: the address stands beside it. */
export const emailHashOf = (email: string): Buffer =>
  createHash('sha256')
    .update(`guest ${emailKeyOf(email)}`)
    .digest();

export const drawCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** Keyed, as six digits are soon tried; with its guest, so that equal codes look different. */
export const codeHashOf = (secretKey: string, guestId: number, code: string): Buffer =>
  createHmac('sha256', secretKey).update(`guest code ${guestId} ${code}`).digest();

export const isCode = (secretKey: string, guestId: number, code: string, kept: Buffer): boolean =>
  isSame(codeHashOf(secretKey, guestId, code), kept);

export const drawLink = (): string => randomBytes(32).toString('base64url');

/** Null for what no link of ours is. */
export const linkHashOf = (link: string): Buffer | null =>
  LINK.test(link) ? createHash('sha256').update(link).digest() : null;

/** Whether a mailed link can be used; looking at it does not use it, so a scanner that reads the mail first spoils nothing. */
export async function isGuestLink(db: Db, link: string, now: Date): Promise<boolean> {
  const secretHash = linkHashOf(link);
  return secretHash !== null && isLinkOpen(db, secretHash, now);
}

const signatureOf = (secretKey: string, guestId: string, untilSeconds: string): string =>
  createHmac('sha256', secretKey).update(`guest buyer ${guestId} ${untilSeconds}`).digest('base64url');

/** The value of the cookie: whose it is, until when, signed. */
export function signGuest(secretKey: string, guestId: number, now: Date): { value: string; seconds: number } {
  const until = String(Math.floor((now.getTime() + PROOF_MS) / 1_000));
  const id = String(guestId);
  return { value: `${id}.${until}.${signatureOf(secretKey, id, until)}`, seconds: PROOF_MS / 1_000 };
}

/** The guest of a cookie; null where it is none of ours, or over. */
export function guestIdOf(secretKey: string, value: string | undefined, now: Date): number | null {
  const [, id = '', until = '', signature = ''] = /^([1-9]\d{0,9})\.(\d{1,12})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  if (id === '' || Number(until) * 1_000 <= now.getTime()) return null;
  return isSame(Buffer.from(signature), Buffer.from(signatureOf(secretKey, id, until))) ? Number(id) : null;
}
