import type { ReleaseStorage } from '#shared/outside/release-storage.ts';
import type { Bucket } from './bucket.ts';

/** Assets of releases below a folder of a bucket, which machines share. */
export const s3Releases = (bucket: Bucket, folder: string): ReleaseStorage => ({
  put: (name, bytes) => bucket.put(`${folder}/${name}`, bytes),
  get: (name, range) => bucket.get(`${folder}/${name}`, range),
  remove: (name) => bucket.remove(`${folder}/${name}`),
  async list() {
    const found = [];
    for await (const { key, changedAt } of bucket.list(`${folder}/`))
      found.push({ name: key.slice(folder.length + 1), changedAt });
    return found;
  },
});
