import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { createRollUp } from './audience.ts';
import { exportToWarehouse, type WarehouseServices } from './warehouse.ts';

const ROLL_UP = 'roll-up-audience';
const EXPORT = 'export-audience';

export function audienceTasks({
  db,
  clock,
  warehouse,
}: {
  db: Db;
  clock: () => Date;
  warehouse: Omit<WarehouseServices, 'db'>;
}): Record<string, Task> {
  const rollUp = createRollUp();
  return {
    [ROLL_UP]: () => rollUp({ db, now: clock() }),
    [EXPORT]: async () => void (await exportToWarehouse({ db, ...warehouse }, clock())),
  };
}

export const audienceCron: CronItem[] = [
  { task: ROLL_UP, match: '* * * * *', identifier: ROLL_UP, options: { maxAttempts: 1, jobKey: ROLL_UP } },
  // 04:23 in Hong Kong.
  { task: EXPORT, match: '23 20 * * *', identifier: EXPORT, options: { maxAttempts: 5, jobKey: EXPORT } },
];
