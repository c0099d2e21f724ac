import type { Db } from '#db/database.ts';
import { takeGuess } from '#domain/attempts/attempts.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { CODE_LIMITS } from '#shared/limits.ts';
import { isCodeForm, normaliseCode } from './promotions.rules.ts';
import { findCode, findCodeForStaff, findUsesOfCode } from './promotions.store.ts';

const USES_SHOWN = 50;

/**
 * A code as it was typed, with its batch and its newest uses; null if it was never issued. An account that looks up too
 * many of those is refused for an hour, as a guesser would be: words of our own are easily guessed. The audit has the
 * batch and not the code, which its readers could use.
 */
export async function lookUpCode(
  db: Db,
  { code, staff, now }: { code: string; staff: { accountId: number; name: string }; now: Date },
) {
  const bare = normaliseCode(code);
  const limits = [{ key: `code:staff:${staff.accountId}`, ...CODE_LIMITS.wrongCodesOfStaff }];
  const isRight = await takeGuess(db, limits, {
    now,
    isRight: async (tx) => isCodeForm(bare) && (await findCode(tx, bare)) !== null,
  });
  const found = isRight ? await findCodeForStaff(db, bare) : null;
  if (found === null) return null;
  const { accountId, name: who } = staff;
  await db.transaction((tx) =>
    recordAudit(
      tx,
      { who, why: 'codes.look-up', accountId },
      { action: 'codes.look-up', subject: ['promotion-batch', found.batchId] },
      now,
    ),
  );
  return { ...found, uses: await findUsesOfCode(db, found.codeId, USES_SHOWN) };
}
