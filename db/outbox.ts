import { sql } from 'drizzle-orm';
import type { Db } from '#db/database.ts';

/** Queued for an article whose words or standing changed, and for the instants at which it comes and goes: its id. */
export const ARTICLE_CHANGED = 'article-changed';

/** Queued by whoever changes something that search finds: its ContentType (100 host, 400 static page) and id. */
export const SEARCH_INDEX = 'search-index';

/**
 * Queues a job in the transaction `db`: it runs after the commit, or never. A later call with the same `jobKey` takes
 * the place of one that still waits, so a burst of changes is worked off once; a job may still run twice for one cause.
 */
export async function queueJob(
  db: Db,
  task: string,
  payload: Readonly<Record<string, unknown>>,
  { jobKey, runAt, maxAttempts = 10 }: { jobKey?: string; runAt?: Date; maxAttempts?: number } = {},
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(
      ${task},
      payload => ${JSON.stringify(payload)}::json,
      run_at => coalesce(${runAt?.toISOString() ?? null}::timestamptz, now()),
      max_attempts => ${maxAttempts}::int,
      job_key => ${jobKey ?? null}::text
    )`);
}

/** Takes back a job that waits under a key; one that runs already is let run. */
export async function unqueueJob(db: Db, jobKey: string): Promise<void> {
  await db.execute(sql`select graphile_worker.remove_job(${jobKey})`);
}
