import pg from 'pg';
import { z } from 'zod';
import { QUERY_TIMEOUT_MS } from '#db/database.ts';
import { REMOVAL_NOTICE } from '#domain/media/kept-sound.ts';
import { SEGMENT_NOTICE, type StoredSegment } from '#domain/media/media.ts';
import { MARKS_NOTICE } from '#domain/songs/sound-marks.ts';
import { isRendition, type RenditionName } from '#domain/media/renditions.rules.ts';

const RECONNECT_MS = 1_000;

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
 * Listens for segments appended by any process, removals, and marks. `onConnected` runs at every connection, the first
 * time before this resolves: notifications missed in between must be read from the tables.
 */
export async function listenForSegments({
  databaseUrl,
  onSegment,
  onRemoval,
  onMarks,
  onConnected,
  onFault,
}: {
  databaseUrl: string;
  onSegment: (segment: StoredSegment) => Promise<void>;
  onRemoval: () => Promise<void>;
  /** The marks of a stream have changed. */
  onMarks: (streamId: number) => Promise<void>;
  onConnected: () => Promise<void>;
  onFault: (error: unknown) => void;
}): Promise<Notices> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const lose = (lost: pg.Client): void => {
    if (client !== lost) return;
    client = undefined;
    lost.end().catch(() => {});
    if (!stopped) retry = setTimeout(() => void connect().catch(onFault), RECONNECT_MS);
  };

  async function connect(): Promise<void> {
    const ear = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'airwave-media',
    });
    client = ear;
    ear.on('error', (error) => {
      onFault(error);
      lose(ear);
    });
    ear.on('end', () => lose(ear));
    ear.on('notification', ({ channel, payload }) => {
      if (channel === REMOVAL_NOTICE) {
        onRemoval().catch(onFault);
        return;
      }
      if (channel === MARKS_NOTICE) {
        onMarks(Number(payload)).catch(onFault);
        return;
      }
      const notice = noticeSchema.safeParse(JSON.parse(payload ?? 'null'));
      if (notice.success) onSegment(notice.data).catch(onFault);
    });
    try {
      await ear.connect();
      await ear.query(`listen ${SEGMENT_NOTICE}; listen ${REMOVAL_NOTICE}; listen ${MARKS_NOTICE}`);
      await onConnected();
    } catch (error) {
      lose(ear);
      throw error;
    }
  }

  const close = async (): Promise<void> => {
    stopped = true;
    clearTimeout(retry);
    const open = client;
    client = undefined;
    await open?.end().catch(() => {});
  };

  try {
    await connect();
  } catch (error) {
    // The caller gets the error, and no reconnection continues in the background.
    await close();
    throw error;
  }
  return { stop: close };
}
