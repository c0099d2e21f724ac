import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { runRetention, type SegmentStorage } from './media.ts';

const REMOVE_EXPIRED_SOUND = 'remove-expired-sound';

/** The origin's tasks for the worker. `windowMs` is how far back listeners can rewind. */
export function mediaTasks({
  db,
  clock,
  storage,
  windowMs,
}: {
  db: Db;
  clock: () => Date;
  storage: SegmentStorage;
  windowMs: number;
}): Record<string, Task> {
  return {
    [REMOVE_EXPIRED_SOUND]: async () => {
      await runRetention({ db, storage, now: clock(), windowMs });
    },
  };
}

/** Each minute; a missed run is made up for by the next. */
export const mediaCron: CronItem[] = [
  {
    task: REMOVE_EXPIRED_SOUND,
    match: '* * * * *',
    identifier: REMOVE_EXPIRED_SOUND,
    // One at a time: an hour that two pack is packed for nothing by one of them.
    options: { maxAttempts: 1, queueName: REMOVE_EXPIRED_SOUND },
  },
];
