import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import sharp from 'sharp';

const MADE_AT_ONCE = 2;
/** One thread per image, so that concurrent images do not take every core from the listeners. */
sharp.concurrency(1);

export interface PictureCache {
  /** The picture of a key, which is a file name: made once however many wait, then read from disk. */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer>;
}

/** Pictures on disk, each made on first request, two at a time at most. */
export function createPictureCache(cacheDir: string, log: Pick<FastifyBaseLogger, 'warn'>): PictureCache {
  const underWay = new Map<string, Promise<Buffer>>();
  const inTurn = pLimit(MADE_AT_ONCE);

  async function readOrMake(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const file = join(cacheDir, key);
    const before = await readFile(file).catch(() => undefined);
    if (before) return before;
    const bytes = await inTurn(make);
    const part = `${file}.${randomUUID()}.part`;
    try {
      await mkdir(cacheDir, { recursive: true });
      await writeFile(part, bytes);
      await rename(part, file);
    } catch (error) {
      // A full disk must not keep the picture from its requester.
      log.warn({ err: error, picture: key }, 'could not cache a picture');
      await rm(part, { force: true }).catch(() => {});
    }
    return bytes;
  }

  return {
    get(key, make) {
      const work = underWay.get(key) ?? readOrMake(key, make).finally(() => underWay.delete(key));
      underWay.set(key, work);
      return work;
    },
  };
}
