import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConsentPurpose } from '#shared/ads/consent.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';

/** Identity for a day of a browser with consent to statistics. */
export interface TrackingIdentity {
  /** An opaque pseudonym that changes each Hong Kong day. */
  visitor: string;
  memberId: number | null;
  /** Bits of ConsentPurpose. */
  consent: number;
}

const LIFE_SECONDS = 86_400;
const TOKEN = /^v1\.([\w-]{22})\.(\d{1,10}|-)\.(\d{1,3})\.(\d{1,12})\.([\w-]{43})$/;
const NAME = /^[\w-]{22}$/;

const mac = (secretKey: string, text: string): Buffer =>
  createHmac('sha256', `tracking ${secretKey}`).update(text).digest();

/** The identity in a token. Null if it is forged or expired. */
export function readTrackingToken(secretKey: string, token: string | null, now: Date): TrackingIdentity | null {
  const parts = token === null || token.length > 200 ? null : TOKEN.exec(token);
  if (parts === null) return null;
  const [whole, visitor = '', member = '', bits = '', until = '', given = ''] = parts;
  const told = whole.slice(0, -given.length - 1);
  const expected = mac(secretKey, told);
  const shown = Buffer.from(given, 'base64url');
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) return null;
  if (Number(until) * 1_000 < now.getTime()) return null;
  const memberId = member === '-' ? null : Number(member);
  if (memberId !== null && !isPossibleId(memberId)) return null;
  return { visitor, memberId, consent: Number(bits) };
}

/**
 * Pseudonym of a browser for a Hong Kong day, derived from the random name the browser stores: the same all day,
 * another one tomorrow, and untraceable without the key. A browser without a name gets a new one for every request.
 */
function pseudonymOf(secretKey: string, ownName: string | null, day: string): string {
  if (ownName === null || !NAME.test(ownName)) return randomBytes(16).toString('base64url');
  return createHmac('sha256', `visitor ${secretKey}`)
    .update(`${day} ${ownName}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}

/**
 * Signed pseudonym under which a browser reports for a day. Null without consent to statistics. `ownName` is the
 * browser's own name (`x-visitor`), which is not stored.
 */
export function trackingToken(
  secretKey: string,
  { consent, memberId, ownName }: { consent: number; memberId: number | null; ownName: string | null },
  now: Date,
): string | null {
  if ((consent & ConsentPurpose.STATISTICS) === 0) return null;
  const visitor = pseudonymOf(secretKey, ownName, dayHkOf(now));
  const until = Math.floor(now.getTime() / 1_000) + LIFE_SECONDS;
  const told = `v1.${visitor}.${memberId ?? '-'}.${consent}.${until}`;
  return `${told}.${mac(secretKey, told).toString('base64url')}`;
}
