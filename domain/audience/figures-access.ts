import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { attemptName, takeAttempt } from '#domain/attempts/attempts.ts';

/** Tries of one address: a token is long, so this is for the log and for the processor's sake. */
const TRIES = { limit: 10, windowMs: 15 * 60_000 };
export const ACCESS_SECONDS = 86_400;

export interface FiguresServices {
  /** What opens the figures; empty: nothing does. */
  token: string;
  secretKey: string;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

function passOf({ token, secretKey }: FiguresServices, expires: number): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `figures ${token}`, 32));
  return `${expires}.${createHmac('sha256', key).update(String(expires)).digest('base64url')}`;
}

/** A pass of a day for the right token; null for any other, and for whoever tried too often. */
export async function openFigures(
  { db, services, now }: { db: Db; services: FiguresServices; now: Date },
  token: string,
  address: string,
): Promise<string | null> {
  if (services.token === '') return null;
  const key = `figures ${attemptName(services.secretKey, address)}`;
  const isRight = timingSafeEqual(hash(token), hash(services.token));
  const { isAllowed } = await takeAttempt(db, key, { ...TRIES, now });
  if (!isRight || !isAllowed) return null;
  return passOf(services, Math.floor(now.getTime() / 1000) + ACCESS_SECONDS);
}

/** A pass holds for its day, and no longer than the token it was given for. */
export function mayReadFigures(services: FiguresServices, pass: string | undefined, now: Date): boolean {
  const [, expires] = /^(\d{1,12})\.[\w-]{43}$/.exec(pass ?? '') ?? [];
  if (services.token === '' || expires === undefined || Number(expires) * 1000 <= now.getTime()) return false;
  return timingSafeEqual(hash(pass ?? ''), hash(passOf(services, Number(expires))));
}
