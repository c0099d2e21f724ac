/** A byte range; the end is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Object storage for media. Keys are `a/b/c.ext`; objects are immutable. */
export interface SegmentStorage {
  /** Resolves once the bytes are durable. Idempotent. */
  put(key: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<void>;
  /** Undefined if the object is missing or shorter than the range. */
  get(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  has(key: string): Promise<boolean>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
}
