import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { members } from '#db/tables/members.ts';

export interface MemberPhone {
  phoneNoCountry: number | null;
  phoneNo: string | null;
  phoneVerifiedAt: Date | null;
}

const phoneOf = (db: Db, memberId: number) =>
  db
    .select({
      phoneNoCountry: members.phoneNoCountry,
      phoneNo: members.phoneNo,
      phoneVerifiedAt: members.phoneVerifiedAt,
    })
    .from(members)
    .where(eq(members.id, memberId));

/** The phone number of a member. */
export async function findMemberPhone(db: Db, memberId: number): Promise<MemberPhone | null> {
  const [row] = await phoneOf(db, memberId);
  return row ?? null;
}

/** Like `findMemberPhone`, but locks the row until the end of the transaction. */
export async function lockMemberPhone(tx: Tx, memberId: number): Promise<MemberPhone | null> {
  const [row] = await phoneOf(tx, memberId).for('update');
  return row ?? null;
}

/** Whether any member but `exceptMemberId` has verified a number. */
export async function hasVerifiedPhone(
  db: Db,
  { phoneNoCountry, phoneNo }: { phoneNoCountry: number; phoneNo: string },
  exceptMemberId?: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.phoneNoCountry, phoneNoCountry),
        eq(members.phoneNo, phoneNo),
        isNotNull(members.phoneVerifiedAt),
        exceptMemberId === undefined ? undefined : ne(members.id, exceptMemberId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function updateMemberPhone(
  db: Db,
  memberId: number,
  phone: { phoneNoCountry: number; phoneNo: string; phoneVerifiedAt: Date | null; updatedAt: Date },
): Promise<void> {
  await db.update(members).set(phone).where(eq(members.id, memberId));
}
