import { setTimeout as delay } from 'node:timers/promises';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { Bucket } from './bucket.ts';

/** A store in the cloud may show an object a moment after it was stored. */
const LATE_MS = [100, 400];

/** Segments as objects of a bucket. A missing object is asked for again, because rows refer only to stored ones. */
export function s3Segments(bucket: Bucket, folder = 'media'): SegmentStorage {
  const keyOf = (key: string): string => `${folder}/${key}`;
  return {
    put: (key, bytes) => bucket.put(keyOf(key), bytes),
    async get(key, range) {
      let bytes = await bucket.get(keyOf(key), range);
      for (const pause of LATE_MS) {
        if (bytes !== undefined) break;
        await delay(pause);
        bytes = await bucket.get(keyOf(key), range);
      }
      return bytes;
    },
    has: async (key) => (await bucket.head(keyOf(key))) !== undefined,
    remove: (key) => bucket.remove(keyOf(key)),
  };
}
