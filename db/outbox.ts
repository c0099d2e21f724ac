import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#db/database.ts';

/**
 * For every worker of the queue. Without batches the end of a job is written once and not awaited: where that fails, as
 * while the database is busy or its pool closes, the rejection ends the process. With them it is tried again, and awaited
 * by a stop.
 */
export const workerPreset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/**
 * Queued with the id of an article whose content or status changed, and for the instants at which it is published and
 * withdrawn.
 */
export const ARTICLE_CHANGED = 'article-changed';

/** Queued when something searchable changes: its type (`search_documents.content_type`) and id. */
export const SEARCH_INDEX = 'search-index';

/** Rebuilds the whole index: queued when the name of something changes that many documents repeat. */
export const SEARCH_REBUILD = 'search-rebuild';

/** Queued with the id of breaking news or a message of the station that began or changed, for notifications. */
export const TELL_LINE = 'tell-line';

/** Queued with a tunnel that was closed or opened, for notifications. */
export const TELL_TUNNEL = 'tell-tunnel';

/**
 * Queues a job in the transaction `tx`: it runs after the commit, or never. A later call with the same `jobKey`
 * replaces a pending job, so a burst of changes is processed once. A job may still run twice for one cause.
 */
export async function queueJob(
  tx: Tx,
  task: string,
  payload: Readonly<Record<string, unknown>>,
  {
    jobKey,
    runAt,
    maxAttempts = 10,
    priority = 0,
  }: { jobKey?: string; runAt?: Date; maxAttempts?: number; /** Higher runs later. */ priority?: number } = {},
): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${task},
      payload => ${JSON.stringify(payload)}::json,
      run_at => coalesce(${runAt?.toISOString() ?? null}::timestamptz, now()),
      max_attempts => ${maxAttempts}::int,
      priority => ${priority}::int,
      job_key => ${jobKey ?? null}::text
    )`);
}

/** Queues the update of one search document: its type (`search_documents.content_type`) and id. */
export const queueSearchIndex = (tx: Tx, contentType: number, itemId: number): Promise<void> =>
  queueJob(tx, SEARCH_INDEX, { contentType, itemId }, { jobKey: `${SEARCH_INDEX}:${contentType}:${itemId}` });

/** Queues a rebuild of the whole search index; calls before it starts cause one. */
export const queueSearchRebuild = (tx: Tx, runAt?: Date): Promise<void> =>
  queueJob(tx, SEARCH_REBUILD, {}, { jobKey: SEARCH_REBUILD, maxAttempts: 5, ...(runAt && { runAt }) });

/** SQL fragment that queues a job for each row of a statement. */
export const jobOfEach = (task: string, payload: SQL, { maxAttempts }: { maxAttempts: number }): SQL => sql`
  graphile_worker.add_jobs(array_agg(
    row(${task}::text, ${payload}, null, null, ${maxAttempts}::int, null, null, null)::graphile_worker.job_spec
  ))`;

/** Removes a pending job by its key. A running job is not stopped. */
export async function unqueueJob(tx: Tx, jobKey: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${jobKey})`);
}

/** A killed worker leaves its jobs locked; no job takes nearly this long. */
const LOCK_LIFE_MINUTES = 5;

/**
 * Unlocks jobs of dead workers so that they are retried, and returns how many. A job without attempts left is kept as
 * failed for the operator to see; one that the clock queues again by itself is removed.
 */
export async function freeOldLocks(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const isOld = sql`locked_at < now() - ${`${LOCK_LIFE_MINUTES} minutes`}::interval`;
    await tx.execute(
      sql`update graphile_worker._private_job_queues set locked_at = null, locked_by = null where ${isOld}`,
    );
    const removed = await tx.execute(
      sql`delete from graphile_worker._private_jobs where ${isOld} and max_attempts = 1 and attempts >= 1`,
    );
    const freed = await tx.execute(sql`
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, run_at = greatest(run_at, now()),
          last_error = coalesce(last_error, 'the worker that had it ended without a word')
      where ${isOld}`);
    return (freed.rowCount ?? 0) + (removed.rowCount ?? 0);
  });
}

/**
 * Releases the jobs that one worker holds, by its id, without counting the attempt, because a requested stop is not a
 * failure. Others take them once this worker is certainly gone. Returns the number of jobs.
 */
export async function releaseJobs(db: Db, workerId: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by = ${workerId}`);
    const released = await tx.execute(sql`
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0),
          run_at = greatest(run_at, now() + interval '5 seconds')
      where locked_by = ${workerId}`);
    return released.rowCount ?? 0;
  });
}

/** Releases the jobs that one worker holds, by its id, but those that still run, without counting the attempt. */
export async function releaseEndedJobs(db: Db, workerId: string, running: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    if (running.length === 0)
      await tx.execute(sql`
        update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by = ${workerId}`);
    await tx.execute(sql`
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
      where locked_by = ${workerId} and id <> all(${sql.param(running)}::bigint[])`);
  });
}

export interface JobBacklog {
  /** Due and not yet taken. */
  due: number;
  oldestDueSeconds: number;
  /** Taken by a worker, and the age of the oldest lock. */
  locked: number;
  oldestLockSeconds: number;
  /** Failed at least once and awaiting a retry, or given up; by task. */
  failing: { task: string; isGivenUp: boolean; jobs: number }[];
}

/** Pending and failing jobs, for the operator. */
export async function jobBacklog(db: Db): Promise<JobBacklog> {
  const { rows: waiting } = await db.execute<{ due: number; oldest: number }>(sql`
    select count(*)::int as due, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as oldest
    from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`);
  const { rows: taken } = await db.execute<{ locked: number; oldest: number }>(sql`
    select count(*)::int as locked, coalesce(extract(epoch from now() - min(locked_at)), 0)::float8 as oldest
    from graphile_worker.jobs
    where locked_at is not null`);
  const { rows: failing } = await db.execute<{ task: string; given_up: boolean; jobs: number }>(sql`
    select task_identifier as task, attempts >= max_attempts as given_up, count(*)::int as jobs
    from graphile_worker.jobs
    where last_error is not null
    group by 1, 2`);
  return {
    due: waiting[0]?.due ?? 0,
    oldestDueSeconds: waiting[0]?.oldest ?? 0,
    locked: taken[0]?.locked ?? 0,
    oldestLockSeconds: taken[0]?.oldest ?? 0,
    failing: failing.map(({ task, given_up, jobs }) => ({ task, isGivenUp: given_up, jobs })),
  };
}
