import type { Readable } from 'node:stream';

/** Part of a file in bytes, both ends included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files of articles and of visitors, named by the SHA-256 of their bytes (lower-case hex): the same bytes are kept once,
 * and what stands under a name never changes.
 */
export interface FileStorage {
  /**
   * Keeps bytes and resolves, with their name, when they would survive a power cut. Putting the same again is harmless.
   * Refuses bytes that are not those of the name given.
   */
  put(bytes: Uint8Array, sha256?: string): Promise<string>;
  /** Undefined when there is no such file. The reader closes itself at its end or when destroyed. */
  stream(sha256: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Size of a file; undefined when there is none. */
  stat(sha256: string): Promise<{ bytes: number } | undefined>;
  has(sha256: string): Promise<boolean>;
}

/** Of files that are kept only as long as something names them. */
export interface RemovableFiles extends FileStorage {
  /** Names of files that were last put before an instant. */
  list(putBefore: Date): AsyncIterable<string>;
  /** Removes a file; harmless where there is none. */
  remove(sha256: string): Promise<void>;
}
