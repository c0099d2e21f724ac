import type { Readable } from 'node:stream';

/** Byte range of a file, both ends inclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files of articles and visitors, named by the SHA-256 of their bytes (lower-case hex): identical bytes are stored
 * once, and the content of a name never changes.
 */
export interface FileStorage {
  /**
   * Stores bytes and resolves with their name once they are durable. Idempotent. Rejects if the bytes do not match a
   * given name.
   */
  put(bytes: Uint8Array, sha256?: string): Promise<string>;
  /** Undefined if there is no such file. The stream closes itself at its end or when destroyed. */
  stream(sha256: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Size of a file. Undefined if there is none. */
  stat(sha256: string): Promise<{ bytes: number } | undefined>;
  has(sha256: string): Promise<boolean>;
}

/** Storage of files that are kept only while referenced. */
export interface RemovableFiles extends FileStorage {
  /** Names of files last stored before an instant. */
  list(putBefore: Date): AsyncIterable<string>;
  /** Removes a file. No-op if there is none. */
  remove(sha256: string): Promise<void>;
}
