import type { Db } from '#db/database.ts';
import { takeGuess } from '#domain/attempts/attempts.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CODE_LIMITS } from '#shared/limits.ts';
import { isCodeForm, normaliseCode, unknownCode, type CodeUse } from './promotions.rules.ts';
import { findCode } from './promotions.store.ts';

/** Who tries a code, from where, and when. */
export interface CodeGuess {
  code: string;
  use: CodeUse;
  memberId: number;
  remoteIp: string;
  now: Date;
}

/**
 * Comes before anything is said of a code that somebody typed, and outside the transaction that uses it, as a wrong one stays
 * counted. Throws `tooManyRequests` once a member, or an address, tried too many that nobody was ever given: then right ones
 * are refused alike. A code that is over, used up or for others is no guess, and costs nothing.
 */
export async function demandRealCode(db: Db, { code, use, memberId, remoteIp, now }: CodeGuess): Promise<void> {
  const bare = normaliseCode(code);
  const limits = [
    { key: `code:member:${memberId}`, ...CODE_LIMITS.wrongCodesOfMember },
    { key: `code:address:${addressKey(remoteIp)}`, ...CODE_LIMITS.wrongCodesOfAddress },
  ];
  const isRight = await takeGuess(db, limits, {
    now,
    isRight: async (tx) => isCodeForm(bare) && (await findCode(tx, bare)) !== null,
  });
  if (!isRight) throw new DomainError(unknownCode(use));
}
