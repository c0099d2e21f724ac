import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { attemptName, takeAttempt } from '#domain/attempts/attempts.ts';

/** Attempts per address. The token is too long to guess, so this protects the log and the CPU. */
const TRIES = { limit: 10, windowMs: 15 * 60_000 };
export const ACCESS_SECONDS = 86_400;

export interface FiguresServices {
  /** Token that grants access to the figures. Empty: no access. */
  token: string;
  secretKey: string;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

function passOf({ token, secretKey }: FiguresServices, expires: number): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `figures ${token}`, 32));
  return `${expires}.${createHmac('sha256', key).update(String(expires)).digest('base64url')}`;
}

/** Exchanges the right token for a pass valid for a day. Null for any other token, or after too many attempts. */
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

/** A pass is valid for a day, and only as long as the token it was issued for. */
export function mayReadFigures(services: FiguresServices, pass: string | undefined, now: Date): boolean {
  const [, expires] = /^(\d{1,12})\.[\w-]{43}$/.exec(pass ?? '') ?? [];
  if (services.token === '' || expires === undefined || Number(expires) * 1000 <= now.getTime()) return false;
  return timingSafeEqual(hash(pass ?? ''), hash(passOf(services, Number(expires))));
}
