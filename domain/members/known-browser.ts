import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretCookie, SESSION_COOKIES } from '#shared/session-cookie.ts';

/** As long as browsers keep a cookie. */
const KEPT_SECONDS = 400 * 86_400;
/** Members that use one browser; the one who logged in longest ago is forgotten first. */
const MEMBERS_A_BROWSER = 3;
const MARK = /^(\d{1,10})\.([\w-]{22})\.([\w-]{22})$/;

const macOf = (secretKey: string, memberId: number, nonce: string) =>
  createHmac('sha256', secretKey).update(`known browser ${memberId} ${nonce}`).digest().subarray(0, 16);

interface Mark {
  memberId: number;
  nonce: string;
  text: string;
}

function marksOf(secretKey: string, cookie: string | undefined): Mark[] {
  return (cookie ?? '').split('~', MEMBERS_A_BROWSER).flatMap((text) => {
    const [, id = '', nonce = '', mac = ''] = MARK.exec(text) ?? [];
    const given = Buffer.from(mac, 'base64url');
    const memberId = Number(id);
    const isOurs = given.length === 16 && timingSafeEqual(given, macOf(secretKey, memberId, nonce));
    return isOurs ? [{ memberId, nonce, text }] : [];
  });
}

/** What names this browser where the member logged in with it before; undefined for a stranger's. */
export const knownAs = (secretKey: string, cookie: string | undefined, memberId: number): string | undefined =>
  marksOf(secretKey, cookie).find((mark) => mark.memberId === memberId)?.nonce;

/** The cookie by which a browser is known the next time. It opens nothing: strangers' tries do not lock it out, that is all. */
export function knownCookie(secretKey: string, cookie: string | undefined, memberId: number): string {
  const others = marksOf(secretKey, cookie).filter((mark) => mark.memberId !== memberId);
  const nonce = randomBytes(16).toString('base64url');
  const mine = `${memberId}.${nonce}.${macOf(secretKey, memberId, nonce).toString('base64url')}`;
  const value = [mine, ...others.map(({ text }) => text)].slice(0, MEMBERS_A_BROWSER).join('~');
  return secretCookie(SESSION_COOKIES.known, value, KEPT_SECONDS);
}
