import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { SegmentStorage } from '#domain/media/segment-storage.ts';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A key is written by one caller only, so its draft needs no name of its own, and can be found after a crash. */
const partOf = (path: string): string => `${path}.part`;

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
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
  const orMissing = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const draft = partOf(path);
      // The first segment of an hour makes its folder, whose own name must last too.
      const made = await mkdir(dirname(path), { recursive: true });
      try {
        const handle = await open(draft, 'w');
        try {
          await handle.writeFile(bytes);
          await handle.datasync();
        } finally {
          await handle.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
      if (made !== undefined) await syncFolder(dirname(made));
    },
    get: (key) => orMissing(() => readFile(pathOf(key))),
    stream: (key) => orMissing(async () => (await open(pathOf(key), 'r')).createReadStream()),
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
