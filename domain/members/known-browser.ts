import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretCookie, SESSION_COOKIES } from '#shared/session-cookie.ts';

/** As long as browsers keep a cookie. */
const KEPT_SECONDS = 400 * 86_400;
/** Members that use one browser; the one who logged in longest ago is forgotten first. */
const MEMBERS_A_BROWSER = 3;
const MARK = /^(\d{1,10})\.([\w-]{22})\.([\w-]{22})$/;

const macOf = (secretKey: string, memberId: number, nonce: string) =>
  createHmac('sha256', secretKey).update(`known browser ${memberId} ${nonce}`).digest().subarray(0, 16);

/** What a browser shows of a member who logged in with it before. */
export interface KnownBrowser {
  /** Names the browser. */
  nonce: string;
  text: string;
}

/** The marks in a cookie as they stand there, whoever wrote them. */
const marksIn = (cookie: string | undefined): string[] =>
  (cookie ?? '').split('~', MEMBERS_A_BROWSER).filter((text) => MARK.test(text));
const isOf = (memberId: number) => (text: string) => text.startsWith(`${memberId}.`);

/** This browser, where the member logged in with it before; undefined for a stranger's. */
export function knownAs(secretKey: string, cookie: string | undefined, memberId: number): KnownBrowser | undefined {
  const text = marksIn(cookie).find(isOf(memberId));
  const [, , nonce = '', mac = ''] = MARK.exec(text ?? '') ?? [];
  const given = Buffer.from(mac, 'base64url');
  const isOurs = given.length === 16 && timingSafeEqual(given, macOf(secretKey, memberId, nonce));
  return text !== undefined && isOurs ? { nonce, text } : undefined;
}

/** The cookie by which a browser is known the next time. It opens nothing: strangers' tries do not lock it out, that is all. */
export function knownCookie(
  secretKey: string,
  cookie: string | undefined,
  memberId: number,
  known: KnownBrowser | undefined,
): string {
  const nonce = randomBytes(16).toString('base64url');
  const mine = known?.text ?? `${memberId}.${nonce}.${macOf(secretKey, memberId, nonce).toString('base64url')}`;
  // Those of others are looked at when they log in.
  const others = marksIn(cookie).filter((text) => !isOf(memberId)(text));
  const value = [mine, ...others].slice(0, MEMBERS_A_BROWSER).join('~');
  return secretCookie(SESSION_COOKIES.known, value, KEPT_SECONDS);
}
