import { createHash } from 'node:crypto';
import type { FileStorage, RemovableFiles } from '#shared/outside/file-storage.ts';
import type { Bucket } from './bucket.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** Files as objects, with the names they have in a folder of a disk. */
export function s3Files(bucket: Bucket, folder: string): RemovableFiles {
  /** Undefined for an invalid name. */
  const keyOf = (sha256: string) => (SHA256.test(sha256) ? `${folder}/${sha256.slice(0, 2)}/${sha256}` : undefined);

  const statOf: FileStorage['stat'] = async (sha256) => {
    const key = keyOf(sha256);
    const found = key === undefined ? undefined : await bucket.head(key);
    return found && { bytes: found.bytes };
  };

  return {
    async put(bytes, sha256) {
      const name = createHash('sha256').update(bytes).digest('hex');
      if (sha256 !== undefined && sha256 !== name) throw new Error(`the content has hash ${name}, not ${sha256}`);
      // Stored again if it is there: the time of an object, by which clean-up spares it, cannot be set.
      await bucket.put(keyOf(name)!, Buffer.from(bytes), name);
      return name;
    },
    async stream(sha256, range) {
      const key = keyOf(sha256);
      if (key === undefined) return undefined;
      return bucket.stream(key, range && { start: range.start, end: range.end + 1 });
    },
    stat: statOf,
    has: async (sha256) => (await statOf(sha256)) !== undefined,
    async *list(putBefore) {
      // Other folders of files may be below this one.
      for await (const { key, changedAt } of bucket.list(`${folder}/`)) {
        const name = key.slice(-64);
        if (key === keyOf(name) && changedAt < putBefore) yield name;
      }
    },
    async remove(sha256) {
      const key = keyOf(sha256);
      if (key !== undefined) await bucket.remove(key);
    },
  };
}
