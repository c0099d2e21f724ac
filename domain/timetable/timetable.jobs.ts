import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { recordAsRun } from './timetable.ts';

const RECORD_AS_RUN = 'record-as-run';

export function timetableTasks({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> {
  return {
    [RECORD_AS_RUN]: () => recordAsRun({ db, now: clock() }),
  };
}

/** Every minute. A missed run is made up for by the next one. */
export const timetableCron: CronItem[] = [
  { task: RECORD_AS_RUN, match: '* * * * *', identifier: RECORD_AS_RUN, options: { maxAttempts: 1 } },
];
