import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { hasVerifiedPhone, updateMemberPhone } from './phone-numbers.store.ts';

// The numbers of members. How they are proved is the business of the module phones.

export { findMemberPhone, hasVerifiedPhone, lockMemberPhone } from './phone-numbers.store.ts';

interface NewPhone {
  memberId: number;
  phoneNoCountry: number;
  phoneNo: string;
  now: Date;
}

/** Gives a member a number that nobody has proved yet. */
export const savePhone = (db: Db, { memberId, phoneNoCountry, phoneNo, now }: NewPhone): Promise<void> =>
  updateMemberPhone(db, memberId, { phoneNoCountry, phoneNo, phoneVerifiedAt: null, updatedAt: now });

/** Gives a member a number that is proved; `taken` where another member proved it before. */
export async function saveVerifiedPhone(
  tx: Tx,
  { memberId, phoneNoCountry, phoneNo, now }: NewPhone,
): Promise<'saved' | 'taken'> {
  if (await hasVerifiedPhone(tx, { phoneNoCountry, phoneNo }, memberId)) return 'taken';
  try {
    // A savepoint: where two members are at it at once, the one refused goes on with the transaction.
    await tx.transaction((savepoint) =>
      updateMemberPhone(savepoint, memberId, { phoneNoCountry, phoneNo, phoneVerifiedAt: now, updatedAt: now }),
    );
    return 'saved';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}
