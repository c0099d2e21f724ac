import type { Db } from '#db/database.ts';
import { takeGuess } from '#domain/attempts/attempts.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CODE_LIMITS } from '#shared/limits.ts';
import { isCodeForm, normaliseCode, unknownCode, type CodeUse } from './promotions.rules.ts';
import { findCode } from './promotions.store.ts';

/** A tried code: by whom, from where, and when. */
export interface CodeGuess {
  code: string;
  use: CodeUse;
  memberId: number;
  remoteIp: string;
  now: Date;
}

/**
 * Checks a typed code before anything about it is revealed, and outside the transaction that uses it, so that a wrong
 * one stays counted. Throws `tooManyRequests` once a member or an address has tried too many codes that were never
 * issued: then right ones are refused too. A code that has expired, is used up or is for others is not a guess and is
 * not counted.
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
