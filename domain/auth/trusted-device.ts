import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretCookie, SESSION_COOKIES } from '#shared/http/session-cookie.ts';

/** Maximum lifetime of a cookie in browsers. */
const KEPT_SECONDS = 400 * 86_400;
/** Maximum members per browser. The one who logged in longest ago is dropped first. */
const MEMBERS_A_BROWSER = 3;
const MARK = /^(\d{1,10})\.(\d{1,10})\.([\w-]{22})\.([\w-]{22})$/;

/** Member and epoch a mark belongs to. A new password raises the epoch, so that no browser is trusted any more. */
export interface Holder {
  id: number;
  epoch: number;
}

const macOf = (secretKey: string, { id, epoch }: Holder, nonce: string) =>
  createHmac('sha256', secretKey).update(`known browser ${id} ${epoch} ${nonce}`).digest().subarray(0, 16);

/** A valid mark of a member who logged in with this browser before. */
export interface TrustedDevice {
  /** Identifies the browser. */
  nonce: string;
  text: string;
}

/** Marks in a cookie, not yet verified. */
const marksIn = (cookie: string | undefined): string[] =>
  (cookie ?? '').split('~', MEMBERS_A_BROWSER).filter((text) => MARK.test(text));
const isOf =
  ({ id }: Holder) =>
  (text: string) =>
    text.startsWith(`${id}.`);

/** The mark of this browser for a member in the current epoch. Undefined if the browser is not trusted. */
export function trustedAs(secretKey: string, cookie: string | undefined, holder: Holder): TrustedDevice | undefined {
  const text = marksIn(cookie).find(isOf(holder));
  const [, , epoch = '', nonce = '', mac = ''] = MARK.exec(text ?? '') ?? [];
  const given = Buffer.from(mac, 'base64url');
  const isOurs = given.length === 16 && timingSafeEqual(given, macOf(secretKey, holder, nonce));
  return text !== undefined && isOurs && epoch === String(holder.epoch) ? { nonce, text } : undefined;
}

/**
 * The cookie that marks a browser as trusted. It grants no access: it only exempts the browser from a lock caused by
 * others' attempts.
 */
export function trustedDeviceCookie(
  secretKey: string,
  cookie: string | undefined,
  holder: Holder,
  known: TrustedDevice | undefined,
): string {
  const nonce = randomBytes(16).toString('base64url');
  const mine =
    known?.text ?? `${holder.id}.${holder.epoch}.${nonce}.${macOf(secretKey, holder, nonce).toString('base64url')}`;
  // Marks of other members are verified when those members log in.
  const others = marksIn(cookie).filter((text) => !isOf(holder)(text));
  const value = [mine, ...others].slice(0, MEMBERS_A_BROWSER).join('~');
  return secretCookie(SESSION_COOKIES.known, value, KEPT_SECONDS);
}

/** Moves a trusted browser to a new epoch. Undefined if it was not trusted. */
export function carriedCookie(
  secretKey: string,
  cookie: string | undefined,
  former: Holder,
  epoch: number,
): string | undefined {
  if (!trustedAs(secretKey, cookie, former)) return undefined;
  return trustedDeviceCookie(secretKey, cookie, { id: former.id, epoch }, undefined);
}
