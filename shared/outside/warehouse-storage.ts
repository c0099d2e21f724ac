/** Where files for the data warehouse are stored, by keys such as `reports/day=2026-11-28/part-0.parquet`. */
export interface WarehouseStorage {
  /** Takes a complete file, in place of one of the same key. */
  putFile(key: string, path: string): Promise<void>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
}
