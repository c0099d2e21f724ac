import type { Db } from '#db/database.ts';
import { listFailedJobs } from '#db/failed-jobs.ts';
import { firstLineOf } from '#shared/text/redact.ts';
import { presentOnAir } from './on-air.present.ts';
import { onAirNow } from './on-air-state.ts';

/** What is on air, as calls and events have it. */
export const readOnAir = async (on: { db: Db; now: Date }) => presentOnAir(await onAirNow(on), on.now);

const FAILED_LISTED = 50;

/** Failed jobs, newest first, fifty at once, with the first line of the error without personal data. */
export async function failedJobs(db: Db, beforeId?: number) {
  const found = await listFailedJobs(db, { ...(beforeId && { beforeId }), limit: FAILED_LISTED + 1 });
  const jobs = found.slice(0, FAILED_LISTED).map((job) => ({ ...job, error: firstLineOf(job.error) }));
  return { jobs, nextBeforeId: found.length > FAILED_LISTED ? jobs.at(-1)!.id : null };
}
