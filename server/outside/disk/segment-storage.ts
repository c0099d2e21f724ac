import { close, open as openFile, read } from 'node:fs';
import { access, readFile, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { ByteRange, SegmentStorage } from '#domain/media/media.ts';
import { orMissing, writeDurably } from './durable-file.ts';

/**
 * Each key is written by one caller only, so the temporary file needs no unique name, and can be found after a crash.
 */
const partOf = (path: string): string => `${path}.part`;

/**
 * Uses plain callbacks: packing an hour reads nine hundred ranges, and a FileHandle for each would cost more than
 * reading.
 */
const readRange = (path: string, { start, end }: ByteRange): Promise<Buffer | undefined> =>
  new Promise((done, fail) => {
    openFile(path, 'r', (openFault, file) => {
      if (openFault) return fail(openFault);
      const buffer = Buffer.allocUnsafeSlow(end - start);
      read(file, buffer, 0, buffer.length, start, (readFault, bytesRead) => {
        close(file, () => {
          if (readFault) fail(readFault);
          else done(bytesRead === buffer.length ? buffer : undefined);
        });
      });
    });
  });

/** Segments as files in a folder, written to a temporary file, synced and renamed, so none is ever partial. */
export function diskStorage(folder: string): SegmentStorage {
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    const path = join(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`storage key "${key}" is outside the storage folder`);
    return path;
  };

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await writeDurably(path, partOf(path), bytes);
    },
    get: (key, range) => orMissing(() => (range ? readRange(pathOf(key), range) : readFile(pathOf(key)))),
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
