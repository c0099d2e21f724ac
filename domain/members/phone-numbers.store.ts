import { and, eq, gt, isNotNull, ne } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { members, registrations } from '#db/tables/members.ts';

export interface MemberPhone {
  phoneNoCountry: number | null;
  phoneNo: string | null;
  phoneVerifiedAt: Date | null;
}

export interface RegistrationPhone {
  registrationId: number;
  phoneNoCountry: number;
  phoneNo: string;
  phoneVerifiedAt: Date | null;
}

/** The number of a member; with `lock`, whoever else decides about the member waits for this transaction. */
export async function findMemberPhone(
  db: Db,
  memberId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<MemberPhone | null> {
  const query = db
    .select({
      phoneNoCountry: members.phoneNoCountry,
      phoneNo: members.phoneNo,
      phoneVerifiedAt: members.phoneVerifiedAt,
    })
    .from(members)
    .where(eq(members.id, memberId));
  const [row] = await (lock ? query.for('update') : query);
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

export async function findRegistrationPhone(db: Db, saltHash: Buffer, now: Date): Promise<RegistrationPhone | null> {
  const [row] = await db
    .select({
      registrationId: registrations.id,
      phoneNoCountry: registrations.phoneNoCountry,
      phoneNo: registrations.phoneNo,
      phoneVerifiedAt: registrations.phoneVerifiedAt,
    })
    .from(registrations)
    .where(and(eq(registrations.saltHash, saltHash), gt(registrations.expiresAt, now)));
  return row ?? null;
}

export async function updateRegistrationVerified(db: Db, registrationId: number, now: Date): Promise<void> {
  await db.update(registrations).set({ phoneVerifiedAt: now }).where(eq(registrations.id, registrationId));
}
