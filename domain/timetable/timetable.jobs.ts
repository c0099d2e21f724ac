import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { PUBLISH_TIMETABLE, publishDueChangeSets } from './change-sets.ts';
import { recordAsRun } from './timetable.ts';

const RECORD_AS_RUN = 'record-as-run';

export function timetableTasks({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> {
  return {
    [RECORD_AS_RUN]: () => recordAsRun({ db, now: clock() }),
    [PUBLISH_TIMETABLE]: () => publishDueChangeSets({ db, now: clock() }),
  };
}

/** Every minute. A missed run is made up for by the next one. */
export const timetableCron: CronItem[] = [
  { task: RECORD_AS_RUN, match: '* * * * *', identifier: RECORD_AS_RUN, options: { maxAttempts: 1 } },
  // A change set has a job of its own at its instant; this one publishes it if a killed worker held that one.
  { task: PUBLISH_TIMETABLE, match: '* * * * *', identifier: PUBLISH_TIMETABLE, options: { maxAttempts: 1 } },
];
