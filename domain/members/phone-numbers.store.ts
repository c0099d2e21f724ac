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

/** The number of a member. */
export async function findMemberPhone(db: Db, memberId: number): Promise<MemberPhone | null> {
  const [row] = await phoneOf(db, memberId);
  return row ?? null;
}

/** As `findMemberPhone`; whoever else decides about the member waits for this transaction. */
export async function lockMemberPhone(tx: Tx, memberId: number): Promise<MemberPhone | null> {
  const [row] = await phoneOf(tx, memberId).for('update');
  return row ?? null;
}

/** Whether somebody has proved a number; `exceptMemberId` is not somebody. */
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
