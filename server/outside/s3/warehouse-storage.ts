import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { WarehouseStorage } from '#shared/outside/warehouse-storage.ts';
import type { Bucket } from './bucket.ts';

const PREFIX = 'warehouse/';

/** Files of the warehouse in a bucket, which DuckDB and others read there. */
export const s3Warehouse = (bucket: Bucket): WarehouseStorage => ({
  async putFile(key, path) {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(part);
      bytes += part.length;
    }
    await bucket.putFile(PREFIX + key, path, { sha256: hash.digest('hex'), bytes });
  },
  has: async (key) => (await bucket.head(PREFIX + key)) !== undefined,
  remove: (key) => bucket.remove(PREFIX + key),
});
