import { asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { members } from '#db/tables/members.ts';

const MERGING = {
  id: members.id,
  state: members.state,
  email: members.email,
  mergedIntoId: members.mergedIntoId,
  phoneNoCountry: members.phoneNoCountry,
  phoneNo: members.phoneNo,
  phoneVerifiedAt: members.phoneVerifiedAt,
};
const locked = (tx: Tx, ids: readonly number[]) =>
  tx
    .select(MERGING)
    .from(members)
    .where(inArray(members.id, [...ids]))
    .orderBy(asc(members.id))
    .for('update');
export type MergingMember = Awaited<ReturnType<typeof locked>>[number];

/** Locks members in the order of their ids. */
export async function lockMembers(tx: Tx, ids: readonly number[]): Promise<Map<number, MergingMember>> {
  return new Map((await locked(tx, ids)).map((member) => [member.id, member]));
}

/** Closes the account of a member whom another has taken over; null opens it again. */
export async function setMergedInto(tx: Tx, memberId: number, mergedIntoId: number | null, now: Date): Promise<void> {
  await tx
    .update(members)
    .set({ state: mergedIntoId === null ? 'active' : 'inactive', mergedIntoId, updatedAt: now })
    .where(eq(members.id, memberId));
}

/** Moves a number with its verification. A verified number belongs to one member at each moment. */
export async function movePhone(
  tx: Tx,
  { id: from, phoneNoCountry, phoneNo, phoneVerifiedAt }: Omit<MergingMember, 'state' | 'email' | 'mergedIntoId'>,
  to: number,
  now: Date,
): Promise<void> {
  const none = { phoneNoCountry: null, phoneNo: null, phoneVerifiedAt: null, updatedAt: now };
  await tx.update(members).set(none).where(eq(members.id, from));
  await tx.update(members).set({ phoneNoCountry, phoneNo, phoneVerifiedAt, updatedAt: now }).where(eq(members.id, to));
}
