/** A part of an object, its end not included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where bytes of sound are kept. Keys are `a/b/c.ext`; an object never changes once put. */
export interface SegmentStorage {
  /** Resolves when the bytes would survive a power cut. Putting the same key again is harmless. */
  put(key: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<void>;
  /** Undefined when there is no such object, or not all of the range in it. */
  get(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  has(key: string): Promise<boolean>;
  /** Removing what is not there is harmless. */
  remove(key: string): Promise<void>;
}
