import { createHmac } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { countAttempts, deleteAttempts } from './attempts.store.ts';

export { countAttempts, deleteOverAttempts, forgivingAttempts } from './attempts.store.ts';

export interface AttemptLimit {
  limit: number;
  windowMs: number;
}

export interface TakenAttempt {
  isAllowed: boolean;
  /** 0 if allowed. */
  retryAfterSeconds: number;
}

/** Takes one of `limit` attempts per window under a key, counted across all processes. */
export async function takeAttempt(
  db: Db,
  key: string,
  { limit, windowMs, now }: AttemptLimit & { now: Date },
): Promise<TakenAttempt> {
  const [counted] = await countAttempts(db, [{ key, windowMs }], now);
  if (!counted) throw new Error('an attempt was not counted');
  const { count, endsAt } = counted;
  if (count <= limit) return { isAllowed: true, retryAfterSeconds: 0 };
  return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)) };
}

/** Same, but throws with the seconds to wait. */
export async function demandAttempt(
  db: Db,
  key: string,
  limit: AttemptLimit & { now: Date },
  refusal: ErrorName = 'tooManyRequests',
): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await takeAttempt(db, key, limit);
  if (!isAllowed) throw new DomainError(refusal, { retry_after_seconds: retryAfterSeconds });
}

/** Clears the counts of keys, such as failed tries before a success. */
export const forgetAttempts = (db: Db, keys: readonly string[]): Promise<void> => deleteAttempts(db, keys);

/** Stands for an address or a number in keys, so that the table does not reveal it. */
export const attemptName = (secretKey: string, value: string): string =>
  createHmac('sha256', secretKey).update(`attempt ${value}`).digest('base64url').slice(0, 22);
