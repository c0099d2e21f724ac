import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseStorage } from '#shared/outside/release-storage.ts';
import { orMissing } from './durable-file.ts';
import { diskStorage } from './segment-storage.ts';

/** Assets of releases as files of a folder, which the processes of one machine share. */
export function diskReleases(folder: string): ReleaseStorage {
  const files = diskStorage(folder);
  return {
    put: (name, bytes) => files.put(name, bytes),
    get: (name, range) => files.get(name, range),
    remove: (name) => files.remove(name),
    async list() {
      const names = (await orMissing(() => readdir(folder))) ?? [];
      const stats = await Promise.all(names.map((name) => orMissing(() => stat(join(folder, name)))));
      // Another process may remove one meanwhile.
      return names.flatMap((name, i) => (stats[i] ? { name, changedAt: stats[i].mtime } : []));
    },
  };
}
