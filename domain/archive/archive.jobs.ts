import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { INDEX_CAPTIONS, indexCaptions, retireCaptions } from './captions/captions.ts';
import { CUT_ARCHIVE, cutArchive } from './cutting/archive-cut.ts';
import type { SoundEnder } from './cutting/staff-actions.ts';
import { endReplays } from './ending.ts';
import type { ArchiveSettings, SoundKeeper } from './archive-services.ts';

const END_REPLAYS = 'end-replays';
const RETIRE_CAPTIONS = 'retire-captions';

const cutPayload = z.object({
  channelId: z.literal(CHANNEL_IDS).optional(),
  /** Start earlier, for late reports; Unix ms. */
  fromMs: z.number().optional(),
});

const captionsPayload = z.object({ archiveId: z.number() });

/** Worker tasks of the archive. `rewindMs`: how far live can be rewound. */
export function archiveTasks({
  db,
  clock,
  sound,
  settings,
  rewindMs,
}: {
  db: Db;
  clock: () => Date;
  sound: SoundKeeper & Pick<SoundEnder, 'tellRemovals'>;
  settings: ArchiveSettings;
  rewindMs: number;
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
    [INDEX_CAPTIONS]: (payload) => indexCaptions(db, captionsPayload.parse(payload).archiveId),
    [RETIRE_CAPTIONS]: () => retireCaptions({ db, now: clock() }, rewindMs),
  };
}

/** Each minute, edges in between by their own jobs; captions every ten. */
export const archiveCron: CronItem[] = [
  { task: CUT_ARCHIVE, match: '* * * * *', identifier: CUT_ARCHIVE, options: { maxAttempts: 1 } },
  { task: END_REPLAYS, match: '* * * * *', identifier: END_REPLAYS, options: { maxAttempts: 1 } },
  { task: RETIRE_CAPTIONS, match: '*/10 * * * *', identifier: RETIRE_CAPTIONS, options: { maxAttempts: 1 } },
];
