import { createHmac } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import {
  countAttempts,
  deleteAttempts,
  deleteAttemptsUnder,
  findAttempts,
  forgiveAttempts,
  type CountedAttempt,
} from './attempts.store.ts';

export { countAttempts, deleteOverAttempts, forgiveAttempts, forgivingAttempts } from './attempts.store.ts';

export interface AttemptLimit {
  limit: number;
  windowMs: number;
}

/** A limit with the key that it is counted under. */
export interface KeyedLimit extends AttemptLimit {
  key: string;
}

export interface TakenAttempt {
  isAllowed: boolean;
  /** 0 if allowed. */
  retryAfterSeconds: number;
}

const secondsUntil = (endsAt: Date, now: Date): number =>
  Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));

/** Counts an attempt under a key, shared by all processes; allowed up to `limit` per window. */
export async function takeAttempt(
  db: Db,
  key: string,
  { limit, windowMs, now }: AttemptLimit & { now: Date },
): Promise<TakenAttempt> {
  const [counted] = await countAttempts(db, [{ key, windowMs }], now);
  if (!counted) throw new Error('counting an attempt returned no row');
  const { count, endsAt } = counted;
  if (count <= limit) return { isAllowed: true, retryAfterSeconds: 0 };
  return { isAllowed: false, retryAfterSeconds: secondsUntil(endsAt, now) };
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

/** Throws if `allows` rejects one of the counts, with the seconds until the last rejected window ends. */
function demandUnder(
  counted: readonly CountedAttempt[],
  limits: readonly KeyedLimit[],
  { now, refusal, allows }: { now: Date; refusal: ErrorName; allows: (count: number, limit: number) => boolean },
): void {
  const over = counted.filter(({ key, count }) => {
    const limit = limits.find((one) => one.key === key)?.limit ?? 0;
    return !allows(count, limit);
  });
  if (over.length === 0) return;
  throw new DomainError(refusal, {
    retry_after_seconds: Math.max(...over.map(({ endsAt }) => secondsUntil(endsAt, now))),
  });
}

/** Throws if a limit is used up. Counts nothing. */
export async function demandLeft(
  db: Db,
  limits: readonly KeyedLimit[],
  now: Date,
  refusal: ErrorName = 'tooManyRequests',
): Promise<void> {
  const counted = await findAttempts(
    db,
    limits.map(({ key }) => key),
    now,
  );
  demandUnder(counted, limits, { now, refusal, allows: (count, limit) => count < limit });
}

/**
 * Counts a guess under each key if it is wrong, and returns whether it is right. The counts are taken and locked before
 * `isRight` runs, so that no more concurrent guesses than a limit are checked. A guess beyond a limit is refused
 * unchecked and not counted; a right one gives back only the attempt that it took.
 */
export async function takeGuess(
  db: Db,
  limits: readonly KeyedLimit[],
  { now, isRight }: { now: Date; isRight: (tx: Tx) => Promise<boolean> },
): Promise<boolean> {
  // Checked without locks first, so that a flood of guesses beyond a limit holds no connection.
  await demandLeft(db, limits, now);
  return db.transaction(async (tx) => {
    const allows = (count: number, limit: number) => count <= limit;
    demandUnder(await countAttempts(tx, limits, now), limits, { now, refusal: 'tooManyRequests', allows });
    const right = await isRight(tx);
    if (right)
      await forgiveAttempts(
        tx,
        limits.map(({ key }) => key),
      );
    return right;
  });
}

/** Deletes the counts of some keys, such as the failed attempts before a successful one. */
export const forgetAttempts = (db: Db, keys: readonly string[]): Promise<void> => deleteAttempts(db, keys);

/** Deletes the counts of keys, and of all that continue one that ends with a colon. Returns their number. */
export const forgetAttemptsUnder = (db: Db, keys: readonly string[]): Promise<number> => deleteAttemptsUnder(db, keys);

/** Pseudonym of an address or number for use in keys, so that the table does not reveal it. */
export const attemptName = (secretKey: string, value: string): string =>
  createHmac('sha256', secretKey).update(`attempt ${value}`).digest('base64url').slice(0, 22);
