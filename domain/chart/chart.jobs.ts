import type { Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { CHART_PUBLISHED, purgeChart } from './chart-edit.ts';

export const chartTasks = (db: Db): Record<string, Task> => ({
  [CHART_PUBLISHED]: () => purgeChart({ db }),
});
