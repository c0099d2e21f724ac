import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { hasVerifiedPhone, updateMemberPhone } from './phone-numbers.store.ts';

// Phone numbers of members. Their verification belongs to the module phones.

export { findMemberPhone, hasVerifiedPhone, lockMemberPhone } from './phone-numbers.store.ts';

interface NewPhone {
  memberId: number;
  phoneNoCountry: number;
  phoneNo: string;
  now: Date;
}

/** Sets an unverified number. */
export const savePhone = (db: Db, { memberId, phoneNoCountry, phoneNo, now }: NewPhone): Promise<void> =>
  updateMemberPhone(db, memberId, { phoneNoCountry, phoneNo, phoneVerifiedAt: null, updatedAt: now });

/** Sets a verified number. `taken` if another member has already verified it. */
export async function saveVerifiedPhone(
  tx: Tx,
  { memberId, phoneNoCountry, phoneNo, now }: NewPhone,
): Promise<'saved' | 'taken'> {
  if (await hasVerifiedPhone(tx, { phoneNoCountry, phoneNo }, memberId)) return 'taken';
  try {
    // A savepoint, so that after a unique violation caused by a race the transaction can continue.
    await tx.transaction((savepoint) =>
      updateMemberPhone(savepoint, memberId, { phoneNoCountry, phoneNo, phoneVerifiedAt: now, updatedAt: now }),
    );
    return 'saved';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}
