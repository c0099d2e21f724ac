import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { recordAsRun } from './timetable.ts';

const RECORD_AS_RUN = 'record-as-run';

/** The timetable's tasks for the worker. */
export function timetableTasks({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> {
  return {
    [RECORD_AS_RUN]: () => recordAsRun({ db, now: clock() }),
  };
}

/** Each minute; a missed minute needs no run of its own, since the next one catches up. */
export const timetableCron: CronItem[] = [
  { task: RECORD_AS_RUN, match: '* * * * *', identifier: RECORD_AS_RUN, options: { maxAttempts: 1 } },
];
