import { and, asc, count, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/database.ts';
import { staffJobRows, staffJobs } from '#db/tables/actions.ts';
import { staffAccounts } from '#db/tables/staff.ts';

export type StaffJob = typeof staffJobs.$inferSelect;
export type StaffJobRow = typeof staffJobRows.$inferSelect;

const ROWS_A_STATEMENT = 500;

export async function insertJob(
  tx: Tx,
  job: typeof staffJobs.$inferInsert,
  rows: readonly Pick<StaffJobRow, 'label' | 'input' | 'shownHash'>[],
): Promise<number> {
  const [inserted] = await tx.insert(staffJobs).values(job).returning({ id: staffJobs.id });
  const jobId = inserted!.id;
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await tx
      .insert(staffJobRows)
      .values(rows.slice(from, from + ROWS_A_STATEMENT).map((row, at) => ({ ...row, jobId, rowNo: from + at })));
  return jobId;
}

export async function lockJob(tx: Tx, id: number): Promise<StaffJob | null> {
  const [row] = await tx.select().from(staffJobs).where(eq(staffJobs.id, id)).for('update');
  return row ?? null;
}

export async function updateJob(tx: Tx, id: number, set: Partial<typeof staffJobs.$inferInsert>): Promise<void> {
  await tx.update(staffJobs).set(set).where(eq(staffJobs.id, id));
}

/** The first row that was not tried. */
export async function findWaitingRow(tx: Tx, jobId: number): Promise<StaffJobRow | null> {
  const [row] = await tx
    .select()
    .from(staffJobRows)
    .where(and(eq(staffJobRows.jobId, jobId), eq(staffJobRows.state, 'waiting')))
    .orderBy(asc(staffJobRows.rowNo))
    .limit(1);
  return row ?? null;
}

export async function endRow(
  tx: Tx,
  { jobId, rowNo }: Pick<StaffJobRow, 'jobId' | 'rowNo'>,
  end: Pick<typeof staffJobRows.$inferInsert, 'state' | 'fault' | 'endedAt'>,
): Promise<void> {
  await tx
    .update(staffJobRows)
    .set(end)
    .where(and(eq(staffJobRows.jobId, jobId), eq(staffJobRows.rowNo, rowNo)));
}

/** Resets refused rows to waiting, so that they are retried. */
export async function retryRefused(tx: Tx, jobId: number): Promise<void> {
  await tx
    .update(staffJobRows)
    .set({ state: 'waiting', fault: null, endedAt: null })
    .where(and(eq(staffJobRows.jobId, jobId), eq(staffJobRows.state, 'refused')));
}

const requesters = alias(staffAccounts, 'requesters');
const deciders = alias(staffAccounts, 'deciders');
const ROW_STATES = ['waiting', 'done', 'asked', 'refused'] as const;

export type ListedJob = StaffJob & {
  askedByName: string;
  decidedByName: string | null;
  counts: Record<(typeof ROW_STATES)[number], number>;
};

const counted = sql<Record<string, number>>`(select coalesce(jsonb_object_agg(state, n), '{}') from (
  select r.state, count(*)::int as n from ${staffJobRows} as r where r.job_id = ${staffJobs.id} group by r.state) as states)`;
const listed = (db: Db) =>
  db
    .select({ job: staffJobs, askedByName: requesters.name, decidedByName: deciders.name, counts: counted })
    .from(staffJobs)
    .innerJoin(requesters, eq(requesters.id, staffJobs.accountId))
    .leftJoin(deciders, eq(deciders.id, staffJobs.decidedBy));
const withCounts = ({ job, counts, ...names }: Awaited<ReturnType<typeof listed>>[number]): ListedJob => ({
  ...job,
  ...names,
  counts: { waiting: 0, done: 0, asked: 0, refused: 0, ...counts },
});

/** Jobs of an account, newest first. */
export async function findJobsOf(db: Db, accountId: number, limit: number): Promise<ListedJob[]> {
  const rows = await listed(db).where(eq(staffJobs.accountId, accountId)).orderBy(desc(staffJobs.id)).limit(limit);
  return rows.map(withCounts);
}

/** Jobs of others with one of these actions that wait for a second person, oldest first. */
export async function findAskedJobs(
  db: Db,
  { accountId, actions, limit }: { accountId: number; actions: readonly string[]; limit: number },
): Promise<ListedJob[]> {
  if (actions.length === 0) return [];
  const rows = await listed(db)
    .where(
      and(eq(staffJobs.state, 'asked'), ne(staffJobs.accountId, accountId), inArray(staffJobs.action, [...actions])),
    )
    .orderBy(asc(staffJobs.id))
    .limit(limit);
  return rows.map(withCounts);
}

export async function findJob(db: Db, id: number): Promise<ListedJob | null> {
  const [row] = await listed(db).where(eq(staffJobs.id, id));
  return row ? withCounts(row) : null;
}

export const findJobRows = (db: Db, jobId: number, limit: number): Promise<StaffJobRow[]> =>
  db.select().from(staffJobRows).where(eq(staffJobRows.jobId, jobId)).orderBy(asc(staffJobRows.rowNo)).limit(limit);

export async function countRunningJobs(tx: Tx, accountId: number): Promise<number> {
  const [row] = await tx
    .select({ jobs: count() })
    .from(staffJobs)
    .where(and(eq(staffJobs.accountId, accountId), inArray(staffJobs.state, ['asked', 'running'])));
  return row?.jobs ?? 0;
}

export async function deleteOldJobs(db: Db, before: Date): Promise<void> {
  await db.delete(staffJobs).where(lt(staffJobs.createdAt, before));
}
