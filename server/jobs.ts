import { Logger as JobLogger, parseCronItems, run, type TaskList } from 'graphile-worker';
import { recordAsRun } from '#domain/timetable/timetable.ts';
import { removeExpired } from '#domain/media/media.ts';
import type { Runtime } from '#server/runtime.ts';

/** Every job by name. Each may run twice for one cause, so each is idempotent. */
function taskList(runtime: Runtime): TaskList {
  const { database, clock } = runtime;
  return {
    'record-as-run': () => recordAsRun({ db: database.db, now: clock() }),
    'remove-expired-segments': () => removeExpired({ db: database.db, now: clock() }),
  };
}

const TIMED = parseCronItems([
  { task: 'record-as-run', match: '* * * * *', identifier: 'record-as-run', options: { maxAttempts: 3 } },
  { task: 'remove-expired-segments', match: '* * * * *', identifier: 'remove-expired-segments', options: { maxAttempts: 1 } },
]);

/**
 * The worker takes jobs from PostgreSQL as they come; the clock queues the timed ones. Several of either may run:
 * PostgreSQL sees to it that a job is taken once and a minute is queued once.
 */
export async function startJobs(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const { services, database, log } = runtime;
  const runner = await run({
    pgPool: database.pool,
    concurrency: 4,
    noHandleSignals: true,
    taskList: services.has('worker') ? taskList(runtime) : {},
    parsedCronItems: services.has('clock') ? TIMED : [],
    logger: new JobLogger(() => (level, message) => {
      if (level === 'error') log.error({ job: true }, message);
      else if (level === 'warning') log.warn({ job: true }, message);
      else log.debug({ job: true }, message);
    }),
  });
  return { stop: () => runner.stop() };
}
