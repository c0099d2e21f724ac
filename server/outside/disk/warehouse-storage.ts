import { createReadStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WarehouseStorage } from '#shared/outside/warehouse-storage.ts';
import { orMissing, writeDurably } from './durable-file.ts';

/** Files of the warehouse in a folder, where a reader finds none that is partial. */
export const diskWarehouse = (folder: string): WarehouseStorage => ({
  putFile(key, path) {
    const to = join(folder, key);
    return writeDurably(to, `${to}.part`, createReadStream(path) as AsyncIterable<Buffer>);
  },
  has: async (key) => (await orMissing(() => access(join(folder, key)).then(() => true))) ?? false,
  remove: (key) => rm(join(folder, key), { force: true }),
});
