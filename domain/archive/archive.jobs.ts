import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { CUT_ARCHIVE, cutArchive } from './cutting/archive-cut.ts';
import type { SoundEnder } from './cutting/staff-actions.ts';
import { endReplays } from './ending.ts';
import type { ArchiveSettings, SoundKeeper } from './archive-services.ts';

const END_REPLAYS = 'end-replays';

const cutPayload = z.object({
  channelId: z.literal(CHANNEL_IDS).optional(),
  /** Start earlier, for late reports; Unix ms. */
  fromMs: z.number().optional(),
});

/** Worker tasks of the archive. */
export function archiveTasks({
  db,
  clock,
  sound,
  settings,
}: {
  db: Db;
  clock: () => Date;
  sound: SoundKeeper & Pick<SoundEnder, 'tellRemovals'>;
  settings: ArchiveSettings;
}): Record<string, Task> {
  return {
    [CUT_ARCHIVE]: async (payload) => {
      const { channelId, fromMs } = cutPayload.parse(payload ?? {});
      const from = fromMs === undefined ? undefined : new Date(fromMs);
      await cutArchive({ db, sound, settings, now: clock() }, { channelId, from });
    },
    [END_REPLAYS]: async () => {
      await endReplays({ db, sound, now: clock() });
    },
  };
}

/** Each minute; edges in between have their own jobs. */
export const archiveCron: CronItem[] = [
  { task: CUT_ARCHIVE, match: '* * * * *', identifier: CUT_ARCHIVE, options: { maxAttempts: 1 } },
  { task: END_REPLAYS, match: '* * * * *', identifier: END_REPLAYS, options: { maxAttempts: 1 } },
];
