import { LRUCache } from 'lru-cache';
import type { ByteRange, SegmentStorage } from '#domain/media/media.ts';

export interface ObjectCache {
  get(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  set(key: string, bytes: Buffer): void;
}

/** Caches recently requested objects up to `maxBytes`. Concurrent misses share one read. */
export function createObjectCache(storage: SegmentStorage, maxBytes: number): ObjectCache {
  const recent = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: (bytes) => bytes.length || 1 });
  const reading = new Map<string, Promise<Buffer | undefined>>();
  return {
    set: (key, bytes) => void recent.set(key, bytes),
    get(object, range) {
      const key = range ? `${object}#${range.start}` : object;
      const known = recent.get(key);
      if (known !== undefined) return Promise.resolve(known);
      let read = reading.get(key);
      if (read === undefined) {
        read = storage
          .get(object, range)
          .then((bytes) => {
            if (bytes !== undefined) recent.set(key, bytes);
            return bytes;
          })
          .finally(() => reading.delete(key));
        reading.set(key, read);
      }
      return read;
    },
  };
}
