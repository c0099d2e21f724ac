import { hash, randomUUID } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { attemptName, demandAttempt } from '#domain/attempts/attempts.ts';
import type { Visitor } from '#domain/auth/auth.ts';
import type { Given } from '#domain/forms/fields.rules.ts';
import { readForm } from '#domain/forms/forms.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { GUEST_LIMITS } from '#shared/limits.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';
import { secretCookie, secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import {
  codeHashOf,
  drawCode,
  drawLink,
  emailHashOf,
  guestIdOf,
  isCode,
  linkHashOf,
  signGuest,
} from './guest-links.ts';
import { GUEST_FORMS } from './guest-forms.rules.ts';
import {
  countTry,
  findGuest,
  findGuestByHash,
  hasOrders,
  haveGuest,
  insertProof,
  lockNewestCode,
  takeLink,
  updateGuest,
  useProof,
} from './guests.store.ts';
import { guestCodeMail, guestLinkMail } from './sales.mail.ts';
import { CODE_MS, CODE_TRIES, LINK_MS } from './guests.rules.ts';
import type { Buyer } from './sales.types.ts';

// Buyers without an account: an address verified by a mailed code or link, and a cookie valid for thirty days. Answers
// are uniform, so that nobody learns whether an address bought anything.

export interface GuestServices {
  db: Db;
  siteUrl: string;
  secretKey: string;
}

type Guest = Extract<Buyer, { kind: 'guest' }>;
type Sender = Pick<Visitor, 'now' | 'remoteIp'>;

/** A rate-limit key that does not reveal the mailbox. */
const mailboxName = (secretKey: string, emailHash: Buffer): string =>
  attemptName(secretKey, emailHash.toString('base64url'));

async function demandMail(
  { db, secretKey }: GuestServices,
  emailHash: Buffer,
  { now, remoteIp }: Sender,
): Promise<void> {
  const limits = [
    [`guest:address:${addressKey(remoteIp)}`, GUEST_LIMITS.mailsOfAddress],
    [`guest:mailbox:${mailboxName(secretKey, emailHash)}`, GUEST_LIMITS.mailsOfMailbox],
    ['guest:mails', GUEST_LIMITS.mails],
  ] as const;
  for (const [key, limit] of limits) await demandAttempt(db, key, { ...limit, now });
}

/** Mails a six-digit code that verifies an address; it replaces earlier codes. */
export async function askGuestProof(services: GuestServices, given: Given, sender: Sender): Promise<void> {
  const { db, secretKey } = services;
  const { now } = sender;
  const { email } = readForm(GUEST_FORMS.askGuestProof, given, now);
  const emailHash = emailHashOf(email);
  await demandMail(services, emailHash, sender);
  await db.transaction(async (tx) => {
    const guest = await haveGuest(tx, { emailHash, email, createdAt: now });
    const code = drawCode();
    await insertProof(tx, {
      guestId: guest.id,
      kind: 'code',
      secretHash: codeHashOf(secretKey, guest.id, code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_MS),
    });
    await queueLetter(tx, guestCodeMail({ key: randomUUID(), recipient: email, code }));
  });
}

/** Exchanges a mailed code for a guest. Throws 10005 if it is wrong, expired, used, or tried too often. */
export async function proveGuest(services: GuestServices, given: Given, { now, remoteIp }: Sender): Promise<Guest> {
  const { db, secretKey } = services;
  const { email, verify_code: code } = readForm(GUEST_FORMS.proveGuest, given, now);
  const emailHash = emailHashOf(email);
  const tries = { ...GUEST_LIMITS.triesOfAddress, now };
  await demandAttempt(db, `guest:tries:${addressKey(remoteIp)}`, tries);
  await demandAttempt(db, `guest:tries:${mailboxName(secretKey, emailHash)}`, { ...GUEST_LIMITS.triesOfMailbox, now });
  const found = await findGuestByHash(db, emailHash);
  const guestId = found?.id ?? 0;
  // The try must be counted even if it fails, so the transaction does not throw.
  const isRight = await db.transaction(async (tx) => {
    const proof = await lockNewestCode(tx, guestId, now);
    if (!proof || proof.tries >= CODE_TRIES) return false;
    await countTry(tx, proof.id);
    if (!isCode(secretKey, guestId, code, proof.secretHash)) return false;
    await useProof(tx, proof.id, now);
    await updateGuest(tx, guestId, { email, provedAt: now });
    return true;
  });
  if (!isRight) throw new DomainError('verifyCodeNotFound');
  return { kind: 'guest', guestId, email };
}

/** Mails a link to an address's orders, if there are any. The answer does not reveal it. */
export async function findGuestOrder(services: GuestServices, given: Given, sender: Sender): Promise<void> {
  const { db, siteUrl } = services;
  const { now } = sender;
  const { email } = readForm(GUEST_FORMS.findGuestOrder, given, now);
  const emailHash = emailHashOf(email);
  await demandMail(services, emailHash, sender);
  const guest = await findGuestByHash(db, emailHash);
  if (!guest || !(await hasOrders(db, guest.id))) return;
  await db.transaction(async (tx) => {
    const link = drawLink();
    await insertProof(tx, {
      guestId: guest.id,
      kind: 'link',
      secretHash: hash('sha256', link, 'buffer'),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_MS),
    });
    const url = siteUrl + memberPaths.guestOrders({ code: link });
    // To the verified spelling of the address, not the one given.
    await queueLetter(tx, guestLinkMail({ key: randomUUID(), recipient: guest.email, url }));
  });
}

/**
 * Exchanges a mailed link for its guest, on a button press because scanners open links. Throws 10005 if it is used or
 * expired.
 */
export async function openGuestLink(
  { db }: Pick<GuestServices, 'db'>,
  link: string,
  { now, remoteIp }: Sender,
): Promise<Guest> {
  await demandAttempt(db, `guest:tries:${addressKey(remoteIp)}`, { ...GUEST_LIMITS.triesOfAddress, now });
  const secretHash = linkHashOf(link);
  if (secretHash === null) throw new DomainError('verifyCodeNotFound');
  return db.transaction(async (tx) => {
    const guestId = await takeLink(tx, secretHash, now);
    const guest = guestId === null ? null : await findGuest(tx, guestId);
    if (!guest) throw new DomainError('verifyCodeNotFound');
    await updateGuest(tx, guest.id, { provedAt: now });
    return { kind: 'guest', guestId: guest.id, email: guest.email };
  });
}

/** The guest of a mailbox that the station vouches for; sends no mail. */
export async function vouchForGuest(tx: Tx, email: string, now: Date): Promise<Guest> {
  const { id } = await haveGuest(tx, { emailHash: emailHashOf(email), email, createdAt: now });
  await updateGuest(tx, id, { provedAt: now });
  return { kind: 'guest', guestId: id, email };
}

/** The `Set-Cookie` header of a verified guest. */
export function guestCookie({ secretKey }: Pick<GuestServices, 'secretKey'>, { guestId }: Guest, now: Date): string {
  const { value, seconds } = signGuest(secretKey, guestId, now);
  return secretCookie(SESSION_COOKIES.guest, value, seconds);
}

/** The guest of a `Cookie` header; null if absent, invalid or erased. */
export async function guestOf(
  { db, secretKey }: Pick<GuestServices, 'db' | 'secretKey'>,
  cookieHeader: string | null | undefined,
  now: Date,
): Promise<Guest | null> {
  const guestId = guestIdOf(secretKey, secretOf(cookieHeader, SESSION_COOKIES.guest), now);
  const guest = guestId === null ? null : await findGuest(db, guestId);
  return guest && guest.provedAt !== null ? { kind: 'guest', guestId: guest.id, email: guest.email } : null;
}
