/** Where assets of releases are stored: a few files, whose names have no folders. */
export interface ReleaseStorage {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined if missing. The end of a range is exclusive. */
  get(name: string, range?: { start: number; end: number }): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
  list(): Promise<{ name: string; changedAt: Date }[]>;
}
