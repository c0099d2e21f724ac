import type { Db } from '#db/database.ts';
import { listFailedJobs } from '#db/failed-jobs.ts';
import { jobBacklog } from '#db/outbox.ts';
import { listenersNow } from '#domain/audience/figures.ts';
import { soundHealth } from '#domain/media/media.ts';
import { firstLineOf } from '#shared/text/redact.ts';
import { listLevels } from './levels.ts';

/** Edges, encoders, loudness and listeners by channel, and the backlog of jobs. */
export async function onAirNow(on: { db: Db; now: Date }) {
  const [{ edges, encoders }, levels, listeners, jobs] = await Promise.all([
    soundHealth(on),
    listLevels(on.db),
    listenersNow(on),
    jobBacklog(on.db),
  ]);
  const channels = listeners.map(({ channel, ...audience }) => ({
    channel,
    ...audience,
    edges: edges.filter(({ streamId }) => streamId === channel),
    encoders: encoders.filter(({ streamId }) => streamId === channel),
    level: levels.find(({ streamId }) => streamId === channel),
  }));
  return { channels, jobs };
}

const FAILED_LISTED = 50;

/** Failed jobs, newest first, fifty at once, with the first line of the error without personal data. */
export async function failedJobs(db: Db, beforeId?: number) {
  const found = await listFailedJobs(db, { ...(beforeId && { beforeId }), limit: FAILED_LISTED + 1 });
  const jobs = found.slice(0, FAILED_LISTED).map((job) => ({ ...job, error: firstLineOf(job.error) }));
  return { jobs, nextBeforeId: found.length > FAILED_LISTED ? jobs.at(-1)!.id : null };
}
