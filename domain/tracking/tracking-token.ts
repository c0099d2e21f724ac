import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConsentPurpose } from '#shared/consent.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';

/** Who a browser that agreed to statistics is for a day. */
export interface TrackingIdentity {
  /** A pseudonym that says nothing and is another each Hong Kong day. */
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

/** The identity a token speaks of; null: made up, or over. */
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
 * The pseudonym of a browser for a Hong Kong day, out of the random name that it keeps for itself: the same all day, whoever asks, and
 * another tomorrow, which nobody without the key can lead back. A browser that tells no name is another at each asking.
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
 * The name under which a browser reports for a day; null without a yes to statistics. `ownName`: what it calls itself
 * (`x-visitor`), which is kept nowhere.
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
