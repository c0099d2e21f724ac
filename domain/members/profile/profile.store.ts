import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { memberDevices, members } from '#db/tables/members.ts';

export type MemberRow = typeof members.$inferSelect;

/** A current member: active, or with a scheduled deletion that is not due yet. */
export async function findMember(db: Db, memberId: number): Promise<MemberRow | null> {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), inArray(members.state, ['active', 'deleting'])));
  return row ?? null;
}

/** Like `findMember`, but locks the row until the end of the transaction. */
export async function lockMemberRow(tx: Tx, memberId: number): Promise<MemberRow | null> {
  const [row] = await tx
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), inArray(members.state, ['active', 'deleting'])))
    .for('update');
  return row ?? null;
}

/** False if the member no longer exists. */
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

/** Updates the preference. False if it is unchanged, so that the history gets no empty entry. */
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

/** Records a use of a listed device. False if the device is not listed. */
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

/**
 * Adds one device for each given member, if it is listed already or the list has room. Returns the members for whom
 * that was possible. The caller holds the locks on the members' rows.
 */
export async function putDevices(
  tx: Tx,
  devices: readonly { memberId: number; tokenHash: Buffer; name: string }[],
  { most, now }: { most: number; now: Date },
): Promise<number[]> {
  const { rows } = await tx.execute<{ memberId: number }>(sql`
    with given as materialized (
      select * from unnest(
        ${sql.param(devices.map(({ memberId }) => memberId))}::int[],
        ${sql.param(devices.map(({ tokenHash }) => tokenHash))}::bytea[],
        ${sql.param(devices.map(({ name }) => name))}::text[]
      ) as one (member_id, token_hash, name)
    ), touched as (
      update ${memberDevices} as device set name = given.name, used_at = ${now.toISOString()}::timestamptz
      from given where device.member_id = given.member_id and device.token_hash = given.token_hash
      returning device.member_id
    ), added as (
      insert into ${memberDevices} (member_id, token_hash, name, used_at, created_at)
      select member_id, token_hash, name, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz from given
      where member_id not in (select member_id from touched)
        and (select count(*) from ${memberDevices} as listed where listed.member_id = given.member_id) < ${most}
      returning member_id
    )
    select member_id as "memberId" from touched union all select member_id from added`);
  return rows.map(({ memberId }) => memberId);
}

/** Returns the key hashes of the removed devices. */
export async function deleteDevices(tx: Tx, memberId: number, ids: readonly number[]): Promise<Buffer[]> {
  const rows = await tx
    .delete(memberDevices)
    .where(and(eq(memberDevices.memberId, memberId), inArray(memberDevices.id, [...ids])))
    .returning({ tokenHash: memberDevices.tokenHash });
  return rows.map((row) => row.tokenHash);
}
