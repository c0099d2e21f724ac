import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { channels } from '#db/tables/timetable.ts';
import { registerEncoder, type SegmentStorage } from '#domain/media/media.ts';
import {
  createMediaOrigin,
  type MediaOrigin,
  type MediaOriginOptions,
  type ProgrammeBoundary,
} from '#server/media/origin.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { installErrors } from '#server/web/errors.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { makeTestFolder } from '#tests/setup/test-folder.ts';

export interface OriginUnderTest {
  origin: MediaOrigin;
  app: FastifyInstance;
  storage: SegmentStorage;
  folder: string;
  /** `http://127.0.0.1:port` */
  address: string;
  stop(): Promise<void>;
}

export const HOUR_MS = 3_600_000;

/** Inserts only the three channels. */
export async function addChannels({ db }: TestDatabase): Promise<void> {
  await db.insert(channels).values(
    [881, 903, 864].map((id, i) => ({
      id,
      bit: 1 << i,
      code: `C${id}`,
      name: `${id}`,
      frequency: '',
      tagline: '',
      position: i,
    })),
  );
}

export const tokenOf = (name: string): string => `token-of-${name}-0123456789-0123456789`;

/** Registers an encoder of a stream with the token `tokenOf(name)`. */
export const addEncoder = ({ db }: TestDatabase, streamId: number, name: string): Promise<number> =>
  registerEncoder({ db }, { streamId, name, token: tokenOf(name) });

/** A media origin on a real port, like a separate process: several may share a database and a folder. */
export async function startOrigin(
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  options: {
    folder?: string;
    port?: number;
    now?: () => Date;
    programmes?: readonly ProgrammeBoundary[];
    storage?: SegmentStorage;
    countRefusal?: (reason: string) => void;
    replay?: NonNullable<MediaOriginOptions['replay']>;
    isLowBitrateOnly?: () => boolean;
    openEpisode?: NonNullable<MediaOriginOptions['openEpisode']>;
    spool?: NonNullable<MediaOriginOptions['spool']> | undefined;
    /** Calls `answer` for each request, in an asynchronous context of the test's choice. */
    within?: (answer: () => void) => void;
  } = {},
): Promise<OriginUnderTest> {
  const folder = options.folder ?? makeTestFolder('media');
  const { within = (answer) => answer() } = options;
  const storage = options.storage ?? diskStorage(join(folder, 'media'));
  const origin = createMediaOrigin({
    db,
    pool,
    storage,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    config: { rewindWindowMs: 8 * HOUR_MS },
    programmesBetween: () => options.programmes ?? [],
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.replay === undefined ? {} : { replay: options.replay }),
    ...(options.isLowBitrateOnly === undefined ? {} : { isLowBitrateOnly: options.isLowBitrateOnly }),
    spool: options.spool,
    ...(options.openEpisode === undefined ? {} : { openEpisode: options.openEpisode }),
    ...(options.countRefusal === undefined ? {} : { countRefusal: options.countRefusal }),
  });
  const requestId = () => 'of-the-test';
  // As in the site: ready responses bypass the framework.
  const fastPath = origin.soundFastPath({
    headers: { 'x-answered': 'ready' },
    requestId,
    count: () => {},
    playerSeen: () => {},
  });
  const app = fastify({
    logger: process.env.TEST_LOG === undefined ? false : { level: process.env.TEST_LOG },
    serverFactory: (handler) =>
      createServer((request, response) => {
        within(
          () =>
            void Promise.resolve(fastPath(request, response)).then((isDone) => isDone || handler(request, response)),
        );
      }),
  });
  installErrors(app);
  await app.register(origin.plugin);
  await origin.start();
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    origin,
    app,
    storage,
    folder,
    address: `http://127.0.0.1:${port}`,
    async stop() {
      app.server.closeAllConnections();
      await app.close();
      await origin.stop();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
