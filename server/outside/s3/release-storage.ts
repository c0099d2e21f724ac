import type { ReleaseStorage } from '#shared/outside/release-storage.ts';
import type { Bucket } from './bucket.ts';

const PREFIX = 'releases/';

/** Assets of releases in a bucket, which machines share. */
export const s3Releases = (bucket: Bucket): ReleaseStorage => ({
  put: (name, bytes) => bucket.put(PREFIX + name, bytes),
  get: (name, range) => bucket.get(PREFIX + name, range),
  remove: (name) => bucket.remove(PREFIX + name),
  async list() {
    const found = [];
    for await (const { key, changedAt } of bucket.list(PREFIX))
      found.push({ name: key.slice(PREFIX.length), changedAt });
    return found;
  },
});
