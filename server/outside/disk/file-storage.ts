import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FileStorage, RemovableFiles } from '#shared/outside/file-storage.ts';
import { orMissing, writeDurably } from './durable-file.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** Files in a folder, grouped into subfolders by the first two letters of their names. */
export function createFileStorage(folder: string): RemovableFiles {
  const root = resolve(folder);
  /** Undefined for an invalid name, so that no name escapes the folder. */
  const pathOf = (sha256: string) => (SHA256.test(sha256) ? join(root, sha256.slice(0, 2), sha256) : undefined);

  const statOf: FileStorage['stat'] = async (sha256) => {
    const path = pathOf(sha256);
    const found = path === undefined ? undefined : await orMissing(() => stat(path));
    return found?.isFile() ? { bytes: found.size } : undefined;
  };

  return {
    async put(bytes, sha256) {
      const name = createHash('sha256').update(bytes).digest('hex');
      if (sha256 !== undefined && sha256 !== name) throw new Error(`the content has hash ${name}, not ${sha256}`);
      const path = pathOf(name)!;
      // Files are renamed into place complete, so a file of the right size is complete.
      if ((await statOf(name))?.bytes === bytes.length) {
        // Refreshes the timestamp, so that clean-up of old unreferenced files keeps it.
        await utimes(path, new Date(), new Date());
        return name;
      }
      // The same file may be stored twice at once, so each call has a temporary file of its own.
      await writeDurably(path, `${path}.${randomUUID()}.part`, bytes);
      return name;
    },
    async stream(sha256, range) {
      const path = pathOf(sha256);
      if (path === undefined) return undefined;
      return orMissing(async () => (await open(path, 'r')).createReadStream(range));
    },
    stat: statOf,
    has: async (sha256) => (await statOf(sha256)) !== undefined,
    async *list(putBefore) {
      for (const part of (await orMissing(() => readdir(root))) ?? [])
        for (const name of await readdir(join(root, part))) {
          const found = SHA256.test(name) ? await orMissing(() => stat(join(root, part, name))) : undefined;
          if (found?.isFile() && found.mtime < putBefore) yield name;
        }
    },
    async remove(sha256) {
      const path = pathOf(sha256);
      if (path !== undefined) await rm(path, { force: true });
    },
  };
}
