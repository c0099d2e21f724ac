import type pg from 'pg';
import { z } from 'zod';
import { watchNotifications } from '#db/listening.ts';
import { REMOVAL_NOTICE } from '#domain/media/kept-sound.ts';
import { SEGMENT_NOTICE, SWITCH_NOTICE, type StoredSegment } from '#domain/media/media.ts';
import { MARKS_NOTICE } from '#domain/songs/sound-marks.ts';
import { isRendition, type RenditionName } from '#domain/media/renditions.rules.ts';

const RETRY_MS = 1_000;

const noticeSchema = z.object({
  streamId: z.int(),
  rendition: z.custom<RenditionName>((name) => typeof name === 'string' && isRendition(name)),
  sequence: z.int(),
  discontinuity: z.int(),
  startsAt: z.int(),
  durationMs: z.int(),
  initId: z.int(),
  storageKey: z.string(),
});

export interface Notices {
  stop(): Promise<void>;
}

/**
 * Listens for segments appended by any process, removals, and marks. `catchUp` runs each time listening begins, the
 * first time before this resolves: notifications missed in between must be read from the tables.
 */
export async function listenForSegments({
  pool,
  onSegment,
  onRemoval,
  onMarks,
  onSwitch = async () => {},
  catchUp,
  onFault,
}: {
  pool: pg.Pool;
  onSegment: (segment: StoredSegment) => Promise<void>;
  onRemoval: () => Promise<void>;
  /** The marks of a stream have changed. */
  onMarks: (streamId: number) => Promise<void>;
  /** An operator puts another encoder of a stream on air. */
  onSwitch?: (streamId: number) => Promise<void>;
  catchUp: () => Promise<void>;
  onFault: (error: unknown) => void;
}): Promise<Notices> {
  let retry: NodeJS.Timeout | undefined;
  let hasBegun = false;
  let isStopped = false;

  const catchUpUntilDone = (): void => {
    clearTimeout(retry);
    catchUp().catch((error: unknown) => {
      onFault(error);
      if (!isStopped) retry = setTimeout(catchUpUntilDone, RETRY_MS);
    });
  };

  const watch = await watchNotifications(pool, [SEGMENT_NOTICE, REMOVAL_NOTICE, MARKS_NOTICE, SWITCH_NOTICE], {
    onMessage(payload, channel) {
      if (channel === REMOVAL_NOTICE) {
        onRemoval().catch(onFault);
        return;
      }
      if (channel === MARKS_NOTICE) {
        onMarks(Number(payload)).catch(onFault);
        return;
      }
      if (channel === SWITCH_NOTICE) {
        onSwitch(Number(payload)).catch(onFault);
        return;
      }
      const notice = noticeSchema.safeParse(JSON.parse(payload));
      if (notice.success) onSegment(notice.data).catch(onFault);
    },
    onListening() {
      if (hasBegun) catchUpUntilDone();
    },
    onLost: onFault,
  });
  const stop = async (): Promise<void> => {
    isStopped = true;
    clearTimeout(retry);
    await watch.close();
  };
  try {
    hasBegun = true;
    await catchUp();
  } catch (error) {
    // The caller gets the error, and nothing continues in the background.
    await stop();
    throw error;
  }
  return { stop };
}
