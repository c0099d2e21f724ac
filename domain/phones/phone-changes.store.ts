import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { phoneChanges } from '#db/tables/phones.ts';
import type { PhoneNumber } from './phone-number.rules.ts';

/** A literal, not a parameter: otherwise PostgreSQL cannot use the partial index. */
const isOpen = sql`${phoneChanges.state} = 'open'`;

export type PhoneChange = typeof phoneChanges.$inferSelect;

/** Serialises transactions by key, so that counts read within one stay valid until it ends. */
export async function lockPhones(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`phones ${key}`}, 0))`);
}

/** Voids the open change of a member: another takes its place, or it was withdrawn. The caller must hold a lock on the member. */
export async function voidPhoneChange(tx: Tx, memberId: number): Promise<void> {
  await tx
    .update(phoneChanges)
    .set({ state: 'replaced' })
    .where(and(eq(phoneChanges.memberId, memberId), isOpen));
}

/** Inserts a requested number change and replaces an open one. The caller must hold a lock on the member. */
export async function insertPhoneChange(
  tx: Tx,
  change: PhoneNumber & Pick<PhoneChange, 'memberId' | 'verifySms' | 'state' | 'epoch' | 'expiresAt' | 'createdAt'>,
): Promise<number> {
  await voidPhoneChange(tx, change.memberId);
  const [row] = await tx.insert(phoneChanges).values(change).returning({ id: phoneChanges.id });
  if (!row) throw new Error('insert into phone_changes returned no row');
  return row.id;
}

/** An open change of a member, requested in the current credential epoch: the one with `id`, or the latest. */
export async function findOpenPhoneChange(
  db: Db,
  { memberId, id, now }: { memberId: number; id?: number; now: Date },
): Promise<PhoneChange | null> {
  const [row] = await db
    .select()
    .from(phoneChanges)
    .where(
      and(
        eq(phoneChanges.memberId, memberId),
        isOpen,
        gt(phoneChanges.expiresAt, now),
        sql`${phoneChanges.epoch} = (select ${members.credentialEpoch} from ${members} where ${members.id} = ${memberId})`,
        id === undefined ? undefined : eq(phoneChanges.id, id),
      ),
    );
  return row ?? null;
}

export async function markPhoneChangeDone(db: Db, id: number): Promise<void> {
  await db.update(phoneChanges).set({ state: 'done' }).where(eq(phoneChanges.id, id));
}

export async function removeOldPhoneChanges(db: Db, before: Date): Promise<void> {
  await db.delete(phoneChanges).where(lt(phoneChanges.createdAt, before));
}
