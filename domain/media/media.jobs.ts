import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { runRetention, type SegmentStorage } from './media.ts';

const REMOVE_EXPIRED_SOUND = 'remove-expired-sound';

/** Worker tasks of the origin. `windowMs` is how far listeners can rewind. */
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

/** Every minute. The next run makes up for a missed one. */
export const mediaCron: CronItem[] = [
  {
    task: REMOVE_EXPIRED_SOUND,
    match: '* * * * *',
    identifier: REMOVE_EXPIRED_SOUND,
    // Serialised, because packing the same hour twice would waste work.
    options: { maxAttempts: 1, queueName: REMOVE_EXPIRED_SOUND },
  },
];
