import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { createRollUp } from './audience.ts';

const ROLL_UP = 'roll-up-audience';

export function audienceTasks({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> {
  const rollUp = createRollUp();
  return { [ROLL_UP]: () => rollUp({ db, now: clock() }) };
}

export const audienceCron: CronItem[] = [
  { task: ROLL_UP, match: '* * * * *', identifier: ROLL_UP, options: { maxAttempts: 1, jobKey: ROLL_UP } },
];
