import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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
const TOKEN = /^v[12]\.([\w-]{22}|-)\.(\d{1,10}|-)\.(\d{1,3})\.(\d{1,12})(?:\.(\d{1,4}))?\.([\w-]{43})$/;
const HOUR_SECONDS = 3_600;
const NAME = /^[\w-]{22}$/;

const mac = (secretKey: string, text: string): Buffer =>
  createHmac('sha256', `tracking ${secretKey}`).update(text).digest();

/** What a token says of its reports. */
export interface ReportToken {
  /** Null without consent to statistics. */
  identity: TrackingIdentity | null;
  /** How many sessions a sampled one represents. */
  weight: number;
}

const NO_TOKEN: ReportToken = { identity: null, weight: 1 };

/** What a token says. A forged or expired one says nothing. */
export function readTrackingToken(secretKey: string, token: string | null, now: Date): ReportToken {
  const parts = token === null || token.length > 200 ? null : TOKEN.exec(token);
  if (parts === null) return NO_TOKEN;
  const [whole, visitor = '', member = '', bits = '', until = '', weight = '1', given = ''] = parts;
  const told = whole.slice(0, -given.length - 1);
  const expected = mac(secretKey, told);
  const shown = Buffer.from(given, 'base64url');
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) return NO_TOKEN;
  if (Number(until) * 1_000 < now.getTime()) return NO_TOKEN;
  const memberId = member === '-' ? null : Number(member);
  if (memberId !== null && !isPossibleId(memberId)) return NO_TOKEN;
  const identity = visitor === '-' ? null : { visitor, memberId, consent: Number(bits) };
  return { identity, weight: Number(weight) };
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

/** The same token with a weight. */
export function weighted(secretKey: string, token: string, weight: number): string {
  const told = `v2.${token.split('.').slice(1, -1).join('.')}.${weight}`;
  return `${told}.${mac(secretKey, told).toString('base64url')}`;
}

/** For a browser without pseudonym that is in a sample. It is the same for all of an hour, so it identifies nobody. */
export function sampleToken(secretKey: string, weight: number, now: Date): string {
  const until = Math.ceil(now.getTime() / 1_000 / HOUR_SECONDS) * HOUR_SECONDS + LIFE_SECONDS;
  const told = `v2.-.-.0.${until}.${weight}`;
  return `${told}.${mac(secretKey, told).toString('base64url')}`;
}

/** Whether a pseudonym is in a sample of one in so many: all day, or its visitor would be counted by a part of what they did. */
export const isSampled = (visitor: string, oneIn: number): boolean =>
  createHash('sha256').update(`sample ${visitor}`).digest().readUInt32BE(0) % oneIn === 0;
