import type { WarehouseStorage } from '#shared/outside/warehouse-storage.ts';
import type { Bucket } from './bucket.ts';

const PREFIX = 'warehouse/';

/** Files of the warehouse in a bucket, which DuckDB and others read there. */
export const s3Warehouse = (bucket: Bucket): WarehouseStorage => ({
  putFile: (key, path) => bucket.putFile(PREFIX + key, path),
  has: async (key) => (await bucket.head(PREFIX + key)) !== undefined,
  remove: (key) => bucket.remove(PREFIX + key),
});
