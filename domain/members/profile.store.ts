import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { memberDevices, members } from '#db/tables/members.ts';

export type MemberRow = typeof members.$inferSelect;

/** A member who is there: active, or leaving with time left to stay. */
export async function findMember(db: Db, memberId: number): Promise<MemberRow | null> {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), inArray(members.state, ['active', 'deleting'])));
  return row ?? null;
}

/** As `findMember`; whoever else would change the row waits for this transaction. */
export async function lockMemberRow(tx: Tx, memberId: number): Promise<MemberRow | null> {
  const [row] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), inArray(members.state, ['active', 'deleting'])))
    .for('update');
  return row ?? null;
}

/** False where the member is not there any more. */
export async function updateMember(
  db: Db,
  memberId: number,
  values: Partial<Omit<typeof members.$inferInsert, 'passwordHash' | 'passwordChangedAt' | 'credentialEpoch'>>,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(members)
    .set({ ...values, updatedAt: now })
    .where(and(eq(members.id, memberId), inArray(members.state, ['active', 'deleting'])))
    .returning({ id: members.id });
  return rows.length === 1;
}

/** Notes a change of preference; false where it was so before, so that a history has no entry for nothing. */
export async function updateMarketing(db: Db, memberId: number, isGiven: boolean, now: Date): Promise<boolean> {
  const rows = await db
    .update(members)
    .set({ isSubscribeEdm: isGiven, updatedAt: now })
    .where(and(eq(members.id, memberId), ne(members.isSubscribeEdm, isGiven)))
    .returning({ id: members.id });
  return rows.length === 1;
}

export async function noteTutorialRead(db: Db, memberId: number, now: Date): Promise<void> {
  await db
    .update(members)
    .set({ archiveTutorialReadAt: now })
    .where(and(eq(members.id, memberId), isNull(members.archiveTutorialReadAt)));
}

export interface Device {
  id: number;
  name: string;
  usedAt: Date;
  createdAt: Date;
}

export function findDevices(db: Db, memberId: number, limit: number): Promise<Device[]> {
  return db
    .select({
      id: memberDevices.id,
      name: memberDevices.name,
      usedAt: memberDevices.usedAt,
      createdAt: memberDevices.createdAt,
    })
    .from(memberDevices)
    .where(eq(memberDevices.memberId, memberId))
    .orderBy(asc(memberDevices.createdAt), asc(memberDevices.id))
    .limit(limit);
}

/** Notes that a device on the list is used; false where it is not on it. */
export async function touchDevice(
  tx: Tx,
  memberId: number,
  { tokenHash, name, usedAt }: { tokenHash: Buffer; name: string; usedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(memberDevices)
    .set({ name, usedAt })
    .where(and(eq(memberDevices.memberId, memberId), eq(memberDevices.tokenHash, tokenHash)))
    .returning({ id: memberDevices.id });
  return rows.length > 0;
}

export async function insertDevice(tx: Tx, device: typeof memberDevices.$inferInsert): Promise<void> {
  await tx.insert(memberDevices).values(device);
}

/** What those that went were known by. */
export async function deleteDevices(tx: Tx, memberId: number, ids: readonly number[]): Promise<Buffer[]> {
  const rows = await tx
    .delete(memberDevices)
    .where(and(eq(memberDevices.memberId, memberId), inArray(memberDevices.id, [...ids])))
    .returning({ tokenHash: memberDevices.tokenHash });
  return rows.map((row) => row.tokenHash);
}
