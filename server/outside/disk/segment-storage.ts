import { access, open, readFile, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { ByteRange, SegmentStorage } from '#domain/media/media.ts';
import { orMissing, writeDurably } from './durable-file.ts';

/** Read at a time of an object that is read whole. */
const STREAM_BYTES = 1_048_576;

/** A key is written by one caller only, so its draft needs no name of its own, and can be found after a crash. */
const partOf = (path: string): string => `${path}.part`;

async function readRange(path: string, { start, end }: ByteRange): Promise<Buffer | undefined> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(end - start), 0, end - start, start);
    return bytesRead === end - start ? buffer : undefined;
  } finally {
    await handle.close();
  }
}

/** Segments as files under a folder: written beside their place, synced, then renamed into it, so none is ever half. */
export function diskStorage(folder: string): SegmentStorage {
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    const path = join(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`storage key leaves its folder: ${key}`);
    return path;
  };

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await writeDurably(path, partOf(path), bytes);
    },
    get: (key, range) => orMissing(() => (range ? readRange(pathOf(key), range) : readFile(pathOf(key)))),
    stream: (key) =>
      orMissing(async () => (await open(pathOf(key), 'r')).createReadStream({ highWaterMark: STREAM_BYTES })),
    has: async (key) =>
      (await orMissing(async () => {
        await access(pathOf(key));
        return true;
      })) ?? false,
    async remove(key) {
      const path = pathOf(key);
      await Promise.all([rm(path, { force: true }), rm(partOf(path), { force: true })]);
    },
  };
}
