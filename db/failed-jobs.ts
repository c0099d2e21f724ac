import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';

/** A job that failed at least once. It is tried again unless it is given up. */
export interface FailedJob {
  id: number;
  task: string;
  attempts: number;
  maxAttempts: number;
  isGivenUp: boolean;
  /** As thrown; may contain anything. */
  error: string;
  /** When it is tried next; of one that is given up, when it was tried last. */
  runAt: Date;
}

type Row = Omit<FailedJob, 'id' | 'runAt'> & { id: string; runAtMs: string };

const failedWhere = async (db: Db | Tx, condition: SQL): Promise<FailedJob[]> => {
  const { rows } = await db.execute<Row>(sql`
    select id, task_identifier as task, attempts::int, max_attempts::int as "maxAttempts",
      attempts >= max_attempts as "isGivenUp", last_error as error,
      (extract(epoch from run_at) * 1000)::bigint as "runAtMs"
    from graphile_worker.jobs where last_error is not null and ${condition}`);
  return rows.map(({ id, runAtMs, ...row }) => ({ ...row, id: Number(id), runAt: new Date(Number(runAtMs)) }));
};

/** Newest first. */
export const listFailedJobs = (db: Db, { beforeId, limit }: { beforeId?: number; limit: number }) =>
  failedWhere(db, sql`id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807) order by id desc limit ${limit}`);

/** Those of these jobs that failed and that no worker holds, locked until the transaction ends. */
export async function lockFailedJobs(tx: Tx, ids: readonly number[]): Promise<FailedJob[]> {
  const given = sql.param(ids.map(String));
  await tx.execute(
    sql`select id from graphile_worker._private_jobs where id = any(${given}::bigint[]) order by id for update`,
  );
  return failedWhere(tx, sql`id = any(${given}::bigint[]) and locked_at is null order by id`);
}

/** Makes locked jobs due now, with all their attempts again. They keep their last error until they succeed. */
export async function retryJobs(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.execute(sql`
    select id from graphile_worker.reschedule_jobs(
      ${sql.param(ids.map(String))}::bigint[], run_at => ${now.toISOString()}::timestamptz, attempts => 0)`);
}

/** Removes locked jobs: they are never run. */
export async function discardJobs(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`select id from graphile_worker.complete_jobs(${sql.param(ids.map(String))}::bigint[])`);
}
