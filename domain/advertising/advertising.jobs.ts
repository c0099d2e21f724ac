import type { Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { HOUSE_BOOKING_TURNS, purgeHouseAds } from './advertising.ts';

const payload = z.object({ tags: z.array(z.string()) });

export const advertisingTasks = (db: Db): Record<string, Task> => ({
  [HOUSE_BOOKING_TURNS]: (given) => purgeHouseAds({ db }, payload.parse(given).tags),
});
