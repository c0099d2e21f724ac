import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretCookie, SESSION_COOKIES } from '#shared/session-cookie.ts';

/** As long as browsers keep a cookie. */
const KEPT_SECONDS = 400 * 86_400;
/** Members that use one browser; the one who logged in longest ago is forgotten first. */
const MEMBERS_A_BROWSER = 3;
const MARK = /^(\d{1,10})\.(\d{1,10})\.([\w-]{22})\.([\w-]{22})$/;

/** Whose browser it is, in the epoch in which it was: a new password makes every browser a stranger's. */
export interface Holder {
  id: number;
  epoch: number;
}

const macOf = (secretKey: string, { id, epoch }: Holder, nonce: string) =>
  createHmac('sha256', secretKey).update(`known browser ${id} ${epoch} ${nonce}`).digest().subarray(0, 16);

/** What a browser shows of a member who logged in with it before. */
export interface TrustedDevice {
  /** Names the browser. */
  nonce: string;
  text: string;
}

/** The marks in a cookie as they stand there, whoever wrote them. */
const marksIn = (cookie: string | undefined): string[] =>
  (cookie ?? '').split('~', MEMBERS_A_BROWSER).filter((text) => MARK.test(text));
const isOf =
  ({ id }: Holder) =>
  (text: string) =>
    text.startsWith(`${id}.`);

/** This browser, where the member logged in with it in the present epoch; undefined for a stranger's. */
export function trustedAs(secretKey: string, cookie: string | undefined, holder: Holder): TrustedDevice | undefined {
  const text = marksIn(cookie).find(isOf(holder));
  const [, , epoch = '', nonce = '', mac = ''] = MARK.exec(text ?? '') ?? [];
  const given = Buffer.from(mac, 'base64url');
  const isOurs = given.length === 16 && timingSafeEqual(given, macOf(secretKey, holder, nonce));
  return text !== undefined && isOurs && epoch === String(holder.epoch) ? { nonce, text } : undefined;
}

/** The cookie by which a browser is known the next time. It opens nothing: strangers' tries do not lock it out, that is all. */
export function trustedDeviceCookie(
  secretKey: string,
  cookie: string | undefined,
  holder: Holder,
  known: TrustedDevice | undefined,
): string {
  const nonce = randomBytes(16).toString('base64url');
  const mine =
    known?.text ?? `${holder.id}.${holder.epoch}.${nonce}.${macOf(secretKey, holder, nonce).toString('base64url')}`;
  // Those of others are looked at when they log in.
  const others = marksIn(cookie).filter((text) => !isOf(holder)(text));
  const value = [mine, ...others].slice(0, MEMBERS_A_BROWSER).join('~');
  return secretCookie(SESSION_COOKIES.known, value, KEPT_SECONDS);
}

/** The cookie for a browser that goes on being known in a new epoch; undefined for one that was not. */
export function carriedCookie(
  secretKey: string,
  cookie: string | undefined,
  former: Holder,
  epoch: number,
): string | undefined {
  if (!trustedAs(secretKey, cookie, former)) return undefined;
  return trustedDeviceCookie(secretKey, cookie, { id: former.id, epoch }, undefined);
}
