import { createHmac } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError, type ErrorName } from '#shared/domain-error.ts';
import { countAttempts, deleteAttempts, findAttempts, forgiveAttempts, type CountedAttempt } from './attempts.store.ts';

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

/** Takes one of `limit` attempts a window under a key, counted by all processes together. */
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

/** Throws if `allows` does not allow one of the counts, with the seconds until the last of these begins anew. */
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

/** Refuses where a limit is used up, and counts nothing. */
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
 * Counts a guess under each key if it is wrong, and answers whether it is right. The counts are taken and locked before
 * `isRight` looks: of any number of guesses at once no more than a limit are looked at. A guess past a limit is refused
 * unlooked at and counts nothing; one that is right gives back what it took, and nothing else.
 */
export async function takeGuess(
  db: Db,
  limits: readonly KeyedLimit[],
  { now, isRight }: { now: Date; isRight: (tx: Tx) => Promise<boolean> },
): Promise<boolean> {
  // A flood of guesses past a limit waits for no lock, and keeps no connection from others.
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

/** Forgets what was counted under some keys, such as the tries before one that was right. */
export const forgetAttempts = (db: Db, keys: readonly string[]): Promise<void> => deleteAttempts(db, keys);

/** Stands for an address or a number in keys, so that the table does not reveal it. */
export const attemptName = (secretKey: string, value: string): string =>
  createHmac('sha256', secretKey).update(`attempt ${value}`).digest('base64url').slice(0, 22);
