import { hash, randomUUID } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { attemptName, demandAttempt } from '#domain/attempts/attempts.ts';
import type { Visitor } from '#domain/auth/auth.ts';
import type { Given } from '#domain/forms/fields.rules.ts';
import { readForm } from '#domain/forms/forms.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { lettered } from '#domain/mail/member-letter.ts';
import { addressKey } from '#shared/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { GUEST_LIMITS } from '#shared/limits.ts';
import { memberPaths } from '#shared/member-paths.ts';
import { secretCookie, secretOf, SESSION_COOKIES } from '#shared/session-cookie.ts';
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
import { GUEST_FORMS } from './guests.rules.ts';
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
import { CODE_MS, CODE_TRIES, LINK_MS } from './sales.rules.ts';
import type { Buyer } from './sales.types.ts';

// Who buys without an account: an address that was proved by a mailed code, or by a mailed link, and a cookie that says so for
// thirty days. Nobody learns here whether an address has bought anything: answers are the same.

export interface GuestServices {
  db: Db;
  siteUrl: string;
  secretKey: string;
}

type Guest = Extract<Buyer, { kind: 'guest' }>;
type Sender = Pick<Visitor, 'now' | 'remoteIp'>;

/** A key that says nothing of the mailbox. */
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

/** Mails a code of six digits that proves an address; a newer one takes its place. */
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
    await queueMail(tx, lettered(guestCodeMail({ key: randomUUID(), recipient: email, code })));
  });
}

/** Exchanges the mailed code for a guest. 10005 where it is wrong, over, used, or tried too often. */
export async function proveGuest(services: GuestServices, given: Given, { now, remoteIp }: Sender): Promise<Guest> {
  const { db, secretKey } = services;
  const { email, verify_code: code } = readForm(GUEST_FORMS.proveGuest, given, now);
  const emailHash = emailHashOf(email);
  const tries = { ...GUEST_LIMITS.triesOfAddress, now };
  await demandAttempt(db, `guest:tries:${addressKey(remoteIp)}`, tries);
  await demandAttempt(db, `guest:tries:${mailboxName(secretKey, emailHash)}`, { ...GUEST_LIMITS.triesOfMailbox, now });
  const found = await findGuestByHash(db, emailHash);
  const guestId = found?.id ?? 0;
  // A try counts whatever becomes of it: it is not thrown within the transaction.
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

/** Mails a link to the orders of an address, where there are any. The answer does not say. */
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
    // To the address that was proved, however the asker wrote it.
    await queueMail(tx, lettered(guestLinkMail({ key: randomUUID(), recipient: guest.email, url })));
  });
}

/** Exchanges a mailed link for its guest: by a press, as scanners open links. 10005 where it is used or over. */
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

/** The guest of a mailbox that the station itself vouches for: nothing is mailed. */
export async function vouchForGuest(tx: Tx, email: string, now: Date): Promise<Guest> {
  const { id } = await haveGuest(tx, { emailHash: emailHashOf(email), email, createdAt: now });
  await updateGuest(tx, id, { provedAt: now });
  return { kind: 'guest', guestId: id, email };
}

/** The `Set-Cookie` header of a guest who was proved. */
export function guestCookie({ secretKey }: Pick<GuestServices, 'secretKey'>, { guestId }: Guest, now: Date): string {
  const { value, seconds } = signGuest(secretKey, guestId, now);
  return secretCookie(SESSION_COOKIES.guest, value, seconds);
}

/** The guest of a browser, by its `Cookie` header; null where it proved none, or the guest was erased. */
export async function guestOf(
  { db, secretKey }: Pick<GuestServices, 'db' | 'secretKey'>,
  cookieHeader: string | null | undefined,
  now: Date,
): Promise<Guest | null> {
  const guestId = guestIdOf(secretKey, secretOf(cookieHeader, SESSION_COOKIES.guest), now);
  const guest = guestId === null ? null : await findGuest(db, guestId);
  return guest && guest.provedAt !== null ? { kind: 'guest', guestId: guest.id, email: guest.email } : null;
}
