import type { CronItem, Task } from 'graphile-worker';
import type { Db } from '#db/database.ts';
import { rotateGrantKeys } from './grants/grant-keys.ts';
import { deleteOldLeases } from './leases.store.ts';
import { thinPositions } from './positions.ts';

export const ROTATE_GRANT_KEYS = 'rotate-grant-keys';
export const SWEEP_PLAYBACK = 'sweep-playback';

/** Leases lapsed for longer are deleted. */
const LEASES_KEPT_MS = 86_400_000;

/** Worker tasks. Both are idempotent and may run at any time. */
export const playbackTasks = ({ db, clock }: { db: Db; clock: () => Date }): Record<string, Task> => ({
  [ROTATE_GRANT_KEYS]: () => rotateGrantKeys(db, clock()),
  [SWEEP_PLAYBACK]: async () => {
    const now = clock();
    await deleteOldLeases(db, new Date(now.getTime() - LEASES_KEPT_MS));
    await thinPositions(db, now);
  },
});

export const playbackCron: CronItem[] = [
  { task: ROTATE_GRANT_KEYS, match: '*/10 * * * *', identifier: ROTATE_GRANT_KEYS, options: { maxAttempts: 1 } },
  { task: SWEEP_PLAYBACK, match: '17 20 * * *', identifier: SWEEP_PLAYBACK, options: { maxAttempts: 3 } },
];
