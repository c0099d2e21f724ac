import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { staffAccounts } from '#db/tables/staff.ts';
import { timetableChanges, timetableChangeSets } from '#db/tables/timetable.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { TimetableChange } from './timetable-changes.rules.ts';

export type ChangeSetState = 'draft' | 'scheduled' | 'published' | 'withdrawn';
type ChangeSetRow = typeof timetableChangeSets.$inferSelect;
export type ChangeSet = Omit<ChangeSetRow, 'state' | 'channelId'> & { state: ChangeSetState; channelId: ChannelId };
/** With what only the set knows of it. */
export type StoredChange = TimetableChange & { appliedId: number | null; revision: number; changedBy: number };

/** The check constraints enforce the unions; the column types are wider. */
const asSet = (row: ChangeSetRow): ChangeSet => row as ChangeSet;

export async function findChangeSet(db: Db | Tx, id: number): Promise<ChangeSet | null> {
  const [row] = await db.select().from(timetableChangeSets).where(eq(timetableChangeSets.id, id));
  return row ? asSet(row) : null;
}

export async function lockChangeSet(tx: Tx, id: number): Promise<ChangeSet | null> {
  const [row] = await tx.select().from(timetableChangeSets).where(eq(timetableChangeSets.id, id)).for('update');
  return row ? asSet(row) : null;
}

export async function insertChangeSet(
  tx: Tx,
  { channelId, name, accountId, now }: { channelId: ChannelId; name: string; accountId: number; now: Date },
): Promise<ChangeSet> {
  const [row] = await tx
    .insert(timetableChangeSets)
    .values({ channelId, name, createdBy: accountId, createdAt: now, changedBy: accountId, changedAt: now })
    .returning();
  return asSet(row!);
}

export async function updateChangeSet(
  tx: Tx,
  id: number,
  values: Partial<typeof timetableChangeSets.$inferInsert>,
): Promise<void> {
  await tx
    .update(timetableChangeSets)
    .set({ ...values, revision: sql`${timetableChangeSets.revision} + 1` })
    .where(eq(timetableChangeSets.id, id));
}

/** Locks a set that is due, if no other process has. */
export async function lockDueChangeSet(tx: Tx, now: Date, except: readonly number[]): Promise<ChangeSet | null> {
  const [row] = await tx
    .select()
    .from(timetableChangeSets)
    .where(
      and(
        eq(timetableChangeSets.state, 'scheduled'),
        lte(timetableChangeSets.publishAt, now),
        sql`${timetableChangeSets.id} <> all(${sql.param([...except])}::int[])`,
      ),
    )
    .orderBy(asc(timetableChangeSets.publishAt), asc(timetableChangeSets.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return row ? asSet(row) : null;
}

const owner = alias(staffAccounts, 'owner');
const changer = alias(staffAccounts, 'changer');

export interface ListedChangeSet {
  set: ChangeSet;
  owner: string;
  changer: string;
  changes: number;
}

/** Sets of a channel in some states, last changed first. */
export async function findChangeSets(
  db: Db,
  channelId: ChannelId,
  states: ChangeSetState[],
  limit: number,
): Promise<ListedChangeSet[]> {
  const rows = await db
    .select({
      set: timetableChangeSets,
      owner: owner.name,
      changer: changer.name,
      changes: sql<number>`(select count(*)::int from ${timetableChanges} c where c.change_set_id = ${timetableChangeSets.id})`,
    })
    .from(timetableChangeSets)
    .innerJoin(owner, eq(owner.id, timetableChangeSets.createdBy))
    .innerJoin(changer, eq(changer.id, timetableChangeSets.changedBy))
    .where(and(eq(timetableChangeSets.channelId, channelId), inArray(timetableChangeSets.state, states)))
    .orderBy(desc(timetableChangeSets.changedAt), desc(timetableChangeSets.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, set: asSet(row.set) }));
}

/** Changes of a set, oldest first. */
export async function listChanges(db: Db | Tx, changeSetId: number): Promise<StoredChange[]> {
  const rows = await db
    .select()
    .from(timetableChanges)
    .where(eq(timetableChanges.changeSetId, changeSetId))
    .orderBy(timetableChanges.id);
  return rows.map((row) => {
    const { changeSetId: _, ...change } = row;
    return change as unknown as StoredChange;
  });
}

export async function insertChange(
  tx: Tx,
  changeSetId: number,
  { kind, rowId, before, after }: Omit<TimetableChange, 'id'>,
  stamp: { changedBy: number; revision: number },
): Promise<void> {
  await tx.insert(timetableChanges).values({ changeSetId, kind, rowId, before, after, ...stamp } as never);
}

export async function updateChange(
  tx: Tx,
  id: number,
  values: Partial<Pick<StoredChange, 'before' | 'after' | 'appliedId' | 'changedBy' | 'revision'>>,
): Promise<void> {
  await tx
    .update(timetableChanges)
    .set(values as never)
    .where(eq(timetableChanges.id, id));
}

export async function deleteChange(tx: Tx, id: number): Promise<void> {
  await tx.delete(timetableChanges).where(eq(timetableChanges.id, id));
}

/** Name of a staff account, for the audit of what a job does for it. */
export async function findStaffName(db: Db | Tx, accountId: number): Promise<string> {
  const [row] = await db
    .select({ name: staffAccounts.name })
    .from(staffAccounts)
    .where(eq(staffAccounts.id, accountId));
  return row?.name ?? '';
}
